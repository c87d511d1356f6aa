/** Tools that write: messages are marked with the agent's program. */
import { Type } from '../../../../../wire/core.ts';
import { defineTool } from '../tool.ts';
import { channel, content, messageId, topic, userIds } from './parameters.ts';

const needs = { scope: 'send', takesChannelKeys: 'handler' } as const;

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A call that is repeated with the same key sends no second message',
  }),
);

const keyHeader = (key: string | undefined) => (key === undefined ? undefined : { 'idempotency-key': key });

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message to a topic of a channel as the caller. A topic that does not exist begins with it.',
  needs,
  effect: 'writes',
  params: Type.Object({ channel, topic, content, idempotency_key: idempotencyKey }),
  async run({ api, client }, { channel: to, topic: name, content: text, idempotency_key }) {
    const params = { type: 'channel', to: JSON.stringify(to), topic: name, content: text, client };
    const { id } = await api('POST', '/messages', params, keyHeader(idempotency_key));
    return { message_id: id };
  },
});

export const sendDirectMessage = defineTool({
  name: 'send_direct_message',
  title: 'Send a direct message',
  description: 'Sends a direct message to one or several users as the caller.',
  needs: { scope: 'send' },
  effect: 'writes',
  params: Type.Object({ user_ids: userIds, content, idempotency_key: idempotencyKey }),
  async run({ api, client }, { user_ids, content: text, idempotency_key }) {
    const params = { type: 'direct', to: user_ids, content: text, client };
    const { id } = await api('POST', '/messages', params, keyHeader(idempotency_key));
    return { message_id: id };
  },
});

const reaction = Type.Object({
  message_id: messageId,
  emoji_name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name without colons, such as thumbs_up',
  }),
});

export const addReaction = defineTool({
  name: 'add_reaction',
  title: 'React to a message',
  description: 'Adds an emoji reaction of the caller to a message.',
  needs,
  effect: 'repeatable',
  params: reaction,
  async run({ api, client }, { message_id, emoji_name }) {
    await api('POST', `/messages/${message_id}/reactions`, { emoji_name, client });
    return { message_id, emoji_name };
  },
});

export const removeReaction = defineTool({
  name: 'remove_reaction',
  title: 'Remove a reaction',
  description: 'Removes an emoji reaction of the caller from a message.',
  needs,
  effect: 'repeatable',
  params: reaction,
  async run({ api, client }, { message_id, emoji_name }) {
    await api('DELETE', `/messages/${message_id}/reactions`, { emoji_name, client });
    return { message_id, emoji_name };
  },
});
