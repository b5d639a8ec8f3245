// Documents kept in the browser, for a page that no studio serves.
// SPDX-License-Identifier: MIT
import type { Files } from 'motus';

import { openTable } from './browser_table';

export interface KeptDocument {
  name: string;
  text: string;
  files: Files;
  /** When it was kept, for the order. */
  at: number;
}

const table = openTable<KeptDocument>('motus', 'documents', 'name');

export const keep = (document: KeptDocument) => table.put(document);
export const forget = (name: string) => table.remove(name);
export const findKept = (name: string) => table.get(name);

/** The newest first. */
export async function listKept(): Promise<KeptDocument[]> {
  return (await table.all()).sort((a, b) => b.at - a.at);
}
