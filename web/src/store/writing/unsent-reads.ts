/** Which messages were read while the server could not be reached, for the next visit: all tabs of the browser share them. */
import { tryToStore } from '../storage.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const readsKey = 'heddle-reads';

/** What was read first is lost beyond that: a storage of a browser has five million characters for everything. */
const longest = 5000;

export const unsentReads = (storage: Pick<Store, 'getItem'>): number[] =>
  JSON.parse(storage.getItem(readsKey) ?? '[]') as number[];

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
