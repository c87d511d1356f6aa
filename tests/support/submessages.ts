/** Polls and lists of tasks in the world of a test, and what is added to them. */
import assert from 'node:assert/strict';
import type { Json, JsonValue, Reply } from './client.ts';
import type { Name, World } from './world.ts';

export const poll = '/poll Soup?\nyes\nno';
export const todo = '/todo Loom\nwarp: 300 threads\nweft';
export const vote = { type: 'vote', key: 'canned,0', vote: 1 };

export const add = (
  world: World,
  who: Name,
  message_id: number,
  content: unknown,
  msg_type = 'widget',
): Promise<Reply> =>
  world.as(who).post('/submessage', { message_id, msg_type, content: JSON.stringify(content) });

export async function added(
  world: World,
  who: Name,
  id: number,
  content: unknown,
  kind?: string,
): Promise<void> {
  const { status, json } = await add(world, who, id, content, kind);
  assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
}

export function isRefused({ status, json }: { status: number; json: Json }, msg: string): void {
  assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
}

export interface Shown {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

/** As both ways of reading show them, alike. */
export async function getSubmessages(world: World, who: Name, id: number): Promise<Shown[]> {
  const one = await world.as(who).get(`/messages/${id}`);
  const many = await world.as(who).get('/messages', { message_ids: [id] });
  assert.equal(one.status, 200, one.json.msg);
  const { submessages } = one.json.message as { submessages: Shown[] };
  assert.deepEqual((many.json.messages as { submessages: Shown[] }[])[0]?.submessages, submessages);
  return submessages;
}

export const contents = async (world: World, who: Name, id: number): Promise<JsonValue[]> =>
  (await getSubmessages(world, who, id)).map((one) => JSON.parse(one.content));
