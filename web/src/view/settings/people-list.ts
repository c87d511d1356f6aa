/** Users of the organization, for administrators. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator } from '../channels/channel-rights.ts';
import { everyoneByName } from '../people/people.ts';
import { isOwner } from './values.ts';

/** Users whose name or email address contains the filter, by name; no bots. */
export function personList(live: Live, filter: string, isActive: boolean): User[] {
  const wanted = filter.trim().toLocaleLowerCase();
  const fits = ({ full_name, delivery_email }: User): boolean =>
    `${full_name} ${delivery_email ?? ''}`.toLocaleLowerCase().includes(wanted);
  return everyoneByName(live).filter((user) => !user.is_bot && user.is_active === isActive && fits(user));
}

/** Administrators may change other users; only owners may change owners. */
export const mayChangeRole = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && (user.is_owner ? isOwner(live) : isAdministrator(live));

/** Name and profile; the person's own are on another page. */
export const mayChangePerson = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && isAdministrator(live);

const roles: readonly Role[] = [100, 200, 300, 400, 600];

/** Roles that the person may assign, or invite people as. */
export function roleChoices(live: Live): Role[] {
  const own = live.get('users').get(live.get('own').user_id);
  if (own?.is_owner === true) return [...roles];
  const least = own?.is_admin === true ? 200 : 400;
  return roles.filter((role) => role >= least);
}
