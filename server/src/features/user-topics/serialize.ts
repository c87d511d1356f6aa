/** Topic policies in the format of the API. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { RegisterState } from '../../../../wire/register.ts';
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import type { Emitted } from '../../core/log/index.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import type { UserTopic } from './queries.ts';

type UserTopicObject = RegisterState<'user_topic'>['user_topics'][number];
type Muted = NonNullable<RegisterState<'muted_topics'>['muted_topics']>[number];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export function userTopicObject({ channelId, topic, policy, updatedAt }: UserTopic): UserTopicObject {
  return {
    stream_id: channelId,
    topic_name: topic,
    last_updated: seconds(updatedAt),
    visibility_policy: policy,
  };
}

/**
 * With names of channels and of the empty topic, for clients that support no ids. A channel that is hidden since the topic
 * was muted is left out, because its name may be a new one.
 */
export function mutedTopicTuples(
  cache: OrganizationCache,
  user: User,
  topics: readonly UserTopic[],
): Muted[] {
  return topics
    .filter(({ policy }) => policy === topicPolicy.muted)
    .flatMap(({ channelId, topic, updatedAt }) => {
      const channel = cache.channels.get(channelId);
      return channel && canSeeChannel(cache, channel, user)
        ? [[channel.name, topic === '' ? emptyTopicDisplayName : topic, seconds(updatedAt)] satisfies Muted]
        : [];
    });
}

export function userTopicChanged(
  channelId: number,
  topic: string,
  policy: TopicPolicy,
  now: number,
): Emitted {
  return {
    type: 'user_topic',
    stream_id: channelId,
    topic_name: topic,
    last_updated: seconds(now),
    visibility_policy: policy,
  };
}
