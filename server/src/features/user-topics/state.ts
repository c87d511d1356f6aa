import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { topicPolicy } from '../../../../wire/topics.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { topicPolicies } from './queries.ts';
import { mutedTopicTuples, userTopicObject } from './serialize.ts';

export const userTopicState: Pick<StateFetchers, 'user_topic' | 'muted_topics'> = {
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
