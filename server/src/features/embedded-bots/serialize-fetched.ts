/** What bots fetch, in the form of the SDK. */
import type { BotMessage } from '../../../../sdk/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { findNamed, type Principal } from '../../core/organization/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import { parseStored } from '../../lib/json.ts';
import { getStreamTopics } from '../channels/index.ts';
import { getMessages } from '../message-fetch/index.ts';
import { BotRequestRefused } from './refused.ts';

const mostTopics = 1000;

/** Names, the newest first. */
export async function fetchTopics(app: AppContext, me: Principal, name: string): Promise<string[]> {
  const channel = findNamed(me.cache.channels, name);
  if (!channel) throw new BotRequestRefused(`There is no channel ${JSON.stringify(name)}.`);
  const { fields } = await getStreamTopics(app, me, channel.id, { allowsEmpty: true });
  const text = typeof fields === 'string' ? fields : Buffer.concat(fields).toString('utf8');
  const { topics } = parseStored<{ topics: { name: string }[] }>(`{${text}}`);
  return topics.slice(0, mostTopics).map((topic) => topic.name);
}

export async function fetchMessages(
  app: AppContext,
  me: Principal,
  { channel, topic, range }: { channel: string; topic: string; range: { isFirst: boolean; count: number } },
): Promise<BotMessage[]> {
  const { isFirst, count } = range;
  const { messages } = await getMessages(app.db.read, me, {
    narrow: [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ],
    anchor: isFirst ? 'oldest' : 'newest',
    include_anchor: true,
    num_before: isFirst ? 0 : count,
    num_after: isFirst ? count : 0,
    use_first_unread_anchor: false,
    client_gravatar: true,
    apply_markdown: false,
    allow_empty_topic_name: true,
    userAgent: 'Heddle',
    origin: organizationUrl(app, me.cache.organization.subdomain),
  });
  return messages.slice(0, count).map((message) => ({
    id: message.id,
    sender: { id: message.sender_id, name: message.sender_full_name },
    content: message.content,
    sentAt: message.timestamp,
    channel,
    topic,
  }));
}
