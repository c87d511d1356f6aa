/** Custom keys, stored on this device, since keyboards differ. */
import type { Client } from '../../connection/client.ts';
import { customKeys, parseCustomKeys, type CustomKeys } from '../../view/text/custom-keys.ts';
import { tryToStore, type StoredKey } from '../../store/base/storage.ts';

const storageKey = ({ live }: Client): StoredKey => `heddle-keys-${live.peek().own.user_id}`;

export function recallKeys(client: Client): void {
  customKeys.value = parseCustomKeys(localStorage.getItem(storageKey(client)));
}

export function keepKeyChoice(client: Client, keys: CustomKeys): void {
  customKeys.value = keys;
  tryToStore(localStorage, storageKey(client), JSON.stringify(keys));
}
