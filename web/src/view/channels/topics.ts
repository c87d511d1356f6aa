/** The known topics of channels: from fetched lists and from unread messages. */
import { topicKey } from '../../store/index.ts';
import { findLargest } from '../../store/base/objects.ts';
import type { KnownTopic } from '../../store/channels/topics.ts';
import type { Live } from '../../store/live.ts';

const latestFirst = (a: KnownTopic, b: KnownTopic): number => b.lastId - a.lastId;

const anyTopic = (_topic: string): boolean => true;

/**
 * Newest first.
 * @param isWanted filters by name
 */
export const unreadTopics = (live: Live, channelId: number, isWanted = anyTopic): KnownTopic[] =>
  [...(live.get('unreads').channels.get(channelId)?.values() ?? [])]
    .filter(({ topic }) => isWanted(topic))
    .map(({ topic, ids }) => ({ topic, lastId: findLargest(ids) }))
    .sort(latestFirst);

/** The same, including read topics. */
export function knownTopics(live: Live, channelId: number, isWanted = anyTopic): KnownTopic[] {
  const listed = live.get('topics').get(channelId)?.topics;
  const found = [...(listed?.values() ?? [])].filter(({ topic }) => isWanted(topic));
  for (const [key, { topic, ids }] of live.get('unreads').channels.get(channelId) ?? [])
    if (listed?.has(key) !== true && isWanted(topic)) found.push({ topic, lastId: findLargest(ids) });
  return found.sort(latestFirst);
}

/** All topics of a channel, newest first; undefined until they were fetched. */
export function allTopics(live: Live, channelId: number): KnownTopic[] | undefined {
  return live.get('topics').get(channelId)?.isLoaded === true ? knownTopics(live, channelId) : undefined;
}

/** The unread messages of a topic. */
export const unreadIn = (live: Live, channelId: number, topic: string): ReadonlySet<number> =>
  live.get('unreads').channels.get(channelId)?.get(topicKey(topic))?.ids ?? none;

const none: ReadonlySet<number> = new Set();
