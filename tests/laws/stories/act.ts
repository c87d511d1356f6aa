/** The steps of stories, and helpers to write them. */
import assert from 'node:assert/strict';
import type { Params, Reply } from '../../support/client.ts';
import type { Name, World } from '../../support/world.ts';
import { observers, type Observer } from '../observers.ts';

export interface Act {
  name: string;
  /** Changes to the world that nobody is notified of. */
  prepare?: (world: World) => Promise<unknown>;
  act: (world: World) => Promise<unknown>;
  changes: readonly Observer[];
  /** Whose queues it ends, since too much of what they may see changes for events. */
  ends?: readonly Observer[];
}

export const everyone = observers;

export const except = (...some: Observer[]): Observer[] => observers.filter((who) => !some.includes(who));

export async function done(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  assert.equal(reply.status, 200, reply.json.msg);
  return reply;
}

export const getId = (world: World, who: Name): number => world.people[who].id;

export const subscribe = (world: World, who: Name, channels: string[], people: Name[], params: Params = {}) =>
  done(
    world.as(who).post('/users/me/subscriptions', {
      subscriptions: channels.map((name) => ({ name })),
      principals: people.map((name) => getId(world, name)),
      send_new_subscription_messages: false,
      ...params,
    }),
  );

export const unsubscribe = (world: World, who: Name, subscriptions: string[], people: Name[]) =>
  done(
    world.as(who).delete('/users/me/subscriptions', {
      subscriptions,
      principals: people.map((name) => getId(world, name)),
    }),
  );

const rememberedIds = new WeakMap<World, Map<string, number>>();

/** Keeps the ID of a message under a name, for later acts in the same world. */
export function rememberId(world: World, name: string, id: number): void {
  const known = rememberedIds.get(world) ?? new Map<string, number>();
  rememberedIds.set(world, known.set(name, id));
}

export function recallId(world: World, name: string): number {
  const id = rememberedIds.get(world)?.get(name);
  if (id === undefined) throw new Error(`No message is remembered as "${name}".`);
  return id;
}

/** IDs of the newest messages that someone can see, the newest last. */
export async function fetchNewestIds(world: World, who: Name, count: number): Promise<number[]> {
  const query = { anchor: 'newest', num_before: count, num_after: 0 };
  const { json } = await done(world.as(who).get('/messages', query));
  return (json.messages as { id: number }[]).map(({ id }) => id);
}
