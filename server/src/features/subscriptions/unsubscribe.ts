/** DELETE /users/me/subscriptions: out of channels, oneself or others. */
import type { UnsubscribeAnswer, UnsubscribeParams } from '../../../../wire/subscriptions.ts';
import { canSeeChannel, leaveChannels, mayTakeOut } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, Directory, Principal, User } from '../../core/organization/index.ts';
import { concernsOthers, principalsOf, watchSight } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Context } from '../../http/route.ts';
import { nameKey, tidySpaces } from '../../lib/text.ts';

export async function unsubscribe({
  app,
  me,
  params,
}: Context<UnsubscribeParams>): Promise<UnsubscribeAnswer> {
  return app.db.write(me.orgId, me, (tx) => unsubscribeIn(tx, me, params));
}

export async function unsubscribeIn(
  tx: Tx,
  me: Principal,
  params: UnsubscribeParams,
): Promise<UnsubscribeAnswer> {
  const { directory } = tx;
  const caller = directory.users.get(me.id) ?? me.user;
  const people = principalsOf(directory, caller, params.principals);
  const channels = channelsNamed(directory, caller, params.subscriptions);
  if (concernsOthers(caller, people) && !channels.every((channel) => mayTakeOut(directory, channel, caller)))
    throw apiError('permissions.insufficient');
  // The name of a channel stands in the answer once for each person.
  const places = channels.flatMap((channel) => people.map((user) => ({ channel, user })));
  const isIn = ({ channel, user }: { channel: Channel; user: User }) =>
    directory.members.has(channel.id, user.id);
  const answer = {
    removed: places.filter(isIn).map(({ channel }) => channel.name),
    not_removed: places.filter((place) => !isIn(place)).map(({ channel }) => channel.name),
  };
  const moves = channels.map((channel) => ({ channel, userIds: people.map((user) => user.id) }));
  const tellSight = await watchSight(tx, moves);
  await leaveChannels(tx, moves);
  tellSight();
  return answer;
}

/** @throws ApiError as for one that does not exist, if the caller may not know of it. */
function channelsNamed(directory: Directory, caller: User, names: readonly string[]): Channel[] {
  const channels = new Set<Channel>();
  for (const name of names) {
    const channel = directory.channels.find('name', nameKey(tidySpaces(name)));
    if (!channel || !canSeeChannel(directory, channel, caller))
      throw apiError('channels.name-not-found', { name }, { stream: name });
    channels.add(channel);
  }
  return [...channels];
}
