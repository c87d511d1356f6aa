/** All keys and their commands: the table behind the listener, the hints on buttons, and the help. */

type Row = {
  command: string;
  /** `Shift-i`, `Ctrl-k`; a single character as in `event.key`. The first one is shown in hints. */
  keys: readonly string[];
  /** Works in text fields too. */
  anywhere?: true;
  /** Cannot be changed, since other parts of the page or common habits rely on it. */
  isFixed?: true;
};

const table = [
  { command: 'next-topic', keys: ['n'] },
  { command: 'next-followed', keys: ['N'] },
  { command: 'next-direct', keys: ['p'] },
  { command: 'next-message', keys: ['j', 'ArrowDown'] },
  { command: 'previous-message', keys: ['k', 'ArrowUp'] },
  { command: 'choose-next', keys: ['Shift-ArrowDown'] },
  { command: 'choose-previous', keys: ['Shift-ArrowUp'] },
  { command: 'left', keys: ['h'] },
  { command: 'right', keys: ['l'] },
  { command: 'page-down', keys: ['PageDown', ' ', 'J'] },
  { command: 'page-up', keys: ['PageUp', 'Shift- ', 'K'] },
  { command: 'to-oldest', keys: ['Home'] },
  { command: 'to-newest', keys: ['End', 'G'] },
  { command: 'back', keys: ['Escape', 'Ctrl-['], anywhere: true, isFixed: true },

  { command: 'new-message', keys: ['c'] },
  { command: 'new-direct', keys: ['x'] },
  { command: 'reply', keys: ['r', 'Enter'] },
  { command: 'reply-sender', keys: ['R'] },
  { command: 'mention-sender', keys: ['@'] },
  { command: 'quote', keys: ['>'] },
  { command: 'forward', keys: ['<'] },
  { command: 'send', keys: ['Ctrl-Enter'], anywhere: true, isFixed: true },
  { command: 'go-to-written', keys: ['Ctrl-.'], anywhere: true },
  { command: 'preview', keys: ['Alt-p'], anywhere: true },
  { command: 'record', keys: ['Alt-r'], anywhere: true },
  { command: 'edit-last', keys: ['ArrowLeft'] },

  { command: 'edit', keys: ['e'] },
  { command: 'star', keys: ['Ctrl-s'] },
  { command: 'pin-message', keys: ['f'] },
  { command: 'react', keys: [':'] },
  { command: 'thumbs-up', keys: ['+'] },
  { command: 'first-reaction', keys: ['='] },
  { command: 'move', keys: ['m'] },
  { command: 'mute-topic', keys: ['M'] },
  { command: 'open-topic', keys: ['s'] },
  { command: 'open-channel', keys: ['S'] },
  { command: 'zoom', keys: ['z'] },
  { command: 'mark-unread', keys: ['U'] },
  { command: 'sender-card', keys: ['u'] },
  { command: 'view-image', keys: ['v'] },
  { command: 'receipts', keys: ['V'] },
  { command: 'history', keys: ['H'] },
  { command: 'show-more', keys: ['-'] },
  { command: 'more-actions', keys: ['i'] },

  { command: 'search', keys: ['/'] },
  { command: 'switcher', keys: ['Ctrl-k'], anywhere: true },
  { command: 'inbox', keys: ['I'] },
  { command: 'recent', keys: ['t'] },
  { command: 'feed', keys: ['a'] },
  { command: 'direct-feed', keys: ['P'] },
  { command: 'starred', keys: ['*'] },
  { command: 'drafts', keys: ['d'] },
  { command: 'topic-list', keys: ['y'] },
  { command: 'jump-to-day', keys: ['T'] },
  { command: 'previous-channel', keys: ['A'] },
  { command: 'next-channel', keys: ['D'] },
  { command: 'filter-left', keys: ['q'] },
  { command: 'filter-people', keys: ['w'] },
  { command: 'gear', keys: ['g'] },
  { command: 'help', keys: ['?'] },
] as const satisfies readonly Row[];

export type KeyCommand = (typeof table)[number]['command'];

export type KeyRow = Row & { command: KeyCommand };

export const keyTable: readonly KeyRow[] = table;
