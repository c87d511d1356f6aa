/**
 * Marks messages as read that users kept unread but can no longer read, because they were sent before they subscribed and
 * the history of the channel becomes protected.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../core/log/index.ts';
import { receivedInChannel } from '../../core/messages/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import { flagBit, removeFlagBits } from '../../core/read-state/index.ts';
import { emitFlags } from './flags.ts';

const keptUnreceived = prepared<{ channel_id: number }>()((q, p) =>
  q
    .selectFrom('message_flag')
    .innerJoin('message', 'message.id', 'message_flag.message_id')
    .select(['message.id', 'message_flag.user_id'])
    .where('message.channel_id', '=', p.channel_id)
    .where(sql<boolean>`(message_flag.bits & ${sql.lit(flagBit.keptUnread)}) <> 0`)
    .where(sql<boolean>`NOT ${receivedInChannel(sql.ref('message_flag.user_id'))}`)
    .orderBy('message.id')
    .orderBy('message_flag.user_id'),
);

const isProtected = ({ isPrivate, isHistoryPublic }: Channel): boolean => isPrivate && !isHistoryPublic;

/** Call after the change of the channel. */
export async function readUnseen(tx: Tx, before: Channel, after: Channel): Promise<void> {
  if (isProtected(before) || !isProtected(after)) return;
  const rows = await tx.rows(keptUnreceived, { channel_id: after.id });
  for (const [userId, some] of Map.groupBy(rows, (row) => row.user_id)) {
    const ids = some.map((row) => row.id);
    await removeFlagBits(tx, userId, ids, flagBit.keptUnread);
    emitFlags(tx, userId, { op: 'add', flag: 'read' }, ids);
  }
}
