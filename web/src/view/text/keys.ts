/** Every key and what it does: the one table that the listener, the hints on buttons and the help sheet read. */
import { t, type TextKey } from './text.ts';

export type KeyCommand =
  | 'next-topic'
  | 'next-direct'
  | 'next-message'
  | 'previous-message'
  | 'reply'
  | 'quote'
  | 'new-message'
  | 'new-direct'
  | 'go-to-written'
  | 'edit'
  | 'star'
  | 'react'
  | 'move'
  | 'open-topic'
  | 'open-channel'
  | 'more-actions'
  | 'show-more'
  | 'feed'
  | 'recent'
  | 'inbox'
  | 'search'
  | 'switcher'
  | 'filter-left'
  | 'filter-people'
  | 'gear'
  | 'help'
  | 'back'
  | 'send'
  | 'page-down'
  | 'page-up'
  | 'to-oldest'
  | 'to-newest'
  | 'mark-unread';

export type KeyGroup = 'reading' | 'writing' | 'message' | 'places';

export type KeyRow = {
  command: KeyCommand;
  /** `Shift-i`, `Ctrl-k`; a single character as `event.key` gives it. The first is the one that is shown. */
  keys: readonly string[];
  group: KeyGroup;
  text: TextKey;
  /** Works while writing too. */
  anywhere?: true;
};

export const keyTable: readonly KeyRow[] = [
  { command: 'next-topic', keys: ['n'], group: 'reading', text: 'keys.nextTopic' },
  { command: 'next-direct', keys: ['p'], group: 'reading', text: 'keys.nextDirect' },
  { command: 'next-message', keys: ['j', 'ArrowDown'], group: 'reading', text: 'keys.nextMessage' },
  { command: 'previous-message', keys: ['k', 'ArrowUp'], group: 'reading', text: 'keys.previousMessage' },
  { command: 'page-down', keys: ['PageDown', ' ', 'J'], group: 'reading', text: 'keys.pageDown' },
  { command: 'page-up', keys: ['PageUp', 'Shift- ', 'K'], group: 'reading', text: 'keys.pageUp' },
  { command: 'to-oldest', keys: ['Home'], group: 'reading', text: 'keys.toOldest' },
  { command: 'to-newest', keys: ['End', 'G'], group: 'reading', text: 'keys.toNewest' },
  { command: 'back', keys: ['Escape'], group: 'reading', text: 'keys.back', anywhere: true },

  { command: 'new-message', keys: ['c'], group: 'writing', text: 'keys.newMessage' },
  { command: 'new-direct', keys: ['x'], group: 'writing', text: 'keys.newDirect' },
  { command: 'reply', keys: ['r', 'Enter'], group: 'writing', text: 'keys.reply' },
  { command: 'quote', keys: ['>'], group: 'writing', text: 'keys.quote' },
  { command: 'send', keys: ['Ctrl-Enter'], group: 'writing', text: 'keys.send', anywhere: true },
  { command: 'go-to-written', keys: ['Ctrl-.'], group: 'writing', text: 'keys.goToWritten', anywhere: true },

  { command: 'edit', keys: ['e'], group: 'message', text: 'keys.edit' },
  { command: 'star', keys: ['*'], group: 'message', text: 'keys.star' },
  { command: 'react', keys: ['+'], group: 'message', text: 'keys.react' },
  { command: 'move', keys: ['m'], group: 'message', text: 'keys.move' },
  { command: 'open-topic', keys: ['s'], group: 'message', text: 'keys.openTopic' },
  { command: 'open-channel', keys: ['S'], group: 'message', text: 'keys.openChannel' },
  { command: 'mark-unread', keys: ['U'], group: 'message', text: 'keys.markUnread' },
  { command: 'show-more', keys: ['-'], group: 'message', text: 'keys.showMore' },
  { command: 'more-actions', keys: ['i'], group: 'message', text: 'keys.moreActions' },

  { command: 'search', keys: ['/'], group: 'places', text: 'keys.search' },
  { command: 'switcher', keys: ['Ctrl-k'], group: 'places', text: 'keys.switcher', anywhere: true },
  { command: 'inbox', keys: ['I'], group: 'places', text: 'keys.inbox' },
  { command: 'recent', keys: ['t'], group: 'places', text: 'keys.recent' },
  { command: 'feed', keys: ['a'], group: 'places', text: 'keys.feed' },
  { command: 'filter-left', keys: ['q'], group: 'places', text: 'keys.filterLeft' },
  { command: 'filter-people', keys: ['w'], group: 'places', text: 'keys.filterPeople' },
  { command: 'gear', keys: ['g'], group: 'places', text: 'keys.gear' },
  { command: 'help', keys: ['?'], group: 'places', text: 'keys.help' },
];

/** What of a keyboard event matters here. */
export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey?: boolean };

/** @returns the command, or undefined: keys of the browser and of text fields stay theirs */
export function getCommand(press: Press, isWriting: boolean): KeyCommand | undefined {
  if (press.altKey) return undefined;
  const plain = press.key === ' ' && press.shiftKey === true ? 'Shift- ' : press.key;
  const name = press.ctrlKey || press.metaKey ? `Ctrl-${press.key}` : plain;
  return keyTable.find((row) => row.keys.includes(name) && (!isWriting || row.anywhere === true))?.command;
}

/** The key that hints show: `Shift I`, `⌘ K` on a Mac. */
export const keyLabel = (command: KeyCommand, isMac: boolean): string => keyLabels(command, isMac)[0] ?? '';

/** All keys of a command, as the help sheet shows them. */
export const keyLabels = (command: KeyCommand, isMac: boolean): string[] =>
  keyTable.find((row) => row.command === command)?.keys.map((key) => getLabel(key, isMac)) ?? [];

function getLabel(key: string, isMac: boolean): string {
  if (/^[A-Z]$/.test(key)) return `${t('keys.shift')} ${key}`;
  if (key.startsWith('Ctrl-'))
    return `${controlLabel(isMac)} ${key.slice(5).replace(/^[a-z]$/, (c) => c.toUpperCase())}`;
  return key
    .replace(/^[a-z]$/, (c) => c.toUpperCase())
    .replace('Shift-', `${t('keys.shift')} `)
    .replace(/ $/, t('keys.space'))
    .replace('PageDown', t('keys.pageDownKey'))
    .replace('PageUp', t('keys.pageUpKey'))
    .replace('Escape', 'Esc')
    .replace('Home', t('keys.home'))
    .replace('End', t('keys.end'))
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓');
}

/** As it stands on the key. */
export const controlLabel = (isMac: boolean): string => (isMac ? '⌘' : t('keys.control'));
