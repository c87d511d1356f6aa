/** Deletes the accounts and profile fields that an import created. */
import type { Tx } from '../../../core/log/index.ts';
import { withIds, inList } from '../../../db/sql.ts';
import { deleteRowsWith } from '../../../db/delete-rows.ts';
import { dropPicture } from '../../../features/pictures/index.ts';
import { removeUnclaimedUploads } from '../../../features/uploads/index.ts';
import { deleteOwned, ownedIds } from './owned-rows.ts';

/** Deletes accounts that have never signed in and are no author of anything. */
export async function erasePeople(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await unused(tx, ids);
  const gone = rows.map(({ id }) => id);
  for (const { id, avatar_source: source } of rows) {
    if (source === 'U') await dropPicture(tx, 'avatar', id);
    await removeUnclaimedUploads(tx, id);
  }
  const channels = gone.flatMap((id) =>
    [...tx.cache.members.getChannels(id)].map((at) => [at, [id]] as const),
  );
  await deleteRowsWith(tx.connection, { column: 'user_id', ids: gone, kept: new Set() });
  await deleteOwned(tx, 'person', gone);
  await tx.touch({ users: gone, members: channels.map(([at, who]) => [at, [...who]]) });
  await unname(tx, gone);
  return gone.length;
}

/** What names accounts in other columns than `user_id` lasts without them, except that nobody mutes them any more. */
async function unname(tx: Tx, gone: readonly number[]): Promise<void> {
  for (const table of ['channel', 'channel_folder', 'user_group'] as const) {
    const made = await tx.q
      .updateTable(table)
      .set({ creator_id: null })
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'creator_id', gone))
      .returning('id')
      .execute();
    const ids = made.map(({ id }) => id);
    await tx.touch(table === 'channel' ? { channels: ids } : table === 'user_group' ? { groups: ids } : {});
  }
  // Their keys stay: owners who never signed in have read none.
  const owned = await tx.q
    .updateTable('person')
    .set({ bot_owner_id: null })
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'bot_owner_id', gone))
    .returning('id')
    .execute();
  await tx.touch({ users: owned.map(({ id }) => id) });
  await tx.q
    .deleteFrom('muted_user')
    .where(inList(tx.dialect, 'muted_id', gone))
    .execute();
}

/** Those who are no author of anything that stays. */
async function unused(tx: Tx, ids: readonly number[]) {
  const rows = await silent(tx, ids);
  const used = new Set<number>();
  for (const table of ['submessage', 'channel_email'] as const) {
    const some = await tx.q
      .selectFrom(table)
      .select('sender_id')
      .distinct()
      .where('org_id', '=', tx.orgId)
      .where(
        inList(
          tx.dialect,
          'sender_id',
          rows.map(({ id }) => id),
        ),
      )
      .execute();
    for (const { sender_id: id } of some) used.add(id);
  }
  return rows.filter(({ id }) => !used.has(id));
}

/** Those who have no messages, conversations or files. */
const silent = (tx: Tx, ids: readonly number[]) =>
  tx.q
    .selectFrom('person')
    .select(['id', 'avatar_source'])
    .where(withIds(tx.dialect, tx.orgId, ids))
    .where('first_sign_in_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attachment')
            .select('attachment.id')
            .whereRef('attachment.org_id', '=', 'person.org_id')
            .whereRef('owner_id', '=', 'person.id')
            .where('unclaimed_since', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('message').select('id').whereRef('sender_id', '=', 'person.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('direct_member').select('direct_id').whereRef('direct_member.user_id', '=', 'person.id'),
        ),
      ),
    )
    .execute();

/** Deletes fields in which nobody has entered anything since. */
export async function eraseFields(tx: Tx, ids: readonly number[]): Promise<number> {
  const gone = await ownedIds(tx, 'profile_field', ids);
  await tx.q
    .deleteFrom('profile_value')
    .where(inList(tx.dialect, 'field_id', gone))
    .execute();
  await deleteOwned(tx, 'profile_field', gone);
  return gone.length;
}
