/** Changes a role with its consequences: groups, and the visibility of channels and users. */
import { roles, type Role } from '../../../../wire/core.ts';
import { auditChange } from '../../core/audit/index.ts';
import { botsIn, emitOwnedBots } from '../../core/bots/index.ts';
import {
  canSeeChannel,
  channelCreated,
  channelDeleted,
  channelObject,
  hideFormerSubscriptions,
  peersChanged,
  emitDefaultChannelsTo,
  watchAccess,
} from '../../core/channels/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import { permissionsReduced, emitSystemGroups } from '../../core/groups/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import type { Channel, OrganizationCache, User } from '../../core/organization/index.ts';
import { audienceAbout, isLimited, userChanged } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';

/**
 * Callers check permissions.
 * @throws ApiError for the only owner of the organization
 */
export async function changeRole(tx: Tx, before: User, role: Role): Promise<void> {
  if (role === before.role) return;
  if (isOnlyOwner(tx.cache, before)) throw apiError('users.owner-role-kept');
  const visible = visibleChannels(tx, before);
  const everywhere = [...tx.cache.channels.values()];
  const emitAccessChanges = await watchAccess(tx, {
    changes: everywhere.map((channel) => ({ channel, userIds: [before.id] })),
  });
  await tx.q
    .updateTable('person')
    .set({ role })
    .where('id', '=', before.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [before.id] });
  const after = tx.cache.users.get(before.id);
  if (!after) throw new Error(`Account ${before.id} is gone.`);
  tx.emit(userChanged({ user_id: after.id, role }), await audienceAbout(tx, after));
  await auditChange(tx, {
    action: 'user.change_role',
    target: { type: after.isBot ? 'bot' : 'user', id: after.id },
    before: { role: before.role },
    after: { role },
  });
  emitSystemGroups(tx, before, after);
  await emitOwnedBots(tx, before, after);
  if (role > before.role) await trigger(tx, permissionsReduced, {});
  await emitVisibleChannels(tx, after, visible);
  await emitAccessChanges();
  if ((before.role === roles.guest) !== (role === roles.guest)) emitDefaultChannelsTo(tx, after);
  // The visibility of nearly all users changes: registering again is cheaper than an event for each.
  if (isLimited(tx.cache, before) !== isLimited(tx.cache, after)) await endUserQueues(tx, after.id);
  if (role > before.role) await getLowerBots(tx, after);
}

/** Otherwise the owner would keep the former permissions through the API keys of bots. */
async function getLowerBots(tx: Tx, { id, role }: User): Promise<void> {
  const above = botsIn(tx.cache).filter((bot) => bot.botOwnerId === id && bot.role < role);
  for (const bot of above) await changeRole(tx, bot, role);
}

function visibleChannels({ cache }: Tx, user: User): Set<Channel> {
  const visible = new Set<Channel>();
  for (const channel of cache.channels.values())
    if (canSeeChannel(cache, channel, user)) visible.add(channel);
  return visible;
}

async function emitVisibleChannels(tx: Tx, user: User, before: Set<Channel>): Promise<void> {
  if (!user.isActive) return;
  const after = visibleChannels(tx, user);
  const gone = [...before.difference(after)];
  const come = [...after.difference(before)];
  const audience = { users: [user.id] };
  if (gone.length > 0) tx.emit(channelDeleted(gone.map(({ id }) => id)), audience);
  if (come.length > 0)
    tx.emit(channelCreated(come.map((channel) => channelObject(tx.cache, channel, 0))), audience);
  await hideFormerSubscriptions(
    tx,
    come.map(({ id }) => id),
    [user.id],
  );
  for (const { id } of come) {
    const inside = [...tx.cache.members.getIds(id)];
    if (inside.length > 0) tx.emit(peersChanged('peer_add', [id], inside), audience);
  }
}

const isActiveOwner = (user: User): boolean => user.role === roles.owner && user.isActive && !user.isBot;

/** Whether this is the only active owner. Bots do not count. */
export function isOnlyOwner(cache: OrganizationCache, user: User): boolean {
  if (!isActiveOwner(user)) return false;
  for (const other of cache.users.values()) if (other.id !== user.id && isActiveOwner(other)) return false;
  return true;
}
