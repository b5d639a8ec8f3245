// Short texts that the browser remembers for this page.
// SPDX-License-Identifier: MIT

/** Null where nothing is kept. `refused`: where storage is switched off. */
export function readText(key: string, refused: string | null = null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return refused;
  }
}

/** Where storage is switched off nothing is remembered. */
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // As above.
  }
}
