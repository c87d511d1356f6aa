/** PATCH /settings, in one transaction. */
import type {
  UpdateSettingsDefaultsParams,
  UpdateSettingsParams,
  StoredUserSettings,
} from '../../../../wire/settings.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Principal,
  type User,
  userSetting,
  type OrganizationCache,
  allMembers,
} from '../../core/organization/index.ts';
import { audienceAbout, userChanged } from '../../core/users/index.ts';
import { moveQuiet } from '../do-not-disturb/index.ts';
import { disposableCheck } from '../domains/index.ts';
import { type Board, type SeenRow, come, leave, presenceBoards } from '../presence/index.ts';
import { requestEmailChange, revokeAccess } from '../users/index.ts';
import { apiError } from '../../lib/errors.ts';
import {
  changeOwnName,
  changeVisibility,
  checkedPassword,
  limitEmailChange,
  storePassword,
} from './account.ts';
import { changedSettings, checkTimezone, givenSettings } from './checks.ts';
import { withDefaults, withoutDefaults } from './queries.ts';
import { settingChanged } from './serialize.ts';
import { roles } from '../../../../wire/core.ts';
import { isSharedSetting } from '../../../../wire/personal-setting-rights.ts';
import { inList } from '../../db/sql.ts';
import { groupById } from '../../core/groups/index.ts';
import { dropDrafts } from '../drafts/index.ts';

/** @param ip Of the request, for the limits on wrong passwords. */
export async function updateSettings(
  app: AppContext,
  me: Principal,
  ip: string,
  params: UpdateSettingsParams,
): Promise<void> {
  const { target_users: targets } = params;
  if (targets) {
    await app.db.write(me.orgId, me, (tx) => updateUserSettings(tx, ownUser(tx, me), targets, params));
    return;
  }
  const password = await checkedPassword(app, me, ip, params);
  const email = params.email?.trim();
  const isDisposable = email === undefined ? undefined : await disposableCheck();
  const board = params.presence_enabled === undefined ? undefined : await presenceBoards(app).of(me.orgId);
  const write = async (tx: Tx) => {
    if (params.full_name !== undefined) await changeOwnName(tx, ownUser(tx, me), params.full_name);
    if (params.timezone !== undefined) await changeTimezone(tx, ownUser(tx, me), params.timezone);
    const user = ownUser(tx, me);
    await changeSettings(tx, user, params);
    if (password) await storePassword(tx, me, password);
    if (password && params.revoke_api_keys === true) await revokeAccess(app, tx, user, me.sessionId);
    // A new password cancels earlier requests, but not this one.
    if (email !== undefined && isDisposable) await requestEmailChange(tx, me.id, email, isDisposable);
    return board && changePresence(tx, user, ownUser(tx, me), board);
  };
  const seen = await limitEmailChange(app, me, email, () => app.db.write(me.orgId, me, write));
  if (board && seen) showPresence(board, seen);
}

/** Emits the presence, or its end, if the setting has changed. @returns what the board shows after the commit */
async function changePresence(tx: Tx, before: User, after: User, board: Board): Promise<SeenRow | undefined> {
  const isWanted = userSetting(after, 'presence_enabled');
  return isWanted === userSetting(before, 'presence_enabled') ? undefined : storePresence(tx, after, board);
}

const storePresence = (tx: Tx, user: User, board: Board): Promise<SeenRow | undefined> =>
  userSetting(user, 'presence_enabled')
    ? come(tx, user, { activeAt: tx.now, connectedAt: tx.now }, board)
    : leave(tx, user, board);

function showPresence(board: Board, seen: SeenRow): void {
  if (seen.hasLeft) board.leave(seen);
  else board.publish([seen]);
}

/** Changes the setting and emits the presence. @returns a function to call after the commit */
export async function switchPresence(
  tx: Tx,
  me: Principal,
  isOn: boolean,
  board: Board,
): Promise<() => void> {
  await changeSettings(tx, ownUser(tx, me), { presence_enabled: isOn });
  const seen = await storePresence(tx, ownUser(tx, me), board);
  return () => {
    if (seen) showPresence(board, seen);
  };
}

/** Idempotent. */
export const turnOffSetting = (
  tx: Tx,
  user: User,
  name:
    | 'enable_offline_email_notifications'
    | 'enable_followed_topic_email_notifications'
    | 'enable_digest_emails',
): Promise<void> => changeSettings(tx, user, { [name]: false });

function ownUser(tx: Tx, me: Principal): User {
  const user = tx.cache.users.get(me.id);
  if (!user?.isActive) throw apiError('users.account-deactivated');
  return user;
}

async function changeSettings(tx: Tx, user: User, params: UpdateSettingsDefaultsParams): Promise<void> {
  const now = withDefaults(user.settings);
  const changes = changedSettings(now, params);
  if (changes.length === 0) return;
  await storeSettings(tx, user, Object.fromEntries(changes));
  await rememberEdited(
    tx,
    user.id,
    changes.map(([name]) => name),
  );
  for (const [name, value] of changes) tx.emit(settingChanged(name, value), { users: [user.id] });
  const { allow_private_data_export: consented } = params;
  if (consented !== undefined && consented !== now.allow_private_data_export)
    tx.emit({ type: 'realm_export_consent', user_id: user.id, consented }, { administrators: true });
  await changeVisibility(tx, user, now.email_address_visibility, params.email_address_visibility);
}

async function changeTimezone(tx: Tx, user: User, timezone: string): Promise<void> {
  if (timezone === user.timezone) return;
  checkTimezone(timezone);
  await tx.q
    .updateTable('person')
    .set({ timezone })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [user.id] });
  await moveQuiet(tx, user, timezone);
  tx.emit(settingChanged('timezone', timezone), { users: [user.id] });
  const person = { user_id: user.id, email: user.email, timezone };
  tx.emit(userChanged(person), await audienceAbout(tx, user));
}

// PATCH /settings with `target_users`: administrators change settings of others.

type Targets = NonNullable<UpdateSettingsParams['target_users']>;
type SettingName = keyof StoredUserSettings;

/**
 * Bots have no settings and are skipped.
 * @throws ApiError for callers who are not administrators, for unknown users and groups, and for settings that users
 * change only for themselves.
 */
async function updateUserSettings(
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

async function storeSettings(tx: Tx, user: User, change: Partial<StoredUserSettings>): Promise<void> {
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
async function rememberEdited(tx: Tx, userId: number, names: readonly SettingName[]): Promise<void> {
  await tx.q
    .insertInto('edited_setting')
    .values(names.map((name) => ({ user_id: userId, name })))
    .onConflict((oc) => oc.columns(['user_id', 'name']).doNothing())
    .execute();
}
