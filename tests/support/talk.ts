/** The cast talks and listens, for tests that are about what comes of it. */
import assert from 'node:assert/strict';
import type { ChannelName } from './cast.ts';
import type { Json, JsonValue, Params } from './client.ts';
import { listen, type Listener } from './listen.ts';
import type { Name, World } from './world.ts';

/** Sends to a channel of the cast; returns the message's id. */
export async function say(
  world: World,
  who: Name,
  channel: ChannelName,
  topic: string,
  content = 'hello',
): Promise<number> {
  return sent(
    await world.as(who).post('/messages', { type: 'channel', to: world.channels[channel], topic, content }),
  );
}

/** Sends directly; returns the message's id. */
export async function sendDirect(
  world: World,
  who: Name,
  others: readonly Name[],
  content = 'hello',
): Promise<number> {
  const to = others.map((name) => world.people[name].id);
  return sent(await world.as(who).post('/messages', { type: 'direct', to, content }));
}

function sent({ status, json }: { status: number; json: Json }): number {
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

/** Opens an event queue; without further parameters one for messages and flags, with no state but the queue itself. */
export function listenAs(world: World, who: Name, params: Params = {}): Promise<Listener> {
  return listen(world.as(who), {
    event_types: ['message', 'update_message_flags'],
    fetch_event_types: [],
    client_capabilities: { empty_topic_name: true },
    ...params,
  });
}

/** What `/register` says is unread now. */
export async function getUnread(world: World, who: Name, params: Params = {}): Promise<JsonValue> {
  const { state } = await listenAs(world, who, {
    fetch_event_types: ['message', 'update_message_flags'],
    ...params,
  });
  return state.unread_msgs;
}

/** The reader's flags of a message, as it is fetched. */
export async function getFlags(world: World, who: Name, messageId: number): Promise<string[]> {
  const { status, json } = await world.as(who).get(`/messages/${messageId}`);
  assert.equal(status, 200, json.msg);
  return (json.message as { flags: string[] }).flags;
}
