/** The feature: user topics. */
import { EmptyResponse, emptyTopicDisplayName, limits } from '../../../../wire/core.ts';
import { MuteTopicParams, UpdateUserTopicParams } from '../../../../wire/user-topics.ts';
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { on, type Tx } from '../../core/log/index.ts';
import { topicEnded, cleanTopic, findKnownTopic } from '../../core/messages/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject, personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteTopicPolicies, moveTopicPolicies } from './move.ts';
import { topicPolicies } from './queries.ts';
import { mutedTopicTuples, userTopicObject } from './serialize.ts';
import { accessChanging, canReadChannel, channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import { findNamed, type Channel, type Principal, currentUser } from '../../core/organization/index.ts';
import { apiError, incompatible, missingParam } from '../../lib/errors.ts';
import { codePoints, tidySpaces, unprintableAt } from '../../lib/text.ts';
import { countPolicies, getPolicies, setPolicies, watchMuted } from './policies.ts';

export { followWhereMentioned, noteParticipation } from './automatic.ts';
export { audiblePolicies, hiddenPlaces, isHidden, mutedChannels } from './queries.ts';

const userTopicRoutes = [
  route({
    method: 'POST',
    path: '/user_topics',
    operationId: 'update-user-topic',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: UpdateUserTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params: { stream_id, topic, visibility_policy } }) =>
      setTopicPolicy(tx, me, stream_id, topic, visibility_policy),
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions/muted_topics',
    operationId: 'mute-topic',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MuteTopicParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      const channel = { id: params.stream_id, name: params.stream };
      checkNamedOnce(channel, 'stream_id', 'stream');
      await app.db.write(me.orgId, me, (tx) => muteTopic(tx, me, channel, params));
      return {};
    },
  }),
];

const userTopicState: Pick<StateFetchers, 'user_topic' | 'muted_topics'> = {
  user_topic: async ({ tx, me, capabilities }) => {
    const { channels } = tx.cache;
    const known = (await topicPolicies(tx, me.id)).filter(
      ({ channelId }) => capabilities.archived_channels || !channels.get(channelId)?.isArchived,
    );
    return {
      user_topics: known.map((one) =>
        userTopicObject(
          one.topic === '' && !capabilities.empty_topic_name ? { ...one, topic: emptyTopicDisplayName } : one,
        ),
      ),
    };
  },
  muted_topics: async ({ tx, me, fetch }) =>
    fetch?.has('user_topic')
      ? {}
      : { muted_topics: mutedTopicTuples(tx.cache, me, await topicPolicies(tx, me.id, [topicPolicy.muted])) },
};

// Topic policies, which people set for themselves, for each class of client.

const encodeUserTopic: Encoder = ({ event }, queue, shared) => {
  if (event.topic_name !== '' || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () => openObject({ ...event, topic_name: emptyTopicDisplayName }));
};

/** Clients that request the newer event do not need the older one. */
const encodeMutedTopics: Encoder = ({ event }, queue, shared) =>
  queue.types?.has('user_topic') ? null : once(shared, '', () => openObject(event));

const userTopicEvents: Pick<EventRules, 'user_topic' | 'muted_topics'> = {
  user_topic: { ...personal, encode: encodeUserTopic },
  muted_topics: { ...personal, encode: encodeMutedTopics },
};

export const userTopicsFeature = defineFeature({
  routes: userTopicRoutes,
  registerState: userTopicState,
  reactions: [
    on(topicEnded, (tx, ended) =>
      ended.to ? moveTopicPolicies(tx, ended, ended.to) : deleteTopicPolicies(tx, ended),
    ),
    on(accessChanging, watchMuted),
  ],
  events: userTopicEvents,
});

// Sets visibility policies of topics.

/** @throws ApiError for a channel that the caller may not read, except for removing a policy */
async function setTopicPolicy(
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

async function muteTopic(tx: Tx, me: Principal, ref: ChannelRef, params: Muting): Promise<void> {
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

interface ChannelRef {
  id: number | undefined;
  name: string | undefined;
}

function channelBy({ cache }: Tx, { id, name }: ChannelRef): Channel | undefined {
  if (id !== undefined) return cache.channels.get(id);
  return findNamed(cache.channels, (name ?? '').trim());
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
  const reader = { cache: tx.cache, user: currentUser(tx.cache, me) };
  const name = (await findKnownTopic(tx, reader, channel, topic))?.name ?? topic;
  const place = { channelId: channel.id, topic: name };
  if (policy !== topicPolicy.inherit && (await getPolicies(tx, [me.id], place)).size === 0)
    refuseAboveLimit('topics.too-many-policies', await countPolicies(tx, me.id));
  await setPolicies(tx, [me.id], place, policy);
}

/** @throws ApiError unless exactly one of id and name is given, naming the parameters of the request */
function checkNamedOnce({ id, name }: ChannelRef, idParam: string, nameParam: string): void {
  if (id === undefined && name === undefined) throw missingParam(idParam);
  if (id !== undefined && name !== undefined) throw incompatible(idParam, nameParam);
}
