// What opens and saves documents, for the views that need it.
// SPDX-License-Identifier: MIT
import { createContext, useContext } from 'react';

import type { Connection } from './connection';
import type { Documents } from './documents';

export interface DocumentsValue {
  documents: Documents;
  connection: Connection;
}

export const DocumentsContext = createContext<DocumentsValue | null>(null);

export function useDocuments(): DocumentsValue {
  const value = useContext(DocumentsContext);
  if (!value) throw new Error('outside of the app');
  return value;
}
