/** Parameters that carry the wire's own names, for the actions above. */
import type { UpdateUserTopicParams } from '../../../wire/user-topics.ts';

type Policy = UpdateUserTopicParams['visibility_policy'];

export const topicPolicyParams = (
  channelId: number,
  topic: string,
  policy: Policy,
): UpdateUserTopicParams => ({ stream_id: channelId, topic, visibility_policy: policy });
