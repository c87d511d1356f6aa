/** Sets visibility policies of topics. */
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { type MuteTopicParams } from '../../../../wire/user-topics.ts';
import { limits } from '../../../../wire/core.ts';
import { canReadChannel, channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { cleanTopic, findTopic } from '../../core/messages/index.ts';
import { type Channel, type Principal, currentUser } from '../../core/organization/index.ts';
import { apiError, incompatible, missingParam } from '../../lib/errors.ts';
import { codePoints, nameKey, tidySpaces, unprintableAt } from '../../lib/text.ts';
import { countPolicies, getPolicies, setPolicies } from './policies.ts';

/** @throws ApiError for a channel that the caller may not read, except for removing a policy */
export async function setTopicPolicy(
  tx: Tx,
  me: Principal,
  channelId: number,
  topic: string,
  policy: TopicPolicy,
): Promise<void> {
  const isTakingBack = policy === topicPolicy.inherit;
  const channel = isTakingBack ? await remembered(tx, me, channelId, topic) : usable(tx, me, channelId);
  await setIn(tx, me, channel, topic, policy);
}

export async function muteTopic(tx: Tx, me: Principal, ref: ChannelRef, params: Muting): Promise<void> {
  const channel = channelBy(tx, ref);
  const { op, topic } = params;
  if (op === 'add') {
    if (ref.name !== undefined && !(channel && canReadChannel(tx.cache, channel, currentUser(tx.cache, me))))
      throw apiError('channels.invalid-name', { name: ref.name });
    return setIn(tx, me, usable(tx, me, channel?.id ?? 0), topic, topicPolicy.muted);
  }
  if (!channel || (await getSaid(tx, me, channel, topic)) !== topicPolicy.muted)
    throw apiError('topics.not-muted');
  await setIn(tx, me, channel, topic, topicPolicy.inherit);
}

/**
 * A channel that the caller may read, archived or not, or for which they have set a policy while they had access.
 * @throws ApiError, the same for a hidden channel and one that does not exist
 */
async function remembered(tx: Tx, me: Principal, id: number, topic: string): Promise<Channel> {
  const channel = tx.cache.channels.get(id);
  const isTheirs =
    channel &&
    (canReadChannel(tx.cache, channel, currentUser(tx.cache, me)) ||
      (await getSaid(tx, me, channel, topic)) !== topicPolicy.inherit);
  if (!isTheirs) throw apiError('channels.not-found');
  return channel;
}

/** No policy exists for an invalid topic name: refusing it here would reveal that the channel exists. */
async function getSaid(tx: Tx, me: Principal, channel: Channel, given: string): Promise<TopicPolicy> {
  if (unprintableAt(tidySpaces(given)) > 0) return topicPolicy.inherit;
  const said = await getPolicies(tx, [me.id], { channelId: channel.id, topic: cleanTopic(given) });
  return said.get(me.id) ?? topicPolicy.inherit;
}

const usable = (tx: Tx, me: Principal, id: number) => channelInUse(tx.cache, currentUser(tx.cache, me), id);

type Muting = Pick<MuteTopicParams, 'op' | 'topic'>;

export interface ChannelRef {
  id: number | undefined;
  name: string | undefined;
}

function channelBy({ cache }: Tx, { id, name }: ChannelRef): Channel | undefined {
  if (id !== undefined) return cache.channels.get(id);
  return cache.channels.find('name', nameKey((name ?? '').trim()));
}

async function setIn(
  tx: Tx,
  me: Principal,
  channel: Channel,
  given: string,
  policy: TopicPolicy,
): Promise<void> {
  if (codePoints(given) > limits.topicLength)
    throw apiError('parameters.too-long', { name: 'topic', limit: limits.topicLength });
  const topic = cleanTopic(given);
  const name = (await findTopic(tx, channel.id, topic))?.name ?? topic;
  const place = { channelId: channel.id, topic: name };
  if (policy !== topicPolicy.inherit && (await getPolicies(tx, [me.id], place)).size === 0)
    refuseAboveLimit('topics.too-many-policies', await countPolicies(tx, me.id));
  await setPolicies(tx, [me.id], place, policy);
}

/** @throws ApiError unless exactly one of id and name is given, naming the parameters of the request */
export function checkNamedOnce({ id, name }: ChannelRef, idParam: string, nameParam: string): void {
  if (id === undefined && name === undefined) throw missingParam(idParam);
  if (id !== undefined && name !== undefined) throw incompatible(idParam, nameParam);
}
