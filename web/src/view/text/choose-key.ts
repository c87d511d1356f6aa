/** Choosing another key for a command: which keys are available, and which commands use them. */
import { getKeys, type CustomKeys } from './custom-keys.ts';
import { keyTable, type KeyCommand, type KeyRow } from './key-table.ts';
import { pressName, type Press } from './keys.ts';

export type KeyChoice =
  | { key: string; usedBy: KeyRow | undefined }
  /**
   * `reserved`: the browser or a control needs it. `typed`: it types a character, and the command works in text fields.
   */
  | { refused: 'reserved' | 'typed' };

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);
const reserved = new Set(['Tab', 'Enter', 'Escape', 'Backspace', 'Delete']);
/** The clipboard, browser tabs and windows, and browser menus. */
const ofBrowsers = /^Ctrl-[acfnprtvwxyz]$|^Alt-/i;

/** @returns undefined while only a modifier is pressed */
export function chooseKey(press: Press, row: KeyRow): KeyChoice | undefined {
  if (modifiers.has(press.key)) return undefined;
  const key = pressName(press);
  if (key === undefined || reserved.has(press.key) || ofBrowsers.test(key)) return { refused: 'reserved' };
  if (row.anywhere === true && !key.startsWith('Ctrl-')) return { refused: 'typed' };
  const usedBy = keyTable.find((each) => each !== row && getKeys(each).includes(key));
  return usedBy?.isFixed === true ? { refused: 'reserved' } : { key, usedBy };
}

/** The command gets only this key, which is removed from other commands. */
export function withKey(custom: CustomKeys, command: KeyCommand, key: string): CustomKeys {
  const others = keyTable.filter((row) => row.command !== command && getKeys(row).includes(key));
  const freed: CustomKeys = Object.fromEntries(
    others.map((row) => [row.command, getKeys(row).filter((each) => each !== key)] as const),
  );
  return { ...custom, ...freed, [command]: [key] };
}

/** Restores the default keys, and removes them from commands that have taken them. */
export function withoutCustomKey(custom: CustomKeys, command: KeyCommand): CustomKeys {
  const usual = keyTable.find((row) => row.command === command)?.keys ?? [];
  const { [command]: _, ...rest } = custom;
  // The keys of `CustomKeys` are commands.
  const entries = Object.entries(rest) as [KeyCommand, readonly string[]][];
  return Object.fromEntries(
    entries.map(([each, keys]) => [each, keys.filter((key) => !usual.includes(key))]),
  );
}
