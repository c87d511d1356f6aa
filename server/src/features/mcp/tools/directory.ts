/** Tools about channels, topics and users. */
import { Type, roles } from '../../../../../wire/core.ts';
import type { Topic } from '../../../../../wire/channels.ts';
import type { Json } from '../call-api.ts';
import { channelFields, fetchChannelId, fetchChannels } from '../serialize-channels.ts';
import { visible } from '../serialize-messages.ts';
import { defineTool } from '../tool.ts';
import { channel, limit } from './parameters.ts';

const mostListed = 200;
const usualListed = 50;
const query = Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' }));
const listed = Type.Optional(limit(mostListed, usualListed));

/** Filters by name and applies the limit; `total` counts all matches. */
function search<T>(
  all: readonly T[],
  getName: (one: T) => string,
  { query: words = '', limit: most = usualListed },
) {
  const wanted = words.toLowerCase();
  const found = all.filter((one) => getName(one).toLowerCase().includes(wanted));
  return { total: found.length, shown: found.slice(0, most) };
}

export const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'Who am I?',
  description: 'Returns the account that the API key belongs to, and what the key may do.',
  needs: { scope: 'any', takesChannelKeys: 'handler' },
  effect: 'reads',
  params: Type.Object({}),
  async run({ api, me }) {
    const user = await api<User>('GET', '/users/me');
    const { scopes, channelId } = me.key;
    return { user: userFields(user), key: { scopes: [...scopes], only_channel_id: channelId } };
  },
});

export const listChannels = defineTool({
  name: 'list_channels',
  title: 'List channels',
  description: 'Returns the channels that the caller may see, by name.',
  needs: { scope: 'directory', takesChannelKeys: 'handler' },
  effect: 'reads',
  params: Type.Object({ query, limit: listed }),
  async run(call, params) {
    const { total, shown } = search(await fetchChannels(call), ({ name }) => name, params);
    return { total, channels: shown.map(channelFields) };
  },
});

export const listTopics = defineTool({
  name: 'list_topics',
  title: 'List topics',
  description: 'Returns the topics of a channel, the one with the newest message first.',
  needs: { scope: 'read', takesChannelKeys: 'handler' },
  effect: 'reads',
  params: Type.Object({ channel, query, limit: listed }),
  async run(call, params) {
    const id = await fetchChannelId(call, params.channel);
    const { topics } = await call.api<{ topics: Topic[] }>('GET', `/users/me/${id}/topics`, {
      allow_empty_topic_name: true,
    });
    const { total, shown } = search(topics, ({ name }) => name, params);
    const fields = shown.map(({ name, max_id }) => ({ name: visible(name), newest_message_id: max_id }));
    return { channel_id: id, total, topics: fields };
  },
});

interface User {
  user_id: number;
  full_name: string;
  role: number;
  is_bot: boolean;
  is_active: boolean;
  timezone: string;
  delivery_email: string | null;
}

const roleNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(roles).map(([name, number]) => [number, name]),
);

const userFields = ({ user_id, full_name, role, is_bot, timezone, delivery_email }: User): Json => ({
  user_id,
  name: visible(full_name),
  role: roleNames[role],
  is_bot,
  ...(timezone !== '' && { timezone }),
  ...(delivery_email !== null && { email: delivery_email }),
});

export const listUsers = defineTool({
  name: 'list_users',
  title: 'Who is who',
  description: 'Returns the active people and bots that the caller may see, by name or id.',
  needs: { scope: 'directory' },
  effect: 'reads',
  params: Type.Object({
    query,
    user_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: mostListed })),
    limit: listed,
  }),
  async run({ api }, { user_ids, ...params }) {
    const { members } = await api<{ members: User[] }>('GET', '/users', { user_ids });
    const active = members.filter(({ is_active }) => is_active);
    const { total, shown } = search(active, ({ full_name }) => full_name, params);
    return { total, users: shown.map(userFields) };
  },
});
