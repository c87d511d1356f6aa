/** The feature: user topics. */
import { EmptyResponse, emptyTopicDisplayName } from '../../../../wire/core.ts';
import { MuteTopicParams, UpdateUserTopicParams } from '../../../../wire/user-topics.ts';
import { topicPolicy } from '../../../../wire/topics.ts';
import { on } from '../../core/log/index.ts';
import { topicEnded } from '../../core/messages/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject, personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteTopicPolicies, moveTopicPolicies } from './move.ts';
import { checkNamedOnce, muteTopic, setTopicPolicy } from './actions.ts';
import { topicPolicies } from './queries.ts';
import { mutedTopicTuples, userTopicObject } from './serialize.ts';

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
      : { muted_topics: mutedTopicTuples(tx.cache, await topicPolicies(tx, me.id, [topicPolicy.muted])) },
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
    on(topicEnded, (tx, { from, to }) =>
      to ? moveTopicPolicies(tx, from, to) : deleteTopicPolicies(tx, from),
    ),
  ],
  events: userTopicEvents,
});
