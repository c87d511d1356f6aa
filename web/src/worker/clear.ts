/** Deletes the offline cache of pages (see `ui/frame/start/offline-cache.ts`) after sign-out. */
const database = 'heddle';

export function clearOfflineCache(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database);
    // There is no database: aborting prevents the browser from creating one.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve();
    request.onsuccess = () => {
      const db = request.result;
      const names = [...db.objectStoreNames];
      const transaction = db.transaction(names, 'readwrite');
      for (const name of names) transaction.objectStore(name).clear();
      transaction.oncomplete = transaction.onabort = () => {
        db.close();
        resolve();
      };
    };
  });
}
