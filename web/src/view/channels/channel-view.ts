/** What a link to a channel opens, by the person's setting. */
import type { Live } from '../../store/live.ts';
import { feedAddress, type Address } from '../narrow/address.ts';
import { preference } from '../preferences/preferences.ts';
import { isQuiet } from './topic-visibility.ts';
import { allTopics, unreadIn } from './topics.ts';

const topTopic = 1;
const feed = 2;
const topicList = 3;
const topUnread = 4;

/** Undefined while it depends on the topics of the channel and these are not loaded. */
export function channelAddress(live: Live, channelId: number): Address | undefined {
  const chosen = preference(live, 'web_channel_default_view') ?? topTopic;
  if (chosen === feed) return feedAddress(channelId);
  if (chosen === topicList) return { screen: 'topics', channelId };
  const topics = allTopics(live, channelId);
  if (topics === undefined) return undefined;
  const loud = topics.filter(({ topic }) => !isQuiet(live, channelId, topic));
  const unread = chosen === topUnread && loud.find(({ topic }) => unreadIn(live, channelId, topic).size > 0);
  const { topic } = unread || (loud[0] ?? topics[0] ?? {});
  return topic === undefined
    ? feedAddress(channelId)
    : { screen: 'narrow', narrow: { kind: 'topic', channelId, topic } };
}
