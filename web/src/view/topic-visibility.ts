/** Which topics a person mutes, unmutes or follows. */
import { topicKey } from '../store/index.ts';
import type { Live } from '../store/live.ts';

export type TopicVisibility = 'inherit' | 'muted' | 'unmuted' | 'followed';

const policies = ['inherit', 'muted', 'unmuted', 'followed'] as const;
const placeOf = (channelId: number, topic: string): string => `${channelId} ${topicKey(topic)}`;

let seen: { from: unknown; byPlace: ReadonlyMap<string, TopicVisibility> } | undefined;

function visibilities(live: Live): ReadonlyMap<string, TopicVisibility> {
  const topics = live.answer.value.user_topics ?? [];
  if (seen?.from === topics) return seen.byPlace;
  // COMPAT(the wire): there a channel is a stream.
  const byPlace = new Map(
    topics.map((each) => [placeOf(each.stream_id, each.topic_name), policies[each.visibility_policy]]),
  );
  seen = { from: topics, byPlace };
  return byPlace;
}

export const topicVisibility = (live: Live, channelId: number, topic: string): TopicVisibility =>
  visibilities(live).get(placeOf(channelId, topic)) ?? 'inherit';

/** Whether what is new in a topic should catch the eye. */
export function isQuiet(live: Live, channelId: number, topic: string): boolean {
  const visibility = topicVisibility(live, channelId, topic);
  if (visibility === 'muted') return true;
  return visibility === 'inherit' && live.get('subscriptions').get(channelId)?.is_muted === true;
}
