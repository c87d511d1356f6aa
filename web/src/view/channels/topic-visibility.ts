/** Which topics a person mutes, unmutes or follows, and which users they mute. */
import { topicKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';

export type TopicVisibility = 'inherit' | 'muted' | 'unmuted' | 'followed';

/** In the order of the numbers that stand for them on the wire. */
export const visibilities = ['inherit', 'muted', 'unmuted', 'followed'] as const;

export function topicVisibility(live: Live, channelId: number, topic: string): TopicVisibility {
  const policy = live.get('personal').topics.get(channelId)?.get(topicKey(topic))?.policy ?? 0;
  return visibilities[policy];
}

/** Muted users. */
export const isMutedPerson = (live: Live, id: number): boolean => live.get('personal').mutedUsers.has(id);

/** Whether what is new in a topic should catch the eye. */
export function isQuiet(live: Live, channelId: number, topic: string): boolean {
  const visibility = topicVisibility(live, channelId, topic);
  if (visibility === 'muted') return true;
  return visibility === 'inherit' && live.get('subscriptions').get(channelId)?.is_muted === true;
}
