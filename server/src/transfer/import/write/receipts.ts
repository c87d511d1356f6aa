/**
 * In channels whose history is not shared, people read what they received. An imported membership is cut into spans that cover
 * just these messages; what is sent here later is in the last, open one.
 */
import { sql } from 'kysely';
import { Bulk, type BulkTable } from '../../../db/bulk.ts';
import { listedRows } from '../../../db/sql.ts';
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
  // Some may be there from an attempt that ended early.
  keepsExisting: true,
};

/** Below all positions of the log, since no event belongs to these spans; in the order of messages, as spans are read. */
const positionBefore = (messageId: number): number => messageId - 2 ** 52;

/** @param receipts In the order of message IDs, in the transaction that inserts the messages. */
export async function storeReceipts(tx: Tx, receipts: readonly ImportedReceipts[]): Promise<void> {
  const ended: EndedSpan[] = [];
  for (const [channelId, some] of Map.groupBy(receipts, (one) => one.channelId)) {
    const spans = cutSpans(some, membersSince(tx, channelId));
    for (const span of spans.ended) ended.push(span);
    const moved = new Map<number, number>();
    for (const userId of tx.cache.members.findUsers(channelId)) {
      const from = spans.open.get(userId) ?? spans.end;
      if (from !== tx.cache.members.get(channelId, userId)?.fromMessageId) moved.set(userId, from);
    }
    await beginAt(tx, channelId, moved);
  }
  await addEndedSpans(tx, ended);
}

/** From the first message that a person received to the first one after the last. */
export interface EndedSpan {
  channelId: number;
  userId: number;
  from: number;
  to: number;
}

export async function addEndedSpans(tx: Tx, spans: readonly EndedSpan[]): Promise<void> {
  await new Bulk(tx).insert(
    membershipTable,
    spans.map(({ channelId, userId, from, to }) => [
      channelId,
      userId,
      from,
      positionBefore(from),
      to,
      positionBefore(from),
    ]),
  );
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
): { ended: EndedSpan[]; open: ReadonlyMap<number, number>; end: number } {
  const members = new Set(open.keys());
  const ended: EndedSpan[] = [];
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

/**
 * Lets memberships that have not ended begin with other messages.
 * @param since By user, the message.
 */
export async function beginAt(tx: Tx, channelId: number, since: ReadonlyMap<number, number>): Promise<void> {
  if (since.size === 0) return;
  const rows = Array.from(since, ([userId, from]) => [channelId, userId, from]);
  // The channel is in the list, so that SQLite looks the rows of each person up, and does not go through those of the channel.
  await sql`UPDATE membership SET from_message_id = moved.began
    FROM ${listedRows(tx.dialect, ['place', 'person', 'began'], rows)} AS moved
    WHERE channel_id = moved.place AND user_id = moved.person AND to_position IS NULL`.execute(tx.q);
  await tx.touch({ members: [[channelId, [...since.keys()]]] });
}
