/** The part of a topic that is sent to the model: what the user may read, without ids and email addresses. */
import type { AppContext } from '../../core/context/index.ts';
import { checkKeyChannel, type Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { parseNarrow } from '../../lib/narrow/parse.ts';
import { truncate } from '../../lib/text.ts';
import { getMessages, type readBy } from '../message-fetch/index.ts';

export type ReadBy = ReturnType<typeof readBy>;

const mostMessages = 100;
const longestMessage = 2000;
/** UTF-16 code units of all messages; the oldest ones are dropped. */
const longestConversation = 40_000;

/** @returns JSON lines, oldest first @throws ApiError unless it is a topic whose messages may be sent to the model */
export async function loadConversation(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  me: Principal,
  narrow: unknown[],
  by: ReadBy,
): Promise<string> {
  checkIsTopic(narrow);
  const { messages } = await getMessages(db.read, me, {
    ...by,
    narrow,
    anchor: 'newest',
    include_anchor: true,
    num_before: mostMessages,
    num_after: 0,
    use_first_unread_anchor: false,
    client_gravatar: true,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  const lines: string[] = [];
  let length = 0;
  for (const message of messages.toReversed()) {
    checkMayLeave(config, me, message);
    const content = truncate(message.content, longestMessage, '…');
    const line = JSON.stringify({ sender: message.sender_full_name, content });
    length += line.length;
    if (length > longestConversation) break;
    lines.push(line);
  }
  if (lines.length === 0) throw apiError('ai.nothing-to-summarize');
  return lines.reverse().join('\n');
}

/** A narrow with a channel contains no direct messages. */
function checkIsTopic(narrow: unknown[]): void {
  const terms = parseNarrow(narrow);
  const names = terms.map(({ op, negated }) => (negated ? '' : op)).sort();
  if (names.join(' ') !== 'channel topic') throw apiError('ai.topics-only');
}

type FetchedMessage = Awaited<ReturnType<typeof getMessages>>['messages'][number];

/** Only public channels, unless the operator allows private ones. */
function checkMayLeave(
  { aiPrivateChannels }: AppContext['config'],
  me: Principal,
  message: FetchedMessage,
): void {
  const channel = message.type === 'private' ? undefined : me.cache.channels.get(message.stream_id);
  if (!channel) throw apiError('ai.topics-only');
  checkKeyChannel(me, channel.id);
  if (channel.isPrivate && aiPrivateChannels === 'off') throw apiError('ai.private-channel');
}
