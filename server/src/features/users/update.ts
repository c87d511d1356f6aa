/** PATCH /users/{user_id}: name, role, email address and profile of another user, in one transaction. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { UpdateUserParams } from '../../../../wire/users.ts';
import type { PersonTable } from '../../db/schema.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  currentUser,
} from '../../core/organization/index.ts';
import {
  audienceAbout,
  checkEmailIsFree,
  checkNameIsFree,
  checkedFullName,
  deleteEmailLinks,
  emailInUse,
  getUserVisibility,
  hasGrant,
  isAboveAdministrators,
  noSuchUser,
  parsedEmail,
  userByEmail,
  userChanged,
} from '../../core/users/index.ts';
import { checkMayJoin, disposableCheck } from '../domains/index.ts';
import { changeProfile } from '../profile-fields/index.ts';
import { apiError } from '../../lib/errors.ts';
import { emailKey } from '../../lib/text.ts';
import { changeRole } from './role.ts';

export type UserChanges = Pick<UpdateUserParams, 'full_name' | 'role' | 'new_email' | 'profile_data'>;

/** @param ref An id, or an email address visible to the caller. */
export async function updateUser(
  app: AppContext,
  me: Principal,
  ref: number | string,
  changes: UserChanges,
): Promise<void> {
  const isDisposable = changes.new_email === undefined ? undefined : await disposableCheck();
  try {
    await app.db.write(me.orgId, me, async (tx) => {
      const author = currentUser(tx.cache, me);
      const user = await userToAdminister(tx, author, ref);
      const checked = checkedChanges(tx.cache, author, user, changes);
      if (isDisposable && checked.email !== user.deliveryEmail)
        await checkMayJoin(tx, tx.cache, isDisposable, checked.email);
      await changeAddress(tx, user, checked.email);
      await changeName(tx, user, checked.fullName);
      await changeProfile(tx, user.id, changes.profile_data ?? [], author);
      await changeRole(tx, user, checked.role);
      await auditUser(tx, user, 'update', {
        before: { full_name: user.fullName, delivery_email: user.deliveryEmail, profile_field_ids: [] },
        after: {
          full_name: checked.fullName,
          delivery_email: checked.email,
          profile_field_ids: (changes.profile_data ?? []).map(({ id }) => id),
        },
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

/** @throws ApiError unless the author is an administrator or the owner of the bot */
async function userToAdminister(tx: Tx, author: User, ref: number | string): Promise<User> {
  const user = typeof ref === 'number' ? tx.cache.users.get(ref) : userByEmail(tx.cache, author, ref);
  const sees = await getUserVisibility(tx, tx.cache, author);
  if (!user || user.isSystem || !sees(user)) throw noSuchUser();
  if (author.role > roles.administrator && user.botOwnerId !== author.id)
    throw apiError('permissions.insufficient');
  return user;
}

interface Checked {
  email: string;
  fullName: string;
  role: Role;
}

function checkedChanges(cache: OrganizationCache, author: User, user: User, changes: UserChanges): Checked {
  const { full_name, role = user.role, new_email } = changes;
  const email = new_email === undefined ? user.deliveryEmail : checkedAddress(cache, author, user, new_email);
  const fullName = full_name === undefined ? user.fullName : checkedFullName(full_name);
  if (role !== user.role) checkMayChangeRole(author, user, role);
  if (fullName !== user.fullName) checkNameIsFree(cache, fullName, user.id);
  return { email, fullName, role };
}

function checkedAddress(cache: OrganizationCache, author: User, user: User, given: string): string {
  if (given.trim() === user.deliveryEmail) return user.deliveryEmail;
  if (author.role > roles.administrator || !hasGrant(author, 'can_change_user_emails'))
    throw apiError('permissions.change-emails');
  // Access to the email gives access to the account.
  if (isAboveAdministrators(user) && user.id !== author.id) checkIsOwner(author);
  const email = parsedEmail(given);
  if (email === undefined) throw apiError('email.invalid-new');
  checkEmailIsFree(cache, email, user.id);
  return email;
}

export function checkMayChangeRole(author: User, user: User, role: Role): void {
  if (author.role > roles.administrator) throw apiError('permissions.administrator');
  if (role === roles.owner || user.role === roles.owner) checkIsOwner(author);
}

function checkIsOwner(author: User): void {
  if (author.role !== roles.owner) throw apiError('permissions.owner');
}

export async function changeName(tx: Tx, user: User, fullName: string): Promise<void> {
  if (fullName === user.fullName) return;
  await storePerson(tx, user.id, { full_name: fullName });
  tx.emit(userChanged({ user_id: user.id, full_name: fullName }), await audienceAbout(tx, user));
}

/** Also changes the address shown by the API, unless the user hides the real one. */
export async function changeAddress(tx: Tx, user: User, email: string): Promise<void> {
  if (email === user.deliveryEmail) return;
  // Pending confirmations are void.
  await deleteEmailLinks(tx, user.id);
  const real = { delivery_email: email, delivery_email_key: emailKey(email) };
  const isShown = user.email === user.deliveryEmail;
  await storePerson(tx, user.id, isShown ? { ...real, email, email_key: emailKey(email) } : real);
  const audience = await audienceAbout(tx, user);
  tx.emit(userChanged({ user_id: user.id, delivery_email: email }), audience);
  if (isShown) tx.emit(userChanged({ user_id: user.id, new_email: email }), audience);
}

async function storePerson(tx: Tx, userId: number, set: Partial<PersonRow>): Promise<void> {
  await tx.q.updateTable('person').set(set).where('id', '=', userId).where('org_id', '=', tx.orgId).execute();
  await tx.touch({ users: [userId] });
}

type PersonRow = Pick<
  PersonTable,
  'full_name' | 'email' | 'email_key' | 'delivery_email' | 'delivery_email_key'
>;
