/** Clears what pages store for their next visit (see `ui/page/start/offline-cache.ts`) once nobody is signed in. */
const database = 'heddle';

export function clearOfflineCache(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database);
    // There is no database: aborting keeps the browser from creating one.
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
