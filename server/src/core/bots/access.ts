/** Loads a bot with the permission to administer it. */
import { roles } from '../../../../wire/core.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { refuseAboveLimit } from '../limits/index.ts';
import { apiError } from '../../lib/errors.ts';

const noSuchBot = () => apiError('bots.not-found');

/** @throws ApiError unless the author owns the bot or administers the organization. */
export function botToAdminister(cache: OrganizationCache, author: User | undefined, id: number): User {
  const bot = cache.users.get(id);
  if (!author || !bot?.isBot || bot.isSystem) throw noSuchBot();
  if (bot.botOwnerId === author.id) return bot;
  if (author.role > roles.administrator) throw apiError('permissions.insufficient');
  // Anyone who has the key of such a bot may do what only owners may.
  const isPowerful = bot.role === roles.owner || bot.grants.length > 0;
  if (isPowerful && author.role !== roles.owner) throw apiError('permissions.owner');
  return bot;
}

/** @throws ApiError where someone would own too many bots with one more that is active */
export function refuseTooManyBots({ users }: OrganizationCache, ownerId: number): void {
  const active = [...users.values()].filter((user) => user.botOwnerId === ownerId && user.isActive);
  refuseAboveLimit('bots.too-many', active.length);
}
