/** The browser's storage for the offline cache: IndexedDB, a lock among tabs, and the mark of the session. */
import type { Event } from '../../../../../wire/events.ts';
import {
  OfflineCache,
  type CacheEntries,
  type CacheTransaction,
  type PendingSettings,
} from '../../../connection/offline-cache.ts';
import { afterFrame } from '../../page/quiet.ts';
import { hint } from './hint.ts';
import { sessionMark } from '../../page/mark.ts';
import { parseStored, tryToStore } from '../../../store/base/storage.ts';

const database = 'heddle';
const pendingSettingsKey = 'heddle-pending-settings';
const lockName = 'heddle-kept';
/** A closing tab releases the lock a moment after the next one requests it. */
const lockMs = 400;
const flushMs = 1000;
const idleMs = 2000;

/** Undefined if nobody is signed in, or if the browser has no locks among tabs. */
export function openOfflineCache(): OfflineCache | undefined {
  const mark = sessionMark();
  // Browsers have locks only on secure origins: HTTPS or localhost.
  if (mark === undefined || !('locks' in navigator) || !('indexedDB' in window)) {
    clearAll();
    return undefined;
  }
  let opened: Promise<IDBDatabase> | undefined;
  const offlineCache = new OfflineCache({
    transact: async (mode, work) => transact(await (opened ??= openDatabase()), mode, work),
    hint,
    pendingSettings: {
      get: () => parseStored<PendingSettings>(localStorage.getItem(pendingSettingsKey), {}),
      set: (pendingSettings) =>
        void tryToStore(localStorage, pendingSettingsKey, JSON.stringify(pendingSettings)),
    },
    mark,
    build: new URL(import.meta.url).pathname,
    lock: takeLock,
    idle: whenIdle,
    soon: (work) => void setTimeout(work, flushMs),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  window.addEventListener('pagehide', () => offlineCache.flush());
  return offlineCache;
}

/** The session ended without the page: its data have no owner. */
function clearAll(): void {
  if (!hint.get()) return;
  hint.set(false);
  localStorage.removeItem(pendingSettingsKey);
  indexedDB.deleteDatabase(database);
}

/** Held until the page is unloaded; false if another tab holds it and does not release it. */
function takeLock(): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = new AbortController();
    const hold = (): Promise<void> => {
      resolve(true);
      return new Promise<void>(() => undefined);
    };
    navigator.locks.request(lockName, { signal: giveUp.signal }, hold).catch(() => resolve(false));
    const look = async (): Promise<void> => {
      const { held = [] } = await navigator.locks.query();
      // A busy machine may be slow; only a tab that responds is a reason to give up.
      if (held.some(({ name }) => name === lockName)) giveUp.abort();
      else setTimeout(() => void look(), lockMs);
    };
    setTimeout(() => void look(), lockMs);
  });
}

/** Not every browser has `requestIdleCallback`, and those that have it may call it before the cached state is shown. */
async function whenIdle(): Promise<unknown> {
  await afterFrame();
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleMs });
    else setTimeout(resolve, idleMs / 4);
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('pieces');
    request.result.createObjectStore('events', { keyPath: 'id' });
  };
  return getResponse(request);
}

function transact<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (tx: CacheTransaction) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction(['pieces', 'events'], mode, { durability: 'relaxed' });
  const [pieces, events] = [transaction.objectStore('pieces'), transaction.objectStore('events')];
  return new Promise((resolve, reject) => {
    let result: T;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error ?? new Error('The device refused to keep this.'));
    const run = async () =>
      work({
        get: <Name extends keyof CacheEntries>(name: Name) =>
          // Only this cache writes to the database, under these names.
          getResponse(pieces.get(name) as IDBRequest<CacheEntries[Name] | undefined>),
        put: (name, piece) => void pieces.put(piece, name),
        remove: (name) => void pieces.delete(name),
        events: () => getResponse(events.getAll() as IDBRequest<Event[]>),
        addEvents: (all) => {
          for (const event of all) events.put(event);
        },
        clear(what) {
          events.clear();
          if (what === 'all') pieces.clear();
        },
      });
    run().then(
      (value) => (result = value),
      () => abort(transaction),
    );
  });
}

/** One of its requests may have aborted it already. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has been aborted.
  }
}

const getResponse = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The device has no answer.'));
  });
