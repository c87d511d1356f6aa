/** Topic policies (muted, unmuted, followed) and muted users. */
import { topicKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';

export type TopicVisibility = 'inherit' | 'muted' | 'unmuted' | 'followed';

/** Indexed by the number that stands for the policy on the wire. */
export const visibilities = ['inherit', 'muted', 'unmuted', 'followed'] as const;

export function topicVisibility(live: Live, channelId: number, topic: string): TopicVisibility {
  const policy = live.get('personal').topics.get(channelId)?.get(topicKey(topic))?.policy ?? 0;
  return visibilities[policy];
}

/** IDs of muted users. */
export const isMutedPerson = (live: Live, id: number): boolean => live.get('personal').mutedUsers.has(id);

/** Whether unread messages of a topic are emphasized. */
export function isQuiet(live: Live, channelId: number, topic: string): boolean {
  const visibility = topicVisibility(live, channelId, topic);
  if (visibility === 'muted') return true;
  return visibility === 'inherit' && live.get('subscriptions').get(channelId)?.is_muted === true;
}
