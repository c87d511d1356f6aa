/** Actions on messages. Applied optimistically; rolled back if the server refuses. */
import type { Reaction } from '../../../../wire/messages.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask } from '../request/outcome.ts';
import type { EventBody } from '../../../../wire/events.ts';

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
  const failure = await ask(client.api.post('/messages/flags', { messages: [id], op, flag }));
  if (failure !== undefined) pretendFlag(client, isOn ? 'remove' : 'add', flag, [id]);
  return failure;
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
  const path = `/messages/${id}/reactions`;
  const failure = await ask(op === 'add' ? client.api.post(path, fields) : client.api.delete(path, fields));
  if (failure !== undefined)
    pretend(client, op === 'add' ? { ...event, op: 'remove' } : { ...event, op: 'add' });
  return failure;
}

// Shows what a person does before the server has confirmed it.

type Flag = 'read' | 'starred' | 'collapsed';

/** Local events, applied as if they had been received; the real ones change nothing more. */
function pretend(client: Client, event: EventBody): void {
  const events = [{ ...event, id: -1 }];
  client.live.apply(events);
  client.history.settle(events);
}

export function pretendFlag(client: Client, op: 'add' | 'remove', flag: Flag, messages: number[]): void {
  const common = { type: 'update_message_flags', flag, messages, all: false } as const;
  pretend(client, op === 'add' ? { ...common, op, operation: op } : { ...common, op, operation: op });
}
