/** Bits of one user's rows in `message_flag`. A row without bits is deleted, at once or later, and has no meaning until then. */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listedIds, listValue } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import { flagBit } from './read-state.ts';

interface Change {
  user_id: number;
  list: unknown;
  bits: number;
}

const setBits = prepared<Change>()((q, p, dialect) =>
  q
    .insertInto('message_flag')
    .columns(['user_id', 'message_id', 'bits'])
    .expression(
      sql`SELECT CAST(${p.user_id} AS bigint), value, CAST(${p.bits} AS bigint)
        FROM ${listedIds(dialect, p.list)} WHERE true`,
    )
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'message_id'])
        .doUpdateSet({ bits: sql<number>`message_flag.bits | excluded.bits` }),
    ),
);

const clearBits = prepared<Change>()((q, p, dialect) =>
  q
    .updateTable('message_flag')
    .set({ bits: sql<number>`bits & ~CAST(${p.bits} AS bigint)` })
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'message_id', p.list)),
);

const dropEmpty = prepared<Omit<Change, 'bits'>>()((q, p, dialect) =>
  q
    .deleteFrom('message_flag')
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'message_id', p.list))
    .where('bits', '=', 0),
);

export async function addFlagBits(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  bits: number,
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.run(setBits, { user_id: userId, list: listValue(tx.dialect, messageIds), bits });
}

export async function removeFlagBits(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  bits: number,
): Promise<void> {
  if (messageIds.length === 0) return;
  const list = listValue(tx.dialect, messageIds);
  await tx.run(clearBits, { user_id: userId, list, bits });
  await tx.run(dropEmpty, { user_id: userId, list });
}

/** Sets a bit of one message for many users, for example for those whom it mentions. */
const setForPeople = prepared<{ message_id: number; list: unknown; bits: number }>()((q, p, dialect) =>
  q
    .insertInto('message_flag')
    .columns(['user_id', 'message_id', 'bits'])
    .expression(
      sql`SELECT value, CAST(${p.message_id} AS bigint), CAST(${p.bits} AS bigint)
        FROM ${listedIds(dialect, p.list)} WHERE true`,
    )
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'message_id'])
        .doUpdateSet({ bits: sql<number>`message_flag.bits | excluded.bits` }),
    ),
);

export async function addFlagBitsFor(
  tx: Tx,
  messageId: number,
  userIds: readonly number[],
  bits: number,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.run(setForPeople, { message_id: messageId, list: listValue(tx.dialect, userIds), bits });
}

const clearForAll = prepared<{ message_id: number; list: unknown; bits: number }>()((q, p, dialect) =>
  q
    .updateTable('message_flag')
    .set({ bits: sql<number>`bits & ~CAST(${p.bits} AS bigint)` })
    .where('message_id', '=', p.message_id)
    .where(sql<boolean>`(bits & CAST(${p.bits} AS bigint)) <> 0`)
    .where(sql<boolean>`NOT (${inListParam(dialect, 'user_id', p.list)})`),
);

const deleteEmptyFlags = prepared<{ message_id: number }>()((q, p) =>
  q.deleteFrom('message_flag').where('message_id', '=', p.message_id).where('bits', '=', 0),
);

/** Sets a bit of one message for exactly these users, and clears it for all others. */
export async function replaceUserFlagBits(
  tx: Tx,
  messageId: number,
  bits: number,
  userIds: readonly number[],
): Promise<void> {
  const list = listValue(tx.dialect, userIds);
  const changed = await tx.run(clearForAll, { message_id: messageId, list, bits });
  if (changed > 0) await tx.run(deleteEmptyFlags, { message_id: messageId });
  await addFlagBitsFor(tx, messageId, userIds, bits);
}

const deleteKeptFlags = prepared<{ channel_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .updateTable('message_flag')
    .set({ bits: sql<number>`bits & ~${sql.lit(flagBit.keptUnread)}` })
    .where(
      sql<boolean>`user_id IN (SELECT former.user_id FROM membership AS former
        WHERE former.channel_id = ${p.channel_id} AND ${inListParam(dialect, 'former.user_id', p.list)})`,
    )
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.keptUnread)}) <> 0`)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.reachedOutside)}) = 0`)
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM message
        WHERE message.id = message_flag.message_id AND message.channel_id = ${p.channel_id})`,
    ),
);

/** Called before users rejoin a channel: what they kept unread before they left counts as read, unless it has `reachedOutside`. */
export async function deleteKeptUnread(
  tx: Tx,
  joining: readonly { userId: number; channelId: number }[],
): Promise<void> {
  for (const [channelId, some] of Map.groupBy(joining, (one) => one.channelId)) {
    const userIds = some.map((one) => one.userId);
    await tx.run(deleteKeptFlags, { channel_id: channelId, list: listValue(tx.dialect, userIds) });
  }
}
