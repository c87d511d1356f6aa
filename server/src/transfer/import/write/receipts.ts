/**
 * In channels whose history is not shared, people read what they received. An imported membership is cut into spans that cover
 * just these messages; what is sent here later is in the last, open one.
 */
import { Bulk, type BulkTable } from '../../../db/bulk.ts';
import type { Tx } from '../../../core/log/index.ts';

export interface ImportedReceipts {
  channelId: number;
  messageId: number;
  receivers: ReadonlySet<number>;
}

const membershipTable: BulkTable = {
  name: 'membership',
  columns: {
    channel_id: 'int',
    user_id: 'int',
    from_message_id: 'int',
    from_position: 'int',
    to_message_id: 'int',
    to_position: 'int',
  },
};

/** Below all positions of the log, since no event belongs to these spans; in the order of messages, as spans are read. */
const positionBefore = (messageId: number): number => messageId - 2 ** 52;

/** @param receipts In the order of message IDs, in the transaction that inserts the messages. */
export async function storeReceipts(tx: Tx, receipts: readonly ImportedReceipts[]): Promise<void> {
  for (const [channelId, some] of Map.groupBy(receipts, (one) => one.channelId)) {
    const members = [...tx.cache.members.findUsers(channelId)];
    const people = new Set(members);
    for (const { receivers } of some) for (const userId of receivers) people.add(userId);
    const ended: [number, Span][] = [];
    const moved = new Map<number, number[]>();
    for (const userId of people) {
      const open = tx.cache.members.get(channelId, userId)?.fromMessageId;
      const spans = cutSpans(some, userId, open);
      for (const span of spans.ended) ended.push([userId, span]);
      if (open === undefined || spans.open === open) continue;
      moved.set(spans.open, [...(moved.get(spans.open) ?? []), userId]);
    }
    await new Bulk(tx).insert(
      membershipTable,
      ended.map(([userId, { from, to }]) => [
        channelId,
        userId,
        from,
        positionBefore(from),
        to,
        positionBefore(from),
      ]),
    );
    for (const [from, userIds] of moved) await beginAt(tx, channelId, from, userIds);
    const changed = [...moved.values()].flat();
    if (changed.length > 0) await tx.touch({ members: [[channelId, changed]] });
  }
}

interface Span {
  from: number;
  /** The first message after it. */
  to: number;
}

/** @param open Where the membership begins that has not ended; of someone who is no member, nothing stays open. */
function cutSpans(
  receipts: readonly ImportedReceipts[],
  userId: number,
  open: number | undefined,
): { ended: Span[]; open: number } {
  const ended: Span[] = [];
  let from = open;
  let last = 0;
  for (const { messageId, receivers } of receipts) {
    if (receivers.has(userId)) from ??= messageId;
    else if (from !== undefined) {
      if (from < messageId) ended.push({ from, to: messageId });
      from = undefined;
    }
    last = messageId;
  }
  if (open === undefined && from !== undefined) ended.push({ from, to: last + 1 });
  return { ended, open: from ?? last + 1 };
}

const usersAtOnce = 500;

async function beginAt(tx: Tx, channelId: number, from: number, userIds: readonly number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += usersAtOnce)
    await tx.q
      .updateTable('membership')
      .set({ from_message_id: from })
      .where('channel_id', '=', channelId)
      .where('to_position', 'is', null)
      .where('user_id', 'in', userIds.slice(at, at + usersAtOnce))
      .execute();
}

/** From the first message that a person received to the first one after the last. */
export interface EndedSpan {
  userId: number;
  from: number;
  to: number;
}

const spansAtOnce = 500;

/** Adds spans that have ended; some may be there already, from an attempt that ended early. */
export async function addEndedSpans(tx: Tx, channelId: number, spans: readonly EndedSpan[]): Promise<void> {
  for (let at = 0; at < spans.length; at += spansAtOnce)
    await tx.q
      .insertInto('membership')
      .values(
        spans.slice(at, at + spansAtOnce).map(({ userId, from, to }) => ({
          channel_id: channelId,
          user_id: userId,
          from_message_id: from,
          from_position: positionBefore(from),
          to_message_id: to,
          to_position: positionBefore(from),
        })),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
}
