/** What each command does, in the order of the help. Apart from the keys, so that the page can begin without it. */
import { keyTable, type KeyCommand, type KeyRow } from './key-table.ts';
import type { TextKey } from './text.ts';

export const keyGroups = ['reading', 'writing', 'message', 'places'] as const;

type KeyGroup = (typeof keyGroups)[number];

const texts: Readonly<Record<KeyCommand, { group: KeyGroup; text: TextKey }>> = {
  'next-topic': { group: 'reading', text: 'keys.nextTopic' },
  'next-followed': { group: 'reading', text: 'keys.nextFollowed' },
  'next-direct': { group: 'reading', text: 'keys.nextDirect' },
  'next-message': { group: 'reading', text: 'keys.nextMessage' },
  'previous-message': { group: 'reading', text: 'keys.previousMessage' },
  'choose-next': { group: 'reading', text: 'keys.chooseNext' },
  'choose-previous': { group: 'reading', text: 'keys.choosePrevious' },
  left: { group: 'reading', text: 'keys.left' },
  right: { group: 'reading', text: 'keys.right' },
  'page-down': { group: 'reading', text: 'keys.pageDown' },
  'page-up': { group: 'reading', text: 'keys.pageUp' },
  'to-oldest': { group: 'reading', text: 'keys.toOldest' },
  'to-newest': { group: 'reading', text: 'keys.toNewest' },
  back: { group: 'reading', text: 'keys.backOrHome' },
  'new-message': { group: 'writing', text: 'keys.newMessage' },
  'new-direct': { group: 'writing', text: 'keys.newDirect' },
  reply: { group: 'writing', text: 'keys.reply' },
  'reply-sender': { group: 'writing', text: 'keys.replySender' },
  'mention-sender': { group: 'writing', text: 'keys.mentionSender' },
  quote: { group: 'writing', text: 'keys.quote' },
  forward: { group: 'writing', text: 'keys.forward' },
  send: { group: 'writing', text: 'keys.send' },
  'go-to-written': { group: 'writing', text: 'keys.goToWritten' },
  preview: { group: 'writing', text: 'keys.preview' },
  record: { group: 'writing', text: 'keys.record' },
  'edit-last': { group: 'writing', text: 'keys.editLast' },
  edit: { group: 'message', text: 'keys.edit' },
  star: { group: 'message', text: 'keys.star' },
  'pin-message': { group: 'message', text: 'keys.pinMessage' },
  react: { group: 'message', text: 'keys.react' },
  'thumbs-up': { group: 'message', text: 'keys.thumbsUp' },
  'first-reaction': { group: 'message', text: 'keys.firstReaction' },
  move: { group: 'message', text: 'keys.move' },
  'mute-topic': { group: 'message', text: 'keys.muteTopic' },
  'open-topic': { group: 'message', text: 'keys.openTopic' },
  'open-channel': { group: 'message', text: 'keys.openChannel' },
  zoom: { group: 'message', text: 'keys.zoom' },
  'mark-unread': { group: 'message', text: 'keys.markUnread' },
  'sender-card': { group: 'message', text: 'keys.senderCard' },
  'view-image': { group: 'message', text: 'keys.viewImage' },
  receipts: { group: 'message', text: 'keys.receipts' },
  history: { group: 'message', text: 'keys.history' },
  'show-more': { group: 'message', text: 'keys.showMore' },
  'more-actions': { group: 'message', text: 'keys.moreActions' },
  search: { group: 'places', text: 'keys.search' },
  switcher: { group: 'places', text: 'keys.switcher' },
  inbox: { group: 'places', text: 'keys.inbox' },
  recent: { group: 'places', text: 'keys.recent' },
  feed: { group: 'places', text: 'keys.feed' },
  'direct-feed': { group: 'places', text: 'keys.directFeed' },
  starred: { group: 'places', text: 'keys.starred' },
  drafts: { group: 'places', text: 'keys.drafts' },
  'topic-list': { group: 'places', text: 'keys.topicList' },
  'jump-to-day': { group: 'places', text: 'jump.title' },
  'previous-channel': { group: 'places', text: 'keys.previousChannel' },
  'next-channel': { group: 'places', text: 'keys.nextChannel' },
  'filter-left': { group: 'places', text: 'keys.filterLeft' },
  'filter-people': { group: 'places', text: 'keys.filterPeople' },
  gear: { group: 'places', text: 'keys.gear' },
  help: { group: 'places', text: 'keys.help' },
};

export const commandText = (command: KeyCommand): TextKey => texts[command].text;

export const rowsOfGroup = (group: KeyGroup): KeyRow[] =>
  keyTable.filter(({ command }) => texts[command].group === group);
