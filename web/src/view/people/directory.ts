/** The directory of users, of all roles, by name. */
import type { Role } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import { fold, narrowingBy } from '../text/fold.ts';
import { fuzzyTest } from '../text/fuzzy.ts';
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

/** A user with the folded texts that the filter searches: made once, not with each letter. */
export type DirectoryRow = { user: User; name: string; address: string };

/** All users, by name. */
export const directory = oncePerLive((live): readonly DirectoryRow[] =>
  everyoneByName(live).map((user) => ({
    user,
    name: fold(user.full_name),
    address: user.delivery_email?.toLowerCase() ?? '',
  })),
);

export const directoryRows = (live: Live, filter: DirectoryFilter): readonly DirectoryRow[] =>
  directory(live).filter(({ user }) => isIn(user, filter));

/** Matches the name, or the email address if it is visible. */
export const directorySearch = () =>
  narrowingBy<DirectoryRow>((typed) => {
    const written = typed.trim().toLowerCase();
    if (written === '') return undefined;
    const fits = fuzzyTest(typed);
    return ({ name, address }) => fits(name) || address.includes(written);
  });
