/** Default channels, to which new users are subscribed. */
import { roles } from '../../../../wire/core.ts';
import { auditChange } from '../audit/index.ts';
import type { Tx } from '../log/index.ts';
import type { Channel, OrganizationCache, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { canSeeChannel } from './access.ts';
import { defaultChannelsChanged } from './serialize.ts';

/** In ascending order. */
function defaultChannelIds({ channels }: OrganizationCache): number[] {
  const defaults = [...channels.values()].filter(({ isDefault, isArchived }) => isDefault && !isArchived);
  return defaults.map(({ id }) => id).sort((a, b) => a - b);
}

/** Guests cannot see a channel before they are subscribed to it. */
export function defaultChannelsFor(cache: OrganizationCache, { role }: User): number[] {
  return role === roles.guest ? [] : defaultChannelIds(cache);
}

/** To someone who became a guest, or is none any more. */
export function emitDefaultChannelsTo(tx: Tx, user: User): void {
  const ids = defaultChannelsFor(tx.cache, user);
  tx.emit(defaultChannelsChanged(ids), { users: [user.id] });
}

export function emitDefaultChannels(tx: Tx): void {
  tx.emit(defaultChannelsChanged(defaultChannelIds(tx.cache)), { nonGuests: true });
}

export function checkMaySetDefault(author: User): void {
  if (author.role > roles.administrator) throw apiError('channels.default-not-allowed');
}

/** @throws ApiError for a channel that is unknown, archived or private. */
export async function addDefaultChannel(tx: Tx, author: User, id: number): Promise<void> {
  checkMaySetDefault(author);
  const channel = visibleChannelInUse(tx.cache, author, id);
  if (channel.isPrivate) throw apiError('channels.private-not-default');
  await setDefault(tx, channel, true);
}

export async function removeDefaultChannel(tx: Tx, author: User, id: number): Promise<void> {
  checkMaySetDefault(author);
  await setDefault(tx, visibleChannelInUse(tx.cache, author, id), false);
}

function visibleChannelInUse(cache: OrganizationCache, author: User, id: number): Channel {
  const channel = cache.channels.get(id);
  if (!channel || channel.isArchived || !canSeeChannel(cache, channel, author))
    throw apiError('channels.not-found');
  return channel;
}

async function setDefault(tx: Tx, { id, name, isDefault }: Channel, value: boolean): Promise<void> {
  if (isDefault === value) return;
  await tx.q
    .updateTable('channel')
    .set({ is_default: value ? 1 : 0 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [id] });
  emitDefaultChannels(tx);
  await auditChange(tx, {
    action: 'channel.update',
    target: { type: 'channel', id, name },
    before: { is_default: isDefault },
    after: { is_default: value },
  });
}
