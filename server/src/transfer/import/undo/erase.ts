/** Deletes what an import has created. */
import { enqueue } from '../../../core/jobs/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { withIds, inList } from '../../../db/sql.ts';
import { deleteRowsWith } from '../../../db/delete-rows.ts';
import { eraseMessageRows, moveBeginning, shrinkTopic } from '../../../features/message-delete/index.ts';
import { uploadsJobs } from '../../../features/uploads/index.ts';
import { deleteOwned, ownedIds } from './owned-rows.ts';

export async function eraseMessages(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic', 'topic_key'])
    .where(withIds(tx.dialect, tx.orgId, ids))
    .orderBy('id')
    .execute();
  const there = rows.map((row) => row.id);
  await eraseMessageRows(tx, there);
  const topics = new Map(rows.map((row) => [`${String(row.channel_id)} ${row.topic_key}`, row]));
  for (const { channel_id: channelId, topic } of topics.values())
    if (channelId !== null) await shrinkTopic(tx, channelId, topic);
  for (const channelId of new Set(rows.map((row) => row.channel_id))) {
    const channel = channelId === null ? undefined : tx.cache.channels.get(channelId);
    if (channel) await moveBeginning(tx, channel, there);
  }
  return there.length;
}

/** Files that no message links to any more. */
export async function eraseFiles(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.q
    .selectFrom('attachment')
    .select(['id', 'path', 'size'])
    .where(withIds(tx.dialect, tx.orgId, ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attachment_claim').select('message_id').whereRef('attachment_id', '=', 'attachment.id'),
        ),
      ),
    )
    .execute();
  const gone = rows.map((row) => row.id);
  await deleteOwned(tx, 'attachment', gone);
  const bytes = rows.reduce((all, { size }) => all + size, 0);
  await tx.q
    .updateTable('upload_space')
    .set((eb) => ({ bytes: eb('bytes', '-', bytes) }))
    .where('org_id', '=', tx.orgId)
    .execute();
  for (const { path } of rows) await enqueue(tx, uploadsJobs.removeFile, { path });
  return rows.length;
}

/** Deactivated, as by a user: reactions elsewhere may use them. */
export async function retireEmoji(tx: Tx, ids: readonly number[]): Promise<number> {
  await tx.q
    .updateTable('custom_emoji')
    .set({ is_deactivated: 1 })
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
  return ids.length;
}

/** Those without messages. */
async function empty(tx: Tx, column: 'channel_id' | 'direct_id', ids: readonly number[]): Promise<number[]> {
  const used = await tx.q
    .selectFrom('message')
    .select(({ ref }) => ref(column).as('id'))
    .distinct()
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, column, ids))
    .execute();
  const kept = new Set(used.map((row) => row.id));
  return ids.filter((id) => !kept.has(id));
}

export async function eraseDirects(tx: Tx, ids: readonly number[]): Promise<number> {
  const gone = await empty(tx, 'direct_id', await ownedIds(tx, 'direct', ids));
  await tx.q
    .deleteFrom('direct_member')
    .where(inList(tx.dialect, 'direct_id', gone))
    .execute();
  await deleteOwned(tx, 'direct', gone);
  return gone.length;
}

export async function eraseChannels(tx: Tx, ids: readonly number[]): Promise<number> {
  const gone = await empty(tx, 'channel_id', await ownedIds(tx, 'channel', ids));
  const members = gone.map((id): [number, number[]] => [id, [...tx.cache.members.findUsers(id)]]);
  // Its rows are found by the people who are or were members: by channel the whole table would be read, several times.
  await tx.q
    .deleteFrom('subscription')
    .where(inList(tx.dialect, 'channel_id', gone))
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('membership')
        .select('user_id')
        .where(inList(tx.dialect, 'channel_id', gone)),
    )
    .execute();
  const kept = new Set(['message', 'subscription'] as const);
  await deleteRowsWith(tx.connection, { column: 'channel_id', ids: gone, kept });
  await deleteOwned(tx, 'channel', gone);
  await tx.touch({ channels: gone, members });
  return gone.length;
}
