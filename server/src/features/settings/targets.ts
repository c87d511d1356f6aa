/** PATCH /settings with `target_users`: administrators change settings of others. */
import { roles } from '../../../../wire/core.ts';
import { isSharedSetting } from '../../../../wire/personal-setting-rights.ts';
import type { StoredUserSettings, UpdateSettingsParams } from '../../../../wire/settings.ts';
import { inList } from '../../db/sql.ts';
import { groupById } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, type User, allMembers } from '../../core/organization/index.ts';
import { dropDrafts } from '../drafts/index.ts';
import { apiError } from '../../lib/errors.ts';
import { givenSettings } from './checks.ts';
import { withDefaults, withoutDefaults } from './queries.ts';
import { settingChanged } from './serialize.ts';

type Targets = NonNullable<UpdateSettingsParams['target_users']>;
type SettingName = keyof StoredUserSettings;

/**
 * Bots have no settings and are skipped.
 * @throws ApiError for callers who are not administrators, for unknown users and groups, and for settings that users
 * change only for themselves.
 */
export async function updateUserSettings(
  tx: Tx,
  author: User,
  targets: Targets,
  params: UpdateSettingsParams,
): Promise<void> {
  if (author.role > roles.administrator) throw apiError('permissions.administrator');
  const settings = givenSettings(params);
  const changesAccount =
    params.email !== undefined || params.old_password !== '' || params.new_password !== '';
  const isOwn = changesAccount || params.full_name !== undefined || params.timezone !== undefined;
  if (isOwn || settings.some(([name]) => !isSharedSetting(name))) throw apiError('settings.own-only');
  const people = getPeople(tx.cache, targets);
  const edited = targets.skip_if_already_edited ? await editedBy(tx, people) : new Set<string>();
  const changes = new Map<User, Partial<StoredUserSettings>>();
  for (const [name, value] of settings) {
    const changed = people.filter(
      (user) => withDefaults(user.settings)[name] !== value && !edited.has(editKey(user.id, name)),
    );
    for (const user of changed) changes.set(user, { ...changes.get(user), [name]: value });
    if (changed.length > 0) tx.emit(settingChanged(name, value), { users: changed.map(({ id }) => id) });
  }
  for (const [user, change] of changes) await storeSettings(tx, user, change);
}

export async function storeSettings(tx: Tx, user: User, change: Partial<StoredUserSettings>): Promise<void> {
  const settings = JSON.stringify(withoutDefaults({ ...withDefaults(user.settings), ...change }));
  await tx.q
    .updateTable('person')
    .set({ settings })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [user.id] });
  if (change.enable_drafts_synchronization === false) await dropDrafts(tx, user.id);
}

function getPeople(cache: OrganizationCache, { user_ids = [], group_ids = [] }: Targets): User[] {
  if (user_ids.length === 0 && group_ids.length === 0) throw apiError('settings.no-targets');
  const ids = new Set(user_ids);
  for (const id of user_ids)
    if (cache.users.get(id)?.isSystem !== false) throw apiError('users.invalid-id', { id });
  for (const id of group_ids)
    for (const member of allMembers(cache, groupById(cache, id, 'groups.invalid-id'))) ids.add(member);
  const people = [...ids].flatMap((id) => cache.users.get(id) ?? []);
  return people.filter((user) => !user.isBot).sort((a, b) => a.id - b.id);
}

const editKey = (userId: number, name: string): string => `${userId} ${name}`;

async function editedBy(tx: Tx, people: readonly User[]): Promise<Set<string>> {
  const rows = await tx.q
    .selectFrom('edited_setting')
    .select(['user_id', 'name'])
    .where(
      inList(
        tx.dialect,
        'user_id',
        people.map(({ id }) => id),
      ),
    )
    .execute();
  return new Set(rows.map(({ user_id, name }) => editKey(user_id, name)));
}

/** Remembers which settings users have changed themselves, for `skip_if_already_edited`. */
export async function rememberEdited(tx: Tx, userId: number, names: readonly SettingName[]): Promise<void> {
  await tx.q
    .insertInto('edited_setting')
    .values(names.map((name) => ({ user_id: userId, name })))
    .onConflict((oc) => oc.columns(['user_id', 'name']).doNothing())
    .execute();
}
