/** Topic policies: muted, unmuted and followed topics. */
import {
  Exact,
  Id,
  OneOf,
  OneOfIntegers,
  terse,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';

/** Channel name, topic, and when it was muted. */
const MutedTopic = Type.Tuple([Type.String(), Type.String(), UnixSeconds]);

const UserTopic = Exact({
  stream_id: Id,
  topic_name: Type.String(),
  last_updated: UnixSeconds,
  // 0 none, 1 muted, 2 unmuted, 3 followed.
  visibility_policy: OneOfIntegers([0, 1, 2, 3]),
});

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

/** Policy 0 removes the topic from the list. */
const UserTopicEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('user_topic'),
  stream_id: Id,
  topic_name: Type.String(),
  last_updated: UnixSeconds,
  visibility_policy: UserTopic.properties.visibility_policy,
});

/** Deprecated: all muted topics, for clients that do not request `user_topic`. */
const MutedTopicsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('muted_topics'),
  muted_topics: Type.Array(MutedTopic),
});

export const userTopicState = {
  user_topic: { user_topics: Type.Array(UserTopic) },
  // Deprecated; absent if user_topic is requested by name, too.
  muted_topics: { muted_topics: Type.Optional(Type.Array(MutedTopic)) },
};

export const userTopicEvents = { user_topic: UserTopicEvent, muted_topics: MutedTopicsEvent };

export const userTopicExamples: Examples<typeof userTopicEvents> = {
  user_topic: {
    'a topic followed': {
      id: 1,
      type: 'user_topic',
      stream_id: 4,
      topic_name: 'lunch',
      last_updated: 1_767_323_000,
      visibility_policy: 3,
    },
  },
  muted_topics: {
    'muted topics': { id: 1, type: 'muted_topics', muted_topics: [['design', 'lunch', 1_767_323_000]] },
  },
};
