/** Tools that read messages. */
import { Type } from '../../../../../wire/core.ts';
import type { GetMessagesResponse, Message } from '../../../../../wire/messages.ts';
import type { Json } from '../call-api.ts';
import { messageFields, messagesFields } from '../serialize-messages.ts';
import { type ToolCall, defineTool } from '../tool.ts';
import { before, channel, limit, messageId, topic, userIds } from './parameters.ts';

const needs = { scope: 'read', takesChannelKeys: 'handler' } as const;
const mostMessages = 100;

interface Range {
  limit?: number;
  before_message_id?: number;
}

type Term = { operator: string; operand: unknown };

export const searchMessages = defineTool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Searches the messages that the caller may read, by words, channel, topic and sender. Oldest first among the newest matches.',
  needs,
  effect: 'reads',
  params: Type.Object({
    query: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Words that must all occur' }),
    ),
    channel: Type.Optional(channel),
    topic: Type.Optional(topic),
    sender_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Id of the user who wrote them' })),
    before_message_id: before,
    limit: Type.Optional(limit(mostMessages, 20)),
  }),
  run: (call, params) =>
    page(call, params, 20, [
      ...(params.query === undefined ? [] : [{ operator: 'search', operand: params.query }]),
      ...(params.channel === undefined ? [] : [{ operator: 'channel', operand: params.channel }]),
      ...(params.topic === undefined ? [] : [{ operator: 'topic', operand: params.topic }]),
      ...(params.sender_id === undefined ? [] : [{ operator: 'sender', operand: params.sender_id }]),
    ]),
});

export const readTopic = defineTool({
  name: 'read_topic',
  title: 'Read a topic',
  description: 'Returns the newest messages of a topic of a channel, oldest first.',
  needs,
  effect: 'reads',
  params: Type.Object({
    channel,
    topic,
    before_message_id: before,
    limit: Type.Optional(limit(mostMessages, 50)),
  }),
  run: (call, params) =>
    page(call, params, 50, [
      { operator: 'channel', operand: params.channel },
      { operator: 'topic', operand: params.topic },
    ]),
});

export const readDirectMessages = defineTool({
  name: 'read_direct_messages',
  title: 'Read direct messages',
  description:
    'Returns the newest messages of the direct conversation between the caller and the given users, oldest first.',
  needs: { scope: 'read' },
  effect: 'reads',
  params: Type.Object({
    user_ids: userIds,
    before_message_id: before,
    limit: Type.Optional(limit(mostMessages, 50)),
  }),
  run: (call, params) => page(call, params, 50, [{ operator: 'dm', operand: params.user_ids }]),
});

export const getMessage = defineTool({
  name: 'get_message',
  title: 'Get a message',
  description: 'Returns one message in full.',
  needs,
  effect: 'reads',
  params: Type.Object({ message_id: messageId }),
  async run({ api, me, origin }, { message_id }) {
    const params = { apply_markdown: false, allow_empty_topic_name: true };
    const { message } = await api<{ message: Message }>('GET', `/messages/${message_id}`, params);
    return { message: messageFields(message, { me, origin, longest: Infinity }) };
  },
});

async function page(
  { api, me, origin }: ToolCall,
  range: Range,
  usual: number,
  narrow: Term[],
): Promise<Json> {
  const { before_message_id: anchor, limit: num_before = usual } = range;
  const found = await api<GetMessagesResponse>('GET', '/messages', {
    narrow,
    anchor: anchor ?? 'newest',
    include_anchor: anchor === undefined,
    num_before,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messagesFields(found, { me, origin });
}
