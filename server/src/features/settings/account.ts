/** Changes of the account by PATCH /settings: name, email address, its visibility, and password. */
import { roles } from '../../../../wire/core.ts';
import type { UpdateSettingsParams } from '../../../../wire/settings.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, organizationSettings } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import {
  audienceAbout,
  checkNameIsFree,
  checkPasswordStrength,
  checkedFullName,
  deleteLinks,
  hiddenAddress,
  seesEmailIf,
  userChanged,
} from '../../core/users/index.ts';
import { personWithPassword } from '../sign-in/index.ts';
import { changeName } from '../users/index.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { limitUses } from '../../http/limits.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { emailKey } from '../../lib/text.ts';

/** @throws ApiError for an invalid name, and if the organization allows only administrators to change it */
export async function changeOwnName(tx: Tx, user: User, given: string): Promise<void> {
  const name = checkedFullName(given);
  if (name === user.fullName) return;
  if (organizationSettings(tx.cache).name_changes_disabled && user.role > roles.administrator)
    throw apiError('users.names-fixed');
  checkNameIsFree(tx.cache, name, user.id);
  await changeName(tx, user, name);
}

/** Any user can have emails sent to any address by this, so it is limited. */
const addressLimits = defineService((app: AppContext) => [
  makeLimit(app, 'email change, hour', { seconds: 3600, count: 2 }),
  makeLimit(app, 'email change, day', { seconds: 86_400, count: 5 }),
]);

/** Runs a write that requests a change of the email address, if `email` is another one. @throws ApiError 429 above the limit */
export function limitEmailChange<Result>(
  app: AppContext,
  me: Principal,
  email: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  if (email === undefined || email === me.user.deliveryEmail) return write();
  return limitUses(app, { limits: addressLimits(app), key: String(me.id) }, write);
}

interface NewPassword {
  before: string | null;
  after: string;
}

const wrongPassword = () => apiError('password.wrong');

/** @returns both hashes if there is a new password. @throws ApiError if the old one is wrong, or the new one weak. */
export async function checkedPassword(
  app: AppContext,
  me: Principal,
  ip: string,
  { old_password, new_password }: Pick<UpdateSettingsParams, 'old_password' | 'new_password'>,
): Promise<NewPassword | undefined> {
  if (new_password === '') {
    if (old_password !== '') throw apiError('password.choose-new');
    return undefined;
  }
  const { deliveryEmail, fullName } = me.user;
  const given = { username: deliveryEmail, password: old_password };
  const from = { orgId: me.orgId, ip, confirmsAs: me.id };
  const { passwordHash } = await personWithPassword(app, from, given).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED' ? wrongPassword() : error;
  });
  await checkPasswordStrength(me.cache, new_password, { email: deliveryEmail, fullName });
  return { before: passwordHash, after: await hashPassword(new_password) };
}

/** Ends all other sessions, and links that were sent for another password. */
export async function storePassword(tx: Tx, me: Principal, { before, after }: NewPassword): Promise<void> {
  const { numUpdatedRows } = await tx.q
    .updateTable('person')
    .set({ password_hash: after, must_change_password: 0 })
    .where('id', '=', me.id)
    .where('org_id', '=', tx.orgId)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw wrongPassword();
  await deleteLinks(tx, me.id, 'reset');
  await endUserSessions(tx, me.id, me.sessionId);
}

const everyone = 1;

/** Emits an event to users who gain or lose access to the email address, and updates the one shown by the API. */
export async function changeVisibility(
  tx: Tx,
  user: User,
  before: number,
  after: number | undefined,
): Promise<void> {
  if (after === undefined || after === before) return;
  const audience = await audienceAbout(tx, user);
  const users = [...tx.cache.users.values()].filter(
    (one) =>
      one.isActive &&
      seesEmailIf(one, user, before) !== seesEmailIf(one, user, after) &&
      (one.role !== roles.guest || audience.everyone === true || audience.users?.includes(one.id) === true),
  );
  const [viewer] = users;
  if (viewer) {
    // The choices are nested, so all affected users gain access, or all lose it.
    const delivery_email = seesEmailIf(viewer, user, after) ? user.deliveryEmail : null;
    tx.emit(userChanged({ user_id: user.id, delivery_email }), { users: users.map(({ id }) => id) });
  }
  const email = after === everyone ? user.deliveryEmail : hiddenAddress(user.id);
  if (email === user.email) return;
  await tx.q
    .updateTable('person')
    .set({ email, email_key: emailKey(email) })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [user.id] });
  tx.emit(userChanged({ user_id: user.id, new_email: email }), audience);
}
