// What a call refuses, and the faults of a document.
// SPDX-License-Identifier: MIT

/** What a call refused, in words. `faults` where there is a list of them. */
export class MotusError extends Error {
  readonly code: string;
  /** JSON pointer into the document or place in the file; may be empty. */
  readonly place: string;
  readonly faults: Fault[];
}

export interface Fault {
  severity: 'error' | 'warning';
  /** Stable: docs/document.md has the table. */
  code: string;
  /** JSON pointer into the document, or a place in the file. */
  path: string;
  message: string;
}
