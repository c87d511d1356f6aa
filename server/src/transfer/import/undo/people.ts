/** Deletes the accounts and profile fields that an import created. */
import { sql } from 'kysely';
import type { AppContext } from '../../../core/context/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { Db } from '../../../db/db.ts';
import { withIds, inList } from '../../../db/sql.ts';
import { deleteRowsWith } from '../../../db/delete-rows.ts';
import { dropPicture } from '../../../features/pictures/index.ts';
import { removeUnclaimedUploads } from '../../../features/uploads/index.ts';
import { deleteOwned, ownedIds } from './owned-rows.ts';
import type { Pace } from './pace.ts';

/** Rows of a table that has no index by people, looked at together. */
const lookedAtOnce = 20_000;

/**
 * Before the accounts: deletes the reactions of those that will go. Reactions and votes are not found by people, so that all are
 * looked at, a part at a time; for each few accounts again, an undo would stop the server as long as there are many.
 * @returns those who have voted or changed a list, who stay
 */
export async function eraseTheirReactions(
  app: AppContext,
  orgId: number,
  people: readonly number[],
  pace: Pace,
): Promise<ReadonlySet<number>> {
  const { read } = app.db;
  const going = new Set<number>();
  for (let at = 0; at < people.length; at += peopleAtOnce)
    for (const { id } of await pace.run(() =>
      silent({ db: read, orgId }, people.slice(at, at + peopleAtOnce)),
    ))
      going.add(id);
  const authors = new Set<number>();
  for await (const some of lookThrough(read, 'submessage', going, pace))
    for (const { person } of some) authors.add(person);
  const unvoiced = going.difference(authors);
  for await (const some of lookThrough(read, 'reaction', unvoiced, pace))
    for (let at = 0; at < some.length; at += pace.rows)
      await pace.run(() =>
        app.db.write(orgId, 'system', (tx) =>
          eraseReactionRows(
            tx,
            some.slice(at, at + pace.rows).map(({ id }) => id),
          ),
        ),
      );
  return authors;
}

const peopleAtOnce = 500;

const personColumn = { submessage: 'sender_id', reaction: 'user_id' } as const;

async function* lookThrough(
  { q }: Db,
  table: keyof typeof personColumn,
  people: ReadonlySet<number>,
  pace: Pace,
): AsyncGenerator<{ id: number; person: number }[]> {
  // Accounts of an import have been made one after the other, so that most other rows are left out by the database.
  const [least, most] = bounds(people);
  const person = sql.ref<number>(personColumn[table]);
  const newest = await q
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  for (let from = 0; people.size > 0 && from < (newest?.id ?? 0); from += lookedAtOnce) {
    const rows = await pace.run(() =>
      q
        .selectFrom(table)
        .select(['id', person.as('person')])
        .where('id', '>', from)
        .where('id', '<=', from + lookedAtOnce)
        .where(person, '>=', least)
        .where(person, '<=', most)
        .execute(),
    );
    yield rows.filter((row) => people.has(row.person));
  }
}

function bounds(people: ReadonlySet<number>): [number, number] {
  let [least, most] = [Infinity, 0];
  for (const id of people) [least, most] = [Math.min(least, id), Math.max(most, id)];
  return [people.size === 0 ? 0 : least, most];
}

async function eraseReactionRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.q
    .deleteFrom('reaction')
    .where(inList(tx.dialect, 'id', ids))
    .execute();
}

/** In place of their rows by `user_id`, by which these tables have no index. */
const foundOtherwise = new Set(['reaction', 'group_member', 'message_pin'] as const);

/**
 * Deletes accounts that have never signed in and are no author of anything, after their reactions.
 * @param authors Those of votes, as far as they are known.
 */
export async function erasePeople(
  tx: Tx,
  ids: readonly number[],
  authors: ReadonlySet<number>,
): Promise<number> {
  const rows = await unused(tx, ids, authors);
  const gone = rows.map(({ id }) => id);
  for (const { id, avatar_source: source } of rows) {
    if (source === 'U') await dropPicture(tx, 'avatar', id);
    await removeUnclaimedUploads(tx, id);
  }
  const channels = gone.flatMap((id) =>
    [...tx.cache.members.getChannels(id)].map((at) => [at, [id]] as const),
  );
  await deleteRowsWith(tx.connection, { column: 'user_id', ids: gone, kept: foundOtherwise });
  await leaveGroups(tx, gone);
  await tx.q
    .deleteFrom('message_pin')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'user_id', gone))
    .execute();
  await deleteOwned(tx, 'person', gone);
  await tx.touch({ users: gone, members: channels.map(([at, who]) => [at, [...who]]) });
  await unname(tx, gone);
  return gone.length;
}

async function leaveGroups(tx: Tx, gone: readonly number[]): Promise<void> {
  const groups = [...tx.cache.groups.values()].filter(({ members }) => gone.some((id) => members.has(id)));
  const ids = groups.map(({ id }) => id);
  await tx.q
    .deleteFrom('group_member')
    .where(inList(tx.dialect, 'group_id', ids))
    .where(inList(tx.dialect, 'user_id', gone))
    .execute();
  await tx.touch({ groups: ids });
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
async function unused(tx: Tx, ids: readonly number[], authors: ReadonlySet<number>) {
  const rows = await silent({ db: tx, orgId: tx.orgId }, ids);
  const senders = await tx.q
    .selectFrom('channel_email')
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
  const used = new Set(senders.map((row) => row.sender_id));
  return rows.filter(({ id }) => !used.has(id) && !authors.has(id));
}

/** Those who have no messages, conversations or files. */
const silent = ({ db, orgId }: { db: Db; orgId: number }, ids: readonly number[]) =>
  db.q
    .selectFrom('person')
    .select(['id', 'avatar_source'])
    .where(withIds(db.dialect, orgId, ids))
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
