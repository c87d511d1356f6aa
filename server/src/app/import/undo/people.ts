/** Accounts that an import made, and fields of profiles. */
import type { Tx } from '../../../core/log/index.ts';
import { inList } from '../../../db/sql.ts';
import { dropPicture } from '../../../features/pictures/index.ts';
import { removeUnclaimedOf } from '../../../features/uploads/index.ts';
import { isKept } from '../../organization-archive/decision.ts';
import { decisionFor, decisions } from '../../organization-archive/tables.ts';

/** Those who have never signed in, and from whom nothing is left. */
export async function erasePeople(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await unused(tx, ids);
  const gone = rows.map(({ id }) => id);
  for (const { id, avatar_source: source } of rows) {
    if (source === 'U') await dropPicture(tx, 'avatar', id);
    await removeUnclaimedOf(tx, id);
  }
  const channels = gone.flatMap((id) =>
    [...tx.cache.members.getChannels(id)].map((at) => [at, [id]] as const),
  );
  for (const table of tablesOfPeople())
    await tx.connection.run(`DELETE FROM ${table} WHERE user_id IN (${gone.join(',') || '0'})`, []);
  await tx.q
    .updateTable('channel')
    .set({ creator_id: null })
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'creator_id', gone))
    .execute();
  await tx.q
    .deleteFrom('person')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', gone))
    .execute();
  await tx.touch({ users: gone, members: channels.map(([at, who]) => [at, [...who]]) });
  return gone.length;
}

const unused = (tx: Tx, ids: readonly number[]) =>
  tx.q
    .selectFrom('person')
    .select(['id', 'avatar_source'])
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', ids))
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

/** All that have rows of single people. */
function tablesOfPeople(): string[] {
  return Object.keys(decisions).filter((table) => {
    const decision = decisionFor(table);
    if (!decision || table === 'person') return false;
    if (isKept(decision)) return Object.hasOwn(decision.columns, 'user_id');
    return ownRows.has(table);
  });
}

/** Of those that no archive of an organization has. */
const ownRows: ReadonlySet<string> = new Set([
  ...['session', 'two_factor', 'passkey', 'recovery_code', 'account_link', 'client_device', 'push_token'],
  ...['event_queue', 'send_key'],
]);

/** Those in which nobody has written anything since. */
export async function eraseFields(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.q
    .selectFrom('profile_field')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', ids))
    .execute();
  const gone = rows.map(({ id }) => id);
  await tx.q
    .deleteFrom('profile_value')
    .where(inList(tx.dialect, 'field_id', gone))
    .execute();
  await tx.q
    .deleteFrom('profile_field')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', gone))
    .execute();
  return gone.length;
}
