/** Topic policies: muted, unmuted and followed topics. */
import { Exact, Id, OneOf, OneOfIntegers, terse, Type, UnixSeconds, type Static } from './core.ts';
import { MutedTopic, UserTopic } from './register-objects.ts';

/** `inherit`: as of the channel. */
export const topicPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicy = (typeof topicPolicy)[keyof typeof topicPolicy];

/** POST /user_topics */
export const UpdateUserTopicParams = Type.Object({
  stream_id: Id,
  topic: Type.String(),
  visibility_policy: OneOfIntegers([0, 1, 2, 3]),
});
export type UpdateUserTopicParams = Static<typeof UpdateUserTopicParams>;

/** PATCH /users/me/subscriptions/muted_topics. Deprecated; the channel by exactly one of id and name. */
export const MuteTopicParams = Type.Object({
  stream_id: Type.Optional(Id),
  stream: Type.Optional(Type.String()),
  topic: Type.String(),
  op: OneOf(['add', 'remove'], terse),
});
export type MuteTopicParams = Static<typeof MuteTopicParams>;

/** Policy 0 takes the topic off the list. */
export const UserTopicEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('user_topic'),
  stream_id: Id,
  topic_name: Type.String(),
  last_updated: UnixSeconds,
  visibility_policy: UserTopic.properties.visibility_policy,
});

/** Deprecated: all muted topics, for clients that do not ask for `user_topic`. */
export const MutedTopicsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('muted_topics'),
  muted_topics: Type.Array(MutedTopic),
});
