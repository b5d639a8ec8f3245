// One table of the browser's own storage, with promises.
// SPDX-License-Identifier: MIT

export interface Table<Row> {
  put(row: Row): Promise<unknown>;
  get(key: string): Promise<Row | undefined>;
  remove(key: string): Promise<unknown>;
  all(): Promise<Row[]>;
}

export function openTable<Row>(base: string, store: string, keyPath: string): Table<Row> {
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(base, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const run = async <T>(mode: IDBTransactionMode, ask: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const opened = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = opened.transaction(store, mode);
        const request = ask(transaction.objectStore(store));
        // A write counts when its transaction is through, not when it was asked for.
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      opened.close();
    }
  };
  return {
    put: (row) => run('readwrite', (rows) => rows.put(row)),
    get: (key) => run('readonly', (rows) => rows.get(key) as IDBRequest<Row | undefined>),
    remove: (key) => run('readwrite', (rows) => rows.delete(key)),
    all: () => run('readonly', (rows) => rows.getAll() as IDBRequest<Row[]>),
  };
}
