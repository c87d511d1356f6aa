/** What pages keep for their next visit (`ui/page/start/offline-cache.ts`) is not theirs any more when nobody is signed in. */
const database = 'heddle';

export function deleteKeptFlags(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database);
    // There was none: the one that is about to be made is not.
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
