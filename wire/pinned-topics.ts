/** Topics that a user has pinned to the top of the topic list. Heddle's own. */
import { Exact, Id, Type, type Static, type Examples } from './core.ts';

const PinnedTopic = Exact({ channel_id: Id, topic: Type.String() });
export type PinnedTopic = Static<typeof PinnedTopic>;

/** POST and DELETE /heddle/pinned_topics */
export const PinTopicParams = Type.Object({ channel_id: Id, topic: Type.String() });
export type PinTopicParams = Static<typeof PinTopicParams>;

const pinnedTopicEvent = {
  id: Type.Integer(),
  type: Type.Literal('heddle_pinned_topic'),
  channel_id: Id,
  topic: Type.String(),
};

const PinnedTopicEvent = Type.Union([
  Exact({ ...pinnedTopicEvent, op: Type.Literal('add') }),
  Exact({ ...pinnedTopicEvent, op: Type.Literal('remove') }),
]);

export const pinnedTopicState = {
  heddle_pinned_topic: { heddle_pinned_topics: Type.Array(PinnedTopic) },
};

export const pinnedTopicEvents = { heddle_pinned_topic: PinnedTopicEvent };

export const pinnedTopicExamples: Examples<typeof pinnedTopicEvents> = {
  heddle_pinned_topic: {
    'a topic pinned': {
      id: 1,
      type: 'heddle_pinned_topic',
      op: 'add',
      channel_id: 4,
      topic: 'lunch',
    },
  },
};
