/** Values that the browser stores by key. */
import type { SessionKey } from '../../../../wire/session-keys.ts';
import { getKeys } from './objects.ts';

/**
 * Whatever this client stores by key, and whose it is. Values of a person are deleted when that person signs out, and for another person
 * before anything is shown or sent; those of a session (`sessionKeys`) also when it ends in another way; those of the device stay.
 */
const owners = {
  'heddle-draft-links': 'person',
  'heddle-draft-places': 'person',
  'heddle-drafts': 'person',
  'heddle-outbox': 'person',
  'heddle-outbox-tabs': 'person',
  'heddle-pending-settings': 'person',
  'heddle-reads': 'person',
  'heddle-collapsed': 'device',
  'heddle-emoji': 'device',
  'heddle-expanded': 'device',
  'heddle-inbox-folded': 'device',
  'heddle-kept': 'device',
  'heddle-load-attempts': 'device',
  'heddle-look': 'device',
  'heddle-push': 'device',
  'heddle-right-open': 'device',
  'heddle-skin-tone': 'device',
  'heddle-sound-speed': 'device',
  'heddle-tab': 'device',
  'heddle-website-previews': 'device',
  'heddle-writer': 'device',
} as const;

/** Neither more nor fewer than the pages without an account delete. */
const ofSession: Readonly<Record<SessionKey, true>> = { 'heddle-searches': true };

type ListedKey = keyof typeof owners | SessionKey;
/** The shortcuts of an account are stored under its ID. */
export type StoredKey = ListedKey | `heddle-keys-${number}`;

export const sessionKeys = getKeys(ofSession);

export const personalKeys: readonly ListedKey[] = [
  ...getKeys(owners).filter((key) => owners[key] === 'person'),
  ...sessionKeys,
];

/** The storage of a browser, for the keys of this client. */
export type KeyedStorage = {
  getItem(key: StoredKey): string | null;
  setItem(key: StoredKey, value: string): void;
  removeItem(key: StoredKey): void;
};

/** @returns whether it was stored: the storage of the browser may be full */
export function tryToStore(storage: Pick<KeyedStorage, 'setItem'>, key: StoredKey, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** A value that this client has stored as JSON; `otherwise` if there is none, or it cannot be parsed. */
export function parseStored<Value>(text: string | null, otherwise: Value): Value {
  try {
    // The shape is not validated, since only this client writes these keys.
    return (JSON.parse(text ?? 'null') as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}
