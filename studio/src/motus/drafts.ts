// Texts that were edited and not saved, so that a tab that dies loses nothing.
// SPDX-License-Identifier: MIT
import { openTable } from './browser_table';

export interface Draft {
  /** Which document: where it came from, and its name. */
  key: string;
  text: string;
  /** The last step that is in it: "Move a curve key". */
  step: string;
  at: number;
}

const table = openTable<Draft>('motus-drafts', 'drafts', 'key');

export const keepDraft = (draft: Draft) => table.put(draft);
export const findDraft = (key: string) => table.get(key);
export const forgetDraft = (key: string) => table.remove(key);
