/** The directory of users, of all roles, by name. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { fold } from '../text/fold.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import { everyoneByName } from './people.ts';

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

/** Matches the name, or the email address if it is visible. */
export function directoryRows(live: Live, filter: DirectoryFilter, text: string): User[] {
  const getRank = fuzzyRanker(text);
  const written = text.trim().toLowerCase();
  return everyoneByName(live).filter(
    (user) =>
      isIn(user, filter) &&
      (getRank(fold(user.full_name)) !== undefined ||
        user.delivery_email?.toLowerCase().includes(written) === true),
  );
}
