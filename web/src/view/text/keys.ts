/** From key presses to commands, and names of keys. */
import { getKeys } from './custom-keys.ts';
import { keyTable, type KeyCommand } from './key-table.ts';
import { t } from './text.ts';

export type { KeyCommand } from './key-table.ts';

/** The properties of a keyboard event that matter here. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'shiftKey' | 'getModifierState' | 'code'>>;

/** @returns undefined for keys of the browser and of text fields */
export function getCommand(press: Press, { isWriting = false } = {}): KeyCommand | undefined {
  const name = pressName(press);
  if (name === undefined) return undefined;
  return keyTable.find((row) => getKeys(row).includes(name) && (!isWriting || row.anywhere === true))
    ?.command;
}

/** The key in the syntax of the key table; undefined for keys of the browser. */
export function pressName(press: Press): string | undefined {
  // Some keyboards type `@` and the like with AltGr, which sets Ctrl and Alt.
  const isWritten = press.getModifierState?.('AltGraph') === true;
  if (press.altKey && !isWritten) return altName(press);
  // On a Mac, the browser uses it to go back.
  if (press.metaKey && press.key === '[') return undefined;
  if ((press.ctrlKey || press.metaKey) && !isWritten) return `Ctrl-${press.key}`;
  // A character already implies whether Shift was pressed.
  const isShifted = press.shiftKey === true && (press.key === ' ' || press.key.startsWith('Arrow'));
  return isShifted ? `Shift-${press.key}` : press.key;
}

/** With other modifiers it moves between pages and words. On a Mac, Alt changes letters. */
function altName({ key, code = '', ctrlKey, metaKey }: Press): string | undefined {
  if (ctrlKey || metaKey) return undefined;
  const letter = /^[a-z]$/i.exec(key)?.[0] ?? /^Key([A-Z])$/.exec(code)?.[1];
  return letter && `Alt-${letter.toLowerCase()}`;
}

/** The key in hints: `Shift I`, or `⌘ K` on a Mac. */
export const keyLabel = (command: KeyCommand, isMac: boolean): string => keyLabels(command, isMac)[0] ?? '';

/** All keys of a command, for the help. */
export function keyLabels(command: KeyCommand, isMac: boolean): string[] {
  const row = keyTable.find((each) => each.command === command);
  return row === undefined ? [] : getKeys(row).map((key) => getKeyName(key, isMac));
}

/** @param key in the syntax of the key table */
export function getKeyName(key: string, isMac: boolean): string {
  if (/^\p{Lu}$/u.test(key)) return `${t('keys.shift')} ${key}`;
  if (key.startsWith('Ctrl-'))
    return `${controlLabel(isMac)} ${key.slice(5).replace(/^[a-z]$/, (c) => c.toUpperCase())}`;
  if (key.startsWith('Alt-')) return `${isMac ? '⌥' : 'Alt'} ${key.slice(4).toUpperCase()}`;
  return key
    .replace(/^\p{Ll}$/u, (c) => c.toUpperCase())
    .replace('Shift-', `${t('keys.shift')} `)
    .replace(/ $/, t('keys.space'))
    .replace('PageDown', t('keys.pageDownKey'))
    .replace('PageUp', t('keys.pageUpKey'))
    .replace('Escape', 'Esc')
    .replace('Home', t('keys.home'))
    .replace('End', t('keys.end'))
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace('ArrowLeft', '←');
}

/** The name as on the keyboard. */
export const controlLabel = (isMac: boolean): string => (isMac ? '⌘' : t('keys.control'));
