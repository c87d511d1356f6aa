/** Actions on messages. Applied optimistically; rolled back if the server refuses. */
import type { Reaction } from '../../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { pretend, pretendFlag } from './pretend.ts';

export function toggleStar(client: Client, id: number): Promise<ApiFailure | undefined> {
  return setFlag(client, id, 'starred', !client.live.peek().starred.has(id));
}

export function toggleCollapsed(client: Client, id: number): Promise<ApiFailure | undefined> {
  const isCollapsed = client.live.peek().messages.get(id)?.flags.includes('collapsed') === true;
  return setFlag(client, id, 'collapsed', !isCollapsed);
}

async function setFlag(
  client: Client,
  id: number,
  flag: 'starred' | 'collapsed',
  isOn: boolean,
): Promise<ApiFailure | undefined> {
  const op = isOn ? 'add' : 'remove';
  pretendFlag(client, op, flag, [id]);
  try {
    await client.api.post('/messages/flags', { messages: [id], op, flag });
    return undefined;
  } catch (error) {
    pretendFlag(client, isOn ? 'remove' : 'add', flag, [id]);
    return getFailure(error);
  }
}

export type Emoji = Omit<Reaction, 'user_id'>;

const isSame = (a: Emoji, b: Emoji): boolean =>
  a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;

export async function toggleReaction(
  client: Client,
  id: number,
  emoji: Emoji,
): Promise<ApiFailure | undefined> {
  const { own, messages } = client.live.peek();
  const mine = messages
    .get(id)
    ?.reactions.some((each) => each.user_id === own.user_id && isSame(each, emoji));
  const op = mine === true ? 'remove' : 'add';
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const fields = { emoji_name, emoji_code, reaction_type };
  const event = { type: 'reaction', message_id: id, user_id: own.user_id, ...fields } as const;
  pretend(client, op === 'add' ? { ...event, op } : { ...event, op });
  try {
    const path = `/messages/${id}/reactions`;
    await (op === 'add' ? client.api.post(path, fields) : client.api.delete(path, fields));
    return undefined;
  } catch (error) {
    pretend(client, op === 'add' ? { ...event, op: 'remove' } : { ...event, op: 'add' });
    return getFailure(error);
  }
}
