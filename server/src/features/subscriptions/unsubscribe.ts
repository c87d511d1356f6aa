/** DELETE /users/me/subscriptions: unsubscribes the caller or others from channels. */
import type { UnsubscribeResponse, UnsubscribeParams } from '../../../../wire/subscriptions.ts';
import { canSeeChannel, leaveChannels, mayTakeOut } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  findNamed,
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  currentUser,
} from '../../core/organization/index.ts';
import { concernsOthers, getPrincipals, watchVisibility } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Context } from '../../http/route.ts';
import { tidySpaces } from '../../lib/text.ts';
import { auditSubscribers } from './audit.ts';
import { refuseTooMany } from './limit.ts';

export async function unsubscribe({
  app,
  me,
  params,
}: Context<UnsubscribeParams>): Promise<UnsubscribeResponse> {
  return app.db.write(me.orgId, me, (tx) => unsubscribeIn(tx, me, params));
}

export async function unsubscribeIn(
  tx: Tx,
  me: Principal,
  params: UnsubscribeParams,
): Promise<UnsubscribeResponse> {
  refuseTooMany(params.subscriptions, params.principals);
  const { cache } = tx;
  const caller = currentUser(cache, me);
  const people = await getPrincipals(tx, cache, caller, params.principals);
  const channels = channelsNamed(cache, caller, params.subscriptions);
  if (concernsOthers(caller, people) && !channels.every((channel) => mayTakeOut(cache, channel, caller)))
    throw apiError('permissions.insufficient');
  // The response repeats the name of a channel for each user.
  const places = channels.flatMap((channel) => people.map((user) => ({ channel, user })));
  const isIn = ({ channel, user }: { channel: Channel; user: User }) =>
    cache.members.has(channel.id, user.id);
  const response = {
    removed: places.filter(isIn).map(({ channel }) => channel.name),
    not_removed: places.filter((place) => !isIn(place)).map(({ channel }) => channel.name),
  };
  const moves = channels.map((channel) => ({ channel, userIds: people.map((user) => user.id) }));
  const left = channels.map((channel) => ({
    channel,
    userIds: people.filter((user) => isIn({ channel, user })).map(({ id }) => id),
  }));
  const emitVisibilityChanges = await watchVisibility(tx, moves);
  await leaveChannels(tx, moves);
  emitVisibilityChanges();
  await auditSubscribers(tx, 'remove', caller.id, left);
  return response;
}

/** @throws ApiError, the same for a channel hidden from the caller and one that does not exist */
function channelsNamed(cache: OrganizationCache, caller: User, names: readonly string[]): Channel[] {
  const channels = new Set<Channel>();
  for (const name of names) {
    const channel = findNamed(cache.channels, tidySpaces(name));
    if (!channel || !canSeeChannel(cache, channel, caller))
      throw apiError('channels.name-not-found', { name }, { stream: name });
    channels.add(channel);
  }
  return [...channels];
}
