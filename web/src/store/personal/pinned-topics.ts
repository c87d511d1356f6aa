/** Topics that the person has pinned in the sidebar, by channel and `topicKey`. */
import { topicKey } from '../../../../wire/topics.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { PinnedTopic } from '../../../../wire/pinned-topics.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type PinnedTopics = Map<string, PinnedTopic>;
type PinState = { pinnedTopics: PinnedTopics };

export const pinKey = (channelId: number, topic: string): string => `${channelId} ${topicKey(topic)}`;

const pinnedTopicsFromRegister = (response: RegisterResponse): PinnedTopics =>
  new Map(
    (response.heddle_pinned_topics ?? []).map((one) => [pinKey(one.channel_id, one.topic), { ...one }]),
  );

function reducePinnedTopic({ pinnedTopics: pins }: PinState, event: EventOf<'heddle_pinned_topic'>): void {
  const { op, channel_id, topic } = event;
  const key = pinKey(channel_id, topic);
  if (op === 'add') pins.set(key, { channel_id, topic });
  else pins.delete(key);
}

export const pinnedTopics = defineNoun({
  keys: ['heddle_pinned_topic'],
  state: { pinnedTopics: pinnedTopicsFromRegister },
  reducers: { heddle_pinned_topic: reducePinnedTopic },
});
