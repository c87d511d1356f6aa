/**
 * In channels whose history is not shared, people read what they received. An imported membership is cut into spans that cover
 * just these messages; what is sent here later is in the last, open one.
 */
import { Bulk, type BulkTable } from '../../../db/bulk.ts';
import { inList } from '../../../db/sql.ts';
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
  const ended: Span[] = [];
  for (const [channelId, some] of Map.groupBy(receipts, (one) => one.channelId)) {
    const spans = cutSpans(some, membersSince(tx, channelId));
    ended.push(...spans.ended);
    const moved = new Map<number, number[]>();
    for (const userId of tx.cache.members.findUsers(channelId)) {
      const from = spans.open.get(userId) ?? spans.end;
      if (from === tx.cache.members.get(channelId, userId)?.fromMessageId) continue;
      const users = moved.get(from);
      if (users) users.push(userId);
      else moved.set(from, [userId]);
    }
    for (const [from, userIds] of moved) await beginAt(tx, channelId, from, userIds);
  }
  await new Bulk(tx).insert(
    membershipTable,
    ended.map(({ channelId, userId, from, to }) => [
      channelId,
      userId,
      from,
      positionBefore(from),
      to,
      positionBefore(from),
    ]),
  );
}

interface Span {
  channelId: number;
  userId: number;
  from: number;
  /** The first message after it. */
  to: number;
}

/** Where the memberships begin that have not ended. */
function membersSince({ cache }: Tx, channelId: number): Map<number, number> {
  const since = new Map<number, number>();
  for (const userId of cache.members.findUsers(channelId)) {
    const from = cache.members.get(channelId, userId)?.fromMessageId;
    if (from !== undefined) since.set(userId, from);
  }
  return since;
}

/**
 * @param open By user, where the membership begins that has not ended.
 * @returns what has ended, where what has not begins, and after the last message, where it begins for the other members; of
 * people who are no members, nothing stays open
 */
function cutSpans(
  receipts: readonly ImportedReceipts[],
  open: Map<number, number>,
): { ended: Span[]; open: ReadonlyMap<number, number>; end: number } {
  const members = new Set(open.keys());
  const ended: Span[] = [];
  let end = 0;
  for (const { channelId, messageId, receivers } of receipts) {
    // Those who had received what came before, and do not receive this one.
    for (const [userId, from] of open) {
      if (receivers.has(userId)) continue;
      if (from < messageId) ended.push({ channelId, userId, from, to: messageId });
      open.delete(userId);
    }
    for (const userId of receivers) if (!open.has(userId)) open.set(userId, messageId);
    end = messageId + 1;
  }
  const channelId = receipts[0]?.channelId ?? 0;
  for (const [userId, from] of open)
    if (!members.has(userId)) ended.push({ channelId, userId, from, to: end });
  return { ended, open, end };
}

const usersAtOnce = 500;

/** Lets memberships that have not ended begin with another message. */
export async function beginAt(
  tx: Tx,
  channelId: number,
  from: number,
  userIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < userIds.length; at += usersAtOnce)
    await tx.q
      .updateTable('membership')
      .set({ from_message_id: from })
      .where('channel_id', '=', channelId)
      .where('to_position', 'is', null)
      .where(inList(tx.dialect, 'user_id', userIds.slice(at, at + usersAtOnce)))
      .execute();
  await tx.touch({ members: [[channelId, [...userIds]]] });
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
