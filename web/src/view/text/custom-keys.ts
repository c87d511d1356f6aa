/** Keys that the person has chosen in place of the defaults. */
import { signal } from '@preact/signals';
import { keyTable, type KeyCommand, type KeyRow } from './key-table.ts';
import { parseStored } from '../../store/base/storage.ts';

/** By command; empty if other commands have taken all of its keys. */
export type CustomKeys = Readonly<Partial<Record<KeyCommand, readonly string[]>>>;

export const customKeys = signal<CustomKeys>({});

export const getKeys = ({ command, keys }: KeyRow): readonly string[] => customKeys.value[command] ?? keys;

/** The stored value may be from another version, or invalid. */
export function parseCustomKeys(stored: string | null): CustomKeys {
  const given = parseStored<Record<string, unknown>>(stored, {});
  const isKeys = (keys: unknown): keys is string[] =>
    Array.isArray(keys) && keys.every((key) => typeof key === 'string' && key.length < 20);
  const known = keyTable.filter(({ command, isFixed }) => isFixed !== true && isKeys(given[command]));
  return Object.fromEntries(known.map(({ command }) => [command, given[command]]));
}
