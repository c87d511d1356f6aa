/** PATCH /settings, in one transaction. */
import type { UpdateSettingsDefaultsParams, UpdateSettingsParams } from '../../../../wire/settings.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, userSetting } from '../../core/organization/index.ts';
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
import { changedSettings, checkTimezone } from './checks.ts';
import { withDefaults } from './queries.ts';
import { settingChanged } from './serialize.ts';
import { rememberEdited, storeSettings, updateUserSettings } from './targets.ts';

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
    if (email !== undefined && isDisposable) await requestEmailChange(tx, me.id, email, isDisposable);
    if (password) await storePassword(tx, me, password);
    if (password && params.revoke_api_keys === true) await revokeAccess(app, tx, user, me.sessionId);
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
