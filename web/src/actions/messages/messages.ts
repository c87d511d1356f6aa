/** Actions on messages. Applied optimistically; rolled back if the server refuses. */
import type { EventBody } from '../../../../wire/events.ts';
import type {
  MarkAllAsReadResponse,
  UpdateMessageFlagsForNarrowResponse,
} from '../../../../wire/message-flags.ts';
import type { Reaction } from '../../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
import type { Outcome } from './lookups.ts';
import { requestedTerms } from '../../view/narrow/search-terms.ts';

type Flag = 'read' | 'starred' | 'collapsed';

/** Local events, applied as if they had been received; the real ones change nothing more. */
function pretend(client: Client, event: EventBody): void {
  const events = [{ ...event, id: -1 }];
  client.live.apply(events);
  client.history.settle(events);
}

function pretendFlag(client: Client, op: 'add' | 'remove', flag: Flag, messages: number[]): void {
  const common = { type: 'update_message_flags', flag, messages, all: false } as const;
  pretend(client, op === 'add' ? { ...common, op, operation: op } : { ...common, op, operation: op });
}

type Timer = ReturnType<typeof setTimeout>;

/** `failure` is why the last attempt failed. */
type Batch = { ids: Set<number>; timer: Timer | undefined; failure?: ApiFailure };

const waiting = new WeakMap<Client, Batch>();
const sending = new WeakMap<Client, Promise<void>>();
const collectMs = 400;
const longestPauseMs = 15_000;

/** Marks messages as read: locally right away, on the server in batches. */
export function markRead(client: Client, ids: readonly number[]): void {
  const { unreads } = client.live.peek();
  const unread = ids.filter((id) => unreads.places.has(id));
  if (unread.length === 0) return;
  pretendFlag(client, 'add', 'read', unread);
  const batch = getBatch(client);
  for (const id of unread) batch.ids.add(id);
  batch.timer ??= setTimeout(() => void sendRead(client), collectMs);
}

function getBatch(client: Client): Batch {
  const batch = waiting.get(client) ?? { ids: new Set<number>(), timer: undefined };
  waiting.set(client, batch);
  return batch;
}

function sendRead(client: Client, attempt = 1): Promise<void> {
  // Without their results, or each would hold those of all before it.
  const sent = Promise.all([sending.get(client), postRead(client, attempt)]).then(() => undefined);
  sending.set(client, sent);
  return sent;
}

/**
 * Sends the server what was read until now, which must not reach it after what is marked as unread.
 * @returns why it did not get through
 */
async function flushRead(client: Client): Promise<ApiFailure | undefined> {
  clearTimeout(waiting.get(client)?.timer);
  await sendRead(client);
  return waiting.get(client)?.failure;
}

/** Tried again until the server responds: nothing else would tell it what was read while offline. */
async function postRead(client: Client, attempt: number): Promise<void> {
  const batch = waiting.get(client);
  if (batch === undefined) return;
  waiting.delete(client);
  const messages = [...batch.ids];
  try {
    await client.api.post('/messages/flags', { messages, op: 'add', flag: 'read' });
  } catch (error) {
    const failure = getFailure(error);
    if (failure.kind === 'refused') return;
    const again = getBatch(client);
    again.failure = failure;
    for (const id of messages) again.ids.add(id);
    const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** attempt);
    again.timer ??= setTimeout(() => void sendRead(client, attempt + 1), pauseMs);
  }
}

/** Asks again until nothing is left: the server does what it can in one request. @returns what was unread, as far as it is known */
export async function markAllRead({ api, live }: Client): Promise<Outcome<readonly number[]>> {
  const before = [...live.peek().unreads.places.keys()];
  try {
    for (;;) {
      const { complete } = await api.post<MarkAllAsReadResponse>('/mark_all_as_read', {});
      if (complete) return { value: before };
    }
  } catch (error) {
    return { failure: getFailure(error) };
  }
}

/** Takes back that messages were read. */
export async function markUnread(client: Client, ids: readonly number[]): Promise<ApiFailure | undefined> {
  const failure = await flushRead(client);
  if (failure !== undefined) return failure;
  try {
    for (let from = 0; from < ids.length; from += unreadAtOnce) {
      const messages = ids.slice(from, from + unreadAtOnce);
      await client.api.post('/messages/flags', { messages, op: 'remove', flag: 'read' });
    }
    return undefined;
  } catch (error) {
    return getFailure(error);
  }
}

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

const unreadAtOnce = 5000;

/** Everything of a narrow from a message on counts as new again. */
export async function markUnreadFrom(
  client: Client,
  narrow: Narrow,
  id: number,
): Promise<ApiFailure | undefined> {
  const terms = requestedTerms(narrow, client.live.peek());
  const failure = await flushRead(client);
  if (failure !== undefined) return failure;
  let range: { anchor: number; include_anchor: boolean } = { anchor: id, include_anchor: true };
  try {
    for (;;) {
      const response = await client.api.post<UpdateMessageFlagsForNarrowResponse>('/messages/flags/narrow', {
        ...range,
        num_before: 0,
        num_after: unreadAtOnce,
        narrow: terms,
        op: 'remove',
        flag: 'read',
      });
      if (response.found_newest || response.last_processed_id === null) return undefined;
      range = { anchor: response.last_processed_id, include_anchor: false };
    }
  } catch (error) {
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
