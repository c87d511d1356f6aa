/** Finds where the messages of a topic were moved, by its name alone. Loaded when a topic has no messages. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { Client } from '../../connection/client.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { parseAddress } from '../../view/narrow/address.ts';
import { toggleResolvedMark } from '../../../../wire/topics.ts';
import { fetchTopicMessage } from './lookups.ts';
import { toOutcome } from '../request/outcome.ts';

type Topic = Extract<Destination, { kind: 'topic' }>;

/** How many notices to read. */
const most = 100;

/**
 * Finds the current place of a topic's messages: it may have been resolved or unresolved; otherwise a notice names the
 * topic that they came from, and has been moved along with them.
 * @param botId the bot that posts such notices
 */
export async function fetchMovedTopic(
  client: Client,
  botId: number,
  from: Topic,
): Promise<Topic | undefined> {
  const { channelId, topic } = from;
  const other = toggleResolvedMark(topic);
  const { value: id } = await fetchTopicMessage(client, channelId, other);
  if (id !== undefined) return { kind: 'topic', channelId, topic: other };
  const words = topic.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  if (words === '') return undefined;
  const narrow = [
    { operator: 'sender', operand: botId },
    { operator: 'search', operand: words },
  ];
  const params = { narrow, anchor: 'newest', num_before: most, num_after: 0, allow_empty_topic_name: true };
  const { value } = await toOutcome(client.api.get<GetMessagesResponse>('/messages', params));
  const names = new Set([narrowKey(from), narrowKey({ ...from, topic: other })]);
  const notice = value?.messages.findLast((message) => isLinked(message.content, names));
  const to = notice && getConversation(notice, client.live.peek().own.user_id);
  return to?.kind === 'topic' && narrowKey(to) !== narrowKey(from) ? to : undefined;
}

/**
 * Whether the notice is a single sentence with a link to the topic, as it was named before or after it was resolved; other
 * messages of the bot quote what people wrote.
 */
const isLinked = (html: string, topicKeys: ReadonlySet<string>): boolean =>
  /^<p>[^\n]*<\/p>$/.test(html) &&
  [...html.matchAll(/<a class="stream-topic"[^>]* href="([^"]+)"/g)].some(([, href = '']) => {
    const to = parseAddress(href.replaceAll('&amp;', '&'));
    return to.screen === 'narrow' && topicKeys.has(narrowKey(to.narrow));
  });
