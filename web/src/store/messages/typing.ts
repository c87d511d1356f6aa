/** Who is typing. A "stop" that was lost is not detected here: views leave out people whose last event is too old. */
import { topicKey } from '../../../../wire/topics.ts';
import type { EventOf } from '../../../../wire/events.ts';
import { directKey } from '../base/conversation-keys.ts';
import { defineNoun } from '../base/noun.ts';
import type { OwnState } from '../own/own.ts';

/** User IDs with the time of their last event in milliseconds, as of `performance.now()`; never the person's own. */
export type Typists = ReadonlyMap<number, number>;

type Typing = {
  /** By `typingKey`. */
  conversations: Map<string, Typists>;
  /** Who is editing a message, by message ID. */
  messages: Map<number, Typists>;
};

type TypingState = OwnState & { typing: Typing };

const noTyping = (): Typing => ({ conversations: new Map(), messages: new Map() });

/** Identifies a topic, or a direct conversation by the others in it. */
export const typingKey = (
  place: { channelId: number; topic: string } | { userIds: readonly number[]; ownId: number },
): string =>
  'topic' in place
    ? `channel ${place.channelId} ${topicKey(place.topic)}`
    : `direct ${directKey(place.userIds, place.ownId)}`;

function reduceTyping(state: TypingState, event: EventOf<'typing'>): void {
  const key =
    event.message_type === 'stream'
      ? typingKey({ channelId: event.stream_id, topic: event.topic })
      : typingKey({ userIds: event.recipients.map((one) => one.user_id), ownId: state.own.user_id });
  change(state, state.typing.conversations, key, event.op, event.sender.user_id);
}

function reduceEditTyping(state: TypingState, event: EventOf<'typing_edit_message'>): void {
  change(state, state.typing.messages, event.message_id, event.op, event.sender_id);
}

function change<Key>(
  { own }: OwnState,
  map: Map<Key, Typists>,
  key: Key,
  op: 'start' | 'stop',
  userId: number,
): void {
  if (userId === own.user_id) return;
  const people = new Map(map.get(key));
  if (op === 'start') people.set(userId, performance.now());
  else people.delete(userId);
  if (people.size > 0) map.set(key, people);
  else map.delete(key);
}

export const typing = defineNoun({
  keys: [],
  state: { typing: noTyping },
  reducers: { typing: reduceTyping, typing_edit_message: reduceEditTyping },
  fleeting: { typing: 'dropped' },
});
