/** All keys and their commands: the table behind the listener, the hints on buttons, and the help. */
import type { TextKey } from './text.ts';

export type KeyGroup = 'reading' | 'writing' | 'message' | 'places';

type Row = {
  command: string;
  /** `Shift-i`, `Ctrl-k`; a single character as in `event.key`. The first one is shown in hints. */
  keys: readonly string[];
  group: KeyGroup;
  text: TextKey;
  /** Works in text fields too. */
  anywhere?: true;
  /** Cannot be changed, since other parts of the page or common habits rely on it. */
  isFixed?: true;
};

const table = [
  { command: 'next-topic', keys: ['n'], group: 'reading', text: 'keys.nextTopic' },
  { command: 'next-followed', keys: ['N'], group: 'reading', text: 'keys.nextFollowed' },
  { command: 'next-direct', keys: ['p'], group: 'reading', text: 'keys.nextDirect' },
  { command: 'next-message', keys: ['j', 'ArrowDown'], group: 'reading', text: 'keys.nextMessage' },
  { command: 'previous-message', keys: ['k', 'ArrowUp'], group: 'reading', text: 'keys.previousMessage' },
  { command: 'choose-next', keys: ['Shift-ArrowDown'], group: 'reading', text: 'keys.chooseNext' },
  { command: 'choose-previous', keys: ['Shift-ArrowUp'], group: 'reading', text: 'keys.choosePrevious' },
  { command: 'left', keys: ['h'], group: 'reading', text: 'keys.left' },
  { command: 'right', keys: ['l'], group: 'reading', text: 'keys.right' },
  { command: 'page-down', keys: ['PageDown', ' ', 'J'], group: 'reading', text: 'keys.pageDown' },
  { command: 'page-up', keys: ['PageUp', 'Shift- ', 'K'], group: 'reading', text: 'keys.pageUp' },
  { command: 'to-oldest', keys: ['Home'], group: 'reading', text: 'keys.toOldest' },
  { command: 'to-newest', keys: ['End', 'G'], group: 'reading', text: 'keys.toNewest' },
  {
    command: 'back',
    keys: ['Escape', 'Ctrl-['],
    group: 'reading',
    text: 'keys.backOrHome',
    anywhere: true,
    isFixed: true,
  },

  { command: 'new-message', keys: ['c'], group: 'writing', text: 'keys.newMessage' },
  { command: 'new-direct', keys: ['x'], group: 'writing', text: 'keys.newDirect' },
  { command: 'reply', keys: ['r', 'Enter'], group: 'writing', text: 'keys.reply' },
  { command: 'reply-sender', keys: ['R'], group: 'writing', text: 'keys.replySender' },
  { command: 'mention-sender', keys: ['@'], group: 'writing', text: 'keys.mentionSender' },
  { command: 'quote', keys: ['>'], group: 'writing', text: 'keys.quote' },
  { command: 'forward', keys: ['<'], group: 'writing', text: 'keys.forward' },
  {
    command: 'send',
    keys: ['Ctrl-Enter'],
    group: 'writing',
    text: 'keys.send',
    anywhere: true,
    isFixed: true,
  },
  { command: 'go-to-written', keys: ['Ctrl-.'], group: 'writing', text: 'keys.goToWritten', anywhere: true },
  { command: 'preview', keys: ['Alt-p'], group: 'writing', text: 'keys.preview', anywhere: true },
  { command: 'edit-last', keys: ['ArrowLeft'], group: 'writing', text: 'keys.editLast' },

  { command: 'edit', keys: ['e'], group: 'message', text: 'keys.edit' },
  { command: 'star', keys: ['Ctrl-s'], group: 'message', text: 'keys.star' },
  { command: 'react', keys: [':'], group: 'message', text: 'keys.react' },
  { command: 'thumbs-up', keys: ['+'], group: 'message', text: 'keys.thumbsUp' },
  { command: 'first-reaction', keys: ['='], group: 'message', text: 'keys.firstReaction' },
  { command: 'move', keys: ['m'], group: 'message', text: 'keys.move' },
  { command: 'mute-topic', keys: ['M'], group: 'message', text: 'keys.muteTopic' },
  { command: 'open-topic', keys: ['s'], group: 'message', text: 'keys.openTopic' },
  { command: 'open-channel', keys: ['S'], group: 'message', text: 'keys.openChannel' },
  { command: 'zoom', keys: ['z'], group: 'message', text: 'keys.zoom' },
  { command: 'mark-unread', keys: ['U'], group: 'message', text: 'keys.markUnread' },
  { command: 'sender-card', keys: ['u'], group: 'message', text: 'keys.senderCard' },
  { command: 'view-image', keys: ['v'], group: 'message', text: 'keys.viewImage' },
  { command: 'receipts', keys: ['V'], group: 'message', text: 'keys.receipts' },
  { command: 'history', keys: ['H'], group: 'message', text: 'keys.history' },
  { command: 'show-more', keys: ['-'], group: 'message', text: 'keys.showMore' },
  { command: 'more-actions', keys: ['i'], group: 'message', text: 'keys.moreActions' },

  { command: 'search', keys: ['/'], group: 'places', text: 'keys.search' },
  { command: 'switcher', keys: ['Ctrl-k'], group: 'places', text: 'keys.switcher', anywhere: true },
  { command: 'inbox', keys: ['I'], group: 'places', text: 'keys.inbox' },
  { command: 'recent', keys: ['t'], group: 'places', text: 'keys.recent' },
  { command: 'feed', keys: ['a'], group: 'places', text: 'keys.feed' },
  { command: 'direct-feed', keys: ['P'], group: 'places', text: 'keys.directFeed' },
  { command: 'starred', keys: ['*'], group: 'places', text: 'keys.starred' },
  { command: 'drafts', keys: ['d'], group: 'places', text: 'keys.drafts' },
  { command: 'topic-list', keys: ['y'], group: 'places', text: 'keys.topicList' },
  { command: 'previous-channel', keys: ['A'], group: 'places', text: 'keys.previousChannel' },
  { command: 'next-channel', keys: ['D'], group: 'places', text: 'keys.nextChannel' },
  { command: 'filter-left', keys: ['q'], group: 'places', text: 'keys.filterLeft' },
  { command: 'filter-people', keys: ['w'], group: 'places', text: 'keys.filterPeople' },
  { command: 'gear', keys: ['g'], group: 'places', text: 'keys.gear' },
  { command: 'help', keys: ['?'], group: 'places', text: 'keys.help' },
] as const satisfies readonly Row[];

export type KeyCommand = (typeof table)[number]['command'];

export type KeyRow = Row & { command: KeyCommand };

export const keyTable: readonly KeyRow[] = table;
