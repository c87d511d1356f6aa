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
  await tx.q
    .updateTable('channel')
    .set({ creator_id: null })
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'creator_id', gone))
    .execute();
  await deleteOwned(tx, 'person', gone);
  await tx.touch({ users: gone, members: channels.map(([at, who]) => [at, [...who]]) });
  return gone.length;
}

const unused = (tx: Tx, ids: readonly number[]) =>
  tx.q
    .selectFrom('person')
    .select(['id', 'avatar_source'])
    .where(withIds(tx.dialect, tx.orgId, ids))
    .where('first_sign_in_at', 'is', null)
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
