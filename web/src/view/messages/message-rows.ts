/** A range of history as rows: days, conversations, groups of one sender, and the line above new messages. */
import type { Message } from '../../../../wire/messages.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import type { OutboxItem } from '../../store/writing/outbox.ts';
import { dayKey, type Clock } from '../text/times.ts';

export type MessageRow =
  | { kind: 'beginning'; key: string }
  | { kind: 'day'; key: string; seconds: number }
  /** In mixed views, above the messages of each conversation. */
  | { kind: 'conversation'; key: string; conversation: Destination; messageId: number }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; id: number; isFirstOfGroup: boolean }
  /** A message that is being sent. */
  | { kind: 'pending'; key: string; item: OutboxItem; isFirstOfGroup: boolean };

export type RowsInput = {
  ids: readonly number[];
  readMessage: (id: number) => Message | undefined;
  ownId: number;
  clock: Clock;
  /** The view is a single conversation: no headers between messages. */
  isOne: boolean;
  /** ID of the first message that was unread when the view opened. */
  firstUnread: number | undefined;
  hasOldest: boolean;
  pending: readonly OutboxItem[];
};

const groupSeconds = 5 * 60;

export function messageRows(input: RowsInput): MessageRow[] {
  const rows: MessageRow[] = input.hasOldest ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let last: PlacedMessage | undefined;
  for (const id of input.ids) {
    const message = input.readMessage(id);
    if (message === undefined) continue;
    const placed = getPlace(message, input);
    const before = rows.length;
    addBreaks(rows, input, last, placed);
    const isFirstOfGroup = rows.length > before || last === undefined || !continues(last.message, message);
    rows.push({ kind: 'message', key: `m${id}`, id, isFirstOfGroup });
    last = placed;
  }
  return addPending(rows, input, last?.message);
}

/** What decides which rows are inserted between two messages, computed once per message. */
type PlacedMessage = { message: Message; day: string; conversation: Destination | undefined; place: string };

function getPlace(message: Message, { clock, isOne, ownId }: RowsInput): PlacedMessage {
  const day = dayKey(message.timestamp, clock);
  const conversation = isOne ? undefined : getConversation(message, ownId);
  return { message, day, conversation, place: conversation === undefined ? '' : narrowKey(conversation) };
}

function addBreaks(
  rows: MessageRow[],
  input: RowsInput,
  last: PlacedMessage | undefined,
  next: PlacedMessage,
): void {
  const { id, timestamp } = next.message;
  const isNewDay = last?.day !== next.day;
  if (isNewDay) rows.push({ kind: 'day', key: `d${next.day}`, seconds: timestamp });
  if (id === input.firstUnread) rows.push({ kind: 'unread', key: 'unread' });
  const { conversation } = next;
  if (conversation !== undefined && (isNewDay || last.place !== next.place))
    rows.push({ kind: 'conversation', key: `c${id}`, conversation, messageId: id });
}

const continues = (last: Message, message: Message): boolean =>
  last.sender_id === message.sender_id &&
  message.timestamp - last.timestamp < groupSeconds &&
  !message.is_me_message &&
  !last.is_me_message;

function addPending(
  rows: MessageRow[],
  { pending, ownId }: RowsInput,
  last: Message | undefined,
): MessageRow[] {
  for (const [index, item] of pending.entries()) {
    const isOwn = last?.sender_id === ownId && item.writtenAt / 1000 - last.timestamp < groupSeconds;
    rows.push({ kind: 'pending', key: `p${item.localId}`, item, isFirstOfGroup: index === 0 && !isOwn });
  }
  return rows;
}

/** In mixed views, a header and its messages; `last` is the index of the last one. */
export type Section = {
  header: Extract<MessageRow, { kind: 'conversation' }>;
  first: number;
  last: number;
};

/** The section of a row; a line directly above the next header belongs to none. */
export function sectionAt(rows: readonly MessageRow[], index: number): Section | undefined {
  let first = index;
  while (first >= 0 && rows[first]?.kind !== 'conversation') first--;
  const header = rows[first];
  if (header?.kind !== 'conversation') return undefined;
  let last = index + 1;
  while (last < rows.length && rows[last]?.kind !== 'conversation') last++;
  do last--;
  while (last > first && rows[last]?.kind !== 'message');
  return index > last ? undefined : { header, first, last };
}

/** The row of a message, or of the first message after it. */
function getRowIndex(rows: readonly MessageRow[], id: number): number {
  return rows.findIndex((row) => row.kind === 'message' && row.id >= id);
}

/** The row to open at for a message: the header or line above it is included. */
export function openingRow(rows: readonly MessageRow[], id: number): number {
  const index = getRowIndex(rows, id);
  const before = rows.slice(0, Math.max(0, index)).findLastIndex(({ kind }) => kind === 'message');
  const line = rows.findIndex(({ kind }, at) => kind === 'unread' && at > before && at < index);
  return line < 0 ? index : line;
}

/** The message before or after one, which may have been deleted; the first or last if none is given. */
export function neighbour(
  rows: readonly MessageRow[],
  id: number | undefined,
  step: 1 | -1,
): number | undefined {
  const ids = rows.flatMap((row) => (row.kind === 'message' ? [row.id] : []));
  if (id === undefined) return step === 1 ? ids[0] : ids.at(-1);
  return step === 1 ? ids.find((other) => other > id) : ids.findLast((other) => other < id);
}
