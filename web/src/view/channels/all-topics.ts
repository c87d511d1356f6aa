/** The topics of all subscribed channels, for the parts that load after the first screen. */
import type { KnownTopic } from '../../store/channels/topics.ts';
import type { Live } from '../../store/live.ts';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import { topicVisibility } from './topic-visibility.ts';

/** The most recent of the fetched topics. Sorts only these few, since there may be a hundred thousand. */
export function latestTopics(live: Live, channelId: number, most: number): KnownTopic[] {
  const latest: KnownTopic[] = [];
  for (const topic of live.get('topics').get(channelId)?.topics.values() ?? []) {
    if (latest.length === most && topic.lastId < latest[most - 1]!.lastId) continue;
    const at = latest.findIndex(({ lastId }) => lastId < topic.lastId);
    latest.splice(at < 0 ? latest.length : at, 0, topic);
    latest.length = Math.min(latest.length, most);
  }
  return latest;
}

/** Whether the topics of all subscribed channels are loaded; those of channels without messages are not fetched. */
export function hasAllTopics(live: Live): boolean {
  const [lists, channels] = [live.get('topics'), live.get('channels')];
  return [...live.get('subscriptions').keys()].every(
    (id) => lists.get(id)?.isLoaded === true || typeof channels.get(id)?.first_message_id !== 'number',
  );
}

/** Whether the topics of a channel have to be fetched again. */
export const hasStaleTopics = (live: Live): boolean =>
  [...live.get('topics').values()].some(({ isStale }) => isStale);

/** The next followed topic with unread messages after the open one, otherwise the first. */
export function nextFollowed(live: Live, activeKey: string | undefined): Narrow | undefined {
  const found = [...live.get('unreads').channels].flatMap(([channelId, topics]) =>
    [...topics.values()]
      .filter(({ topic, ids }) => ids.size > 0 && topicVisibility(live, channelId, topic) === 'followed')
      .map(({ topic }) => ({ kind: 'topic', channelId, topic }) as const),
  );
  const at = found.findIndex((narrow) => narrowKey(narrow) === activeKey);
  const others = [...found.slice(at + 1), ...found.slice(0, Math.max(at, 0))];
  return others.find((narrow) => narrowKey(narrow) !== activeKey);
}
