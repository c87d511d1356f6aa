/** The directory of people: everyone, of every role, by name. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { compareNames } from '../channels/channel-sections.ts';
import { fuzzyRank } from '../text/fuzzy.ts';

export const directoryFilters = ['everyone', 'leaders', 'guests', 'bots', 'deactivated'] as const;
export type DirectoryFilter = (typeof directoryFilters)[number];

const member: Role = 400;
const guest: Role = 600;

function isIn(user: User, filter: DirectoryFilter): boolean {
  if (!user.is_active) return filter === 'deactivated';
  switch (filter) {
    case 'everyone':
      return !user.is_bot;
    case 'leaders':
      return !user.is_bot && user.role < member;
    case 'guests':
      return !user.is_bot && user.role === guest;
    case 'bots':
      return user.is_bot;
    case 'deactivated':
      return false;
  }
}

/** Found by name or by address, where that may be seen. */
export function directoryRows(live: Live, filter: DirectoryFilter, text: string): User[] {
  return [...live.get('users').values()]
    .filter((user) => isIn(user, filter))
    .filter(
      ({ full_name, delivery_email }) =>
        fuzzyRank(full_name, text) !== undefined ||
        delivery_email?.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()) === true,
    )
    .sort((a, b) => compareNames({ name: a.full_name }, { name: b.full_name }));
}
