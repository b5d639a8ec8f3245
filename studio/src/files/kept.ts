// Documents kept in the browser, for a page that no studio serves.
// SPDX-License-Identifier: MIT
import type { Files } from 'motus';

export interface KeptDocument {
  name: string;
  text: string;
  files: Files;
  /** When it was kept, for the order. */
  at: number;
}

const storeName = 'documents';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('motus', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'name' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = base.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      // A write counts when its transaction is through, not when it was asked for.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    base.close();
  }
}

export const keep = (document: KeptDocument) => run('readwrite', (store) => store.put(document));
export const forget = (name: string) => run('readwrite', (store) => store.delete(name));
export const findKept = (name: string) =>
  run<KeptDocument | undefined>('readonly', (store) => store.get(name) as IDBRequest<KeptDocument | undefined>);

/** The newest first. */
export async function listKept(): Promise<KeptDocument[]> {
  const all = await run<KeptDocument[]>('readonly', (store) => store.getAll() as IDBRequest<KeptDocument[]>);
  return all.sort((a, b) => b.at - a.at);
}
