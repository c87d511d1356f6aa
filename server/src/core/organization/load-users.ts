/** Loads rows of users, with what other tables have about them, for the cache of their organization. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Role } from '../../../../wire/core.ts';
import type { ProfileData } from '../../../../wire/users.ts';
import type { Db } from '../../db/db.ts';
import type { PersonTable } from '../../db/schema.ts';
import { withIds, inList, ofOrganization } from '../../db/sql.ts';
import { parseSettings } from './load.ts';
import type { User } from './types.ts';
import { parseStored } from '../../lib/json.ts';

/** `null` asks for all rows of the organization. */
type Ids = readonly number[] | null;

const noProfile: Readonly<ProfileData> = Object.freeze({});
const none: readonly never[] = Object.freeze([]);

export async function loadUsers(db: Db, orgId: number, ids: Ids): Promise<User[]> {
  const all = db.q.selectFrom('person').selectAll();
  const query = ids ? all.where(withIds(db.dialect, orgId, ids)) : all.where('org_id', '=', orgId);
  const rows = await query.orderBy('id').execute();
  const profiles = await loadProfiles(db, orgId, ids);
  const words = await loadAlertWords(db, orgId, ids);
  const muters = await loadMuters(db, orgId, ids);
  return rows.map((row) =>
    toUser(row, {
      profile: profiles.get(row.id) ?? noProfile,
      alertWords: words.get(row.id) ?? none,
      mutedBy: muters.get(row.id) ?? none,
    }),
  );
}

/** By ids if there are any: see `ofOrganization`. */
const personIn = (orgId: number, ids: Ids): RawBuilder<boolean> =>
  ids ? ofOrganization(orgId, 'person.org_id') : sql<boolean>`person.org_id = ${orgId}`;

async function loadMuters(db: Db, orgId: number, ids: Ids): Promise<Map<number, number[]>> {
  let query = db.q
    .selectFrom('muted_user')
    .innerJoin('person', 'person.id', 'muted_user.muted_id')
    .select(['muted_user.user_id', 'muted_user.muted_id'])
    .where(personIn(orgId, ids));
  if (ids) query = query.where(inList(db.dialect, 'muted_user.muted_id', ids));
  const rows = await query.orderBy('muted_user.user_id').execute();
  return valuesBy(
    rows,
    (row) => row.muted_id,
    (row) => row.user_id,
  );
}

async function loadAlertWords(db: Db, orgId: number, ids: Ids): Promise<Map<number, string[]>> {
  let query = db.q
    .selectFrom('alert_word')
    .innerJoin('person', 'person.id', 'alert_word.user_id')
    .select(['user_id', 'word'])
    .where(personIn(orgId, ids));
  if (ids) query = query.where(inList(db.dialect, 'user_id', ids));
  const rows = await query.orderBy('word_key').execute();
  return valuesBy(
    rows,
    (row) => row.user_id,
    (row) => row.word,
  );
}

function valuesBy<Row, Value>(
  rows: readonly Row[],
  key: (row: Row) => number,
  value: (row: Row) => Value,
): Map<number, Value[]> {
  const values = new Map<number, Value[]>();
  for (const row of rows) {
    const known = values.get(key(row));
    if (known) known.push(value(row));
    else values.set(key(row), [value(row)]);
  }
  return values;
}

async function loadProfiles(db: Db, orgId: number, ids: Ids): Promise<Map<number, ProfileData>> {
  let query = db.q
    .selectFrom('profile_value')
    .innerJoin('profile_field', 'profile_field.id', 'profile_value.field_id')
    .select(['profile_value.user_id', 'field_id', 'value', 'rendered'])
    .where('profile_field.org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'profile_value.user_id', ids));
  const profiles = new Map<number, ProfileData>();
  for (const { user_id, field_id, value, rendered } of await query.execute()) {
    const profile = profiles.get(user_id) ?? {};
    profile[field_id] = rendered === null ? { value } : { value, rendered_value: rendered };
    profiles.set(user_id, profile);
  }
  return profiles;
}

function toUser(
  row: Selectable<PersonTable>,
  others: Pick<User, 'profile' | 'alertWords' | 'mutedBy'>,
): User {
  return {
    id: row.id,
    email: row.email,
    emailKey: row.email_key,
    deliveryEmail: row.delivery_email,
    deliveryEmailKey: row.delivery_email_key,
    fullName: row.full_name,
    // Only roles are stored.
    role: row.role as Role,
    isActive: row.is_active === 1,
    isBot: row.is_bot === 1,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    isSystem: row.is_system === 1,
    isImportedStub: row.is_imported_stub === 1,
    isDeleted: row.is_deleted === 1,
    dateJoined: row.date_joined,
    timezone: row.timezone,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    apiKeyHash: row.api_key_hash,
    grants: row.grants === '[]' ? none : parseStored<string[]>(row.grants),
    settings: parseSettings(row.settings),
    ...others,
  };
}
