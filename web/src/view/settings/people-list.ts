/** Users of the organization, for administrators. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator, mayInOrganization } from '../channels/channel-rights.ts';
import { directory, type DirectoryRow } from '../people/directory.ts';
import { isOwner } from './values.ts';

/** Users by name, no bots; filtered with `directorySearch`. */
export const personRows = (live: Live, isActive: boolean): readonly DirectoryRow[] =>
  directory(live).filter(({ user }) => !user.is_bot && user.is_active === isActive);

/** Administrators may change other users; only owners may change owners. */
export const mayChangeRole = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && (user.is_owner ? isOwner(live) : isAdministrator(live));

/** Name and profile; the person's own are on another page. */
export const mayChangePerson = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && isAdministrator(live);

export const mayAddPerson = (live: Live): boolean =>
  isAdministrator(live) && mayInOrganization(live, 'can_invite_users_group');

/** Allowed for people of one's own role or a lower one; the own password is on another page. */
export function mayCreatePasswordLink(live: Live, user: User): boolean {
  const own = live.get('users').get(live.get('own').user_id);
  const isOther = user.user_id !== own?.user_id && !user.is_bot && user.is_active;
  return isOther && own?.is_admin === true && user.role >= own.role;
}

const roles: readonly Role[] = [100, 200, 300, 400, 600];

/** Roles that the person may assign, or invite people as. */
export function roleChoices(live: Live): Role[] {
  const own = live.get('users').get(live.get('own').user_id);
  if (own?.is_owner === true) return [...roles];
  const least = own?.is_admin === true ? 200 : 400;
  return roles.filter((role) => role >= least);
}
