/**
 * The owner of what this device stores: drafts, unsent messages, read marks. They outlive an expired session for the same user, except
 * recent searches; they are deleted when that user signs out, and are never shown to or sent by anyone else.
 */
import { parseStored, personalKeys, sessionKeys, tryToStore, type KeyedStorage } from '../base/storage.ts';

export const searchesKey = 'heddle-searches';
export const writerKey = 'heddle-writer';

/** `person` identifies an account on any server; `mark` identifies the session, if there is one. */
export type Writer = { person: string; mark: string | undefined };

/** The owner after a sign-out, for what an open page still writes. */
const nobody: Writer = { person: '', mark: undefined };

/**
 * Deletes what another user has left. Called before anything stored is shown or sent.
 * @returns whether there was another user
 */
export function claimStorages(storages: readonly KeyedStorage[], writer: Writer): boolean {
  const others = storages.filter((storage) => {
    const before = getWriter(storage);
    return before !== undefined && before.person !== writer.person;
  });
  for (const storage of others) clearStorage(storage);
  for (const storage of storages) if (getWriter(storage)?.mark !== writer.mark) endSession(storage);
  for (const storage of storages) tryToStore(storage, writerKey, JSON.stringify(writer));
  return others.length > 0;
}

/** Called when a session has ended in whatever way. */
export function endSession(storage: Pick<KeyedStorage, 'removeItem'>): void {
  for (const key of sessionKeys) storage.removeItem(key);
}

/** Called at sign-out. */
export function deletePersonalData(storages: readonly KeyedStorage[]): void {
  for (const storage of storages) {
    clearStorage(storage);
    tryToStore(storage, writerKey, JSON.stringify(nobody));
  }
}

/**
 * Whether the data were written in this session. Until the server has named the user, only the session can be compared.
 */
export const isOfSession = (storage: Pick<KeyedStorage, 'getItem'>, mark: string | undefined): boolean =>
  mark !== undefined && getWriter(storage)?.mark === mark;

function clearStorage(storage: KeyedStorage): void {
  for (const key of personalKeys) storage.removeItem(key);
}

/** Texts whose owner cannot be read count as those of another user. */
function getWriter(storage: Pick<KeyedStorage, 'getItem'>): Writer | undefined {
  const stored = storage.getItem(writerKey);
  return stored === null ? undefined : parseStored(stored, nobody);
}
