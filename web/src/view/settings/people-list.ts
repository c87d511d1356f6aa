/** The people of the organization as administrators see them. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator } from '../channels/channel-rights.ts';
import { everyoneByName } from '../people/people.ts';
import { isOwner } from './values.ts';

/** People, not bots, whose name or address holds the filter; by name. */
export function personList(live: Live, filter: string, isActive: boolean): User[] {
  const wanted = filter.trim().toLocaleLowerCase();
  const fits = ({ full_name, delivery_email }: User): boolean =>
    `${full_name} ${delivery_email ?? ''}`.toLocaleLowerCase().includes(wanted);
  return everyoneByName(live).filter((user) => !user.is_bot && user.is_active === isActive && fits(user));
}

/** Others, by administrators; owners by owners alone. */
export const mayChangeRole = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && (user.is_owner ? isOwner(live) : isAdministrator(live));

/** Name and profile; one's own are on the page of one's own profile. */
export const mayChangePerson = (live: Live, user: User): boolean =>
  user.user_id !== live.get('own').user_id && isAdministrator(live);

const roles: readonly Role[] = [100, 200, 300, 400, 600];

/** What one may make of someone, or invite them as. */
export function roleChoices(live: Live): Role[] {
  const own = live.get('users').get(live.get('own').user_id);
  if (own?.is_owner === true) return [...roles];
  const least = own?.is_admin === true ? 200 : 400;
  return roles.filter((role) => role >= least);
}
