/**
 * Messages that were read while the server could not be reached, for the next visit; shared by all tabs of the browser.
 */
import { parseStored, tryToStore } from '../base/storage.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const readsKey = 'heddle-reads';

/** The earliest reads are dropped above this number, since a browser stores five million characters per site. */
const longest = 5000;

export const unsentReads = (storage: Pick<Store, 'getItem'>): number[] =>
  parseStored(storage.getItem(readsKey), []);

export function addUnsentReads(storage: Store, ids: readonly number[]): void {
  write(storage, new Set([...unsentReads(storage), ...ids]));
}

export function removeUnsentReads(storage: Store, ids: readonly number[]): void {
  const left = new Set(unsentReads(storage));
  for (const id of ids) left.delete(id);
  write(storage, left);
}

function write(storage: Store, ids: ReadonlySet<number>): void {
  if (ids.size === 0) storage.removeItem(readsKey);
  else tryToStore(storage, readsKey, JSON.stringify([...ids].slice(-longest)));
}
