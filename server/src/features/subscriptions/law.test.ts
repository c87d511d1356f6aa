import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { addChannel, groupId, setChannel } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen, type Listener } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { applyEvent, stateFromRegister, type State } from '../../../../web/src/store/index.ts';

const path = '/users/me/subscriptions';

async function everyoneListens(world: World, params: Params): Promise<Record<Name, Listener>> {
  const listeners = {} as Record<Name, Listener>;
  for (const who of names) listeners[who] = await listen(world.as(who), params);
  return listeners;
}

const subscribe = (
  world: World,
  who: Name,
  subscriptions: string[],
  principals?: Name[],
  params: Params = {},
) =>
  world.as(who).post(path, {
    subscriptions: subscriptions.map((name) => ({ name })),
    principals: principals?.map((name) => world.people[name].id),
    ...params,
  });

const unsubscribe = (world: World, who: Name, subscriptions: string[], principals?: Name[]) =>
  world.as(who).delete(path, { subscriptions, principals: principals?.map((name) => world.people[name].id) });

interface SubscriptionChange {
  name: string;
  prepare?: (world: World) => Promise<unknown>;
  act: (world: World) => Promise<{ status: number }>;
}

const acts: SubscriptionChange[] = [
  { name: 'coming into a public channel', act: (world) => subscribe(world, 'dan', ['lounge']) },
  {
    name: 'bringing people into several channels',
    act: (world) => subscribe(world, 'ada', ['lounge', 'design', 'vault'], ['ben', 'dan', 'eve', 'gus']),
  },
  {
    name: 'making a public channel',
    act: (world) => subscribe(world, 'eve', ['x', 'y'], ['eve', 'dan', 'gus']),
  },
  {
    name: 'making a private channel',
    act: (world) => subscribe(world, 'eve', ['x'], ['gus', 'cleo'], { invite_only: true }),
  },
  {
    name: 'making a channel that only some may come into',
    act: async (world) => {
      const can_subscribe_group = await groupId(world, 'role:moderators');
      return subscribe(world, 'dan', ['x'], ['dan'], { invite_only: true, can_subscribe_group });
    },
  },
  { name: 'leaving', act: (world) => unsubscribe(world, 'dan', ['general', 'vault']) },
  {
    name: 'sending people away',
    act: (world) => unsubscribe(world, 'ben', ['general', 'design'], ['cleo', 'dan', 'eve', 'gus']),
  },
  {
    name: 'coming back',
    prepare: (world) => unsubscribe(world, 'dan', ['design', 'general']),
    act: (world) => subscribe(world, 'ada', ['design', 'general'], ['dan']),
  },
  {
    name: 'coming into an archived channel',
    prepare: (world) => setChannel(world, world.channels.lounge, { is_archived: 1 }),
    act: (world) => subscribe(world, 'dan', ['lounge'], ['dan', 'gus']),
  },
];

const channelParts = ({ channels, subscriptions, unsubscribed, subscribers }: State) => ({
  channels,
  subscriptions,
  unsubscribed,
  subscribers,
});

onBothEngines('state and events are the state after', (engine) => {
  const capabilities = { notification_settings_null: true, archived_channels: true };
  for (const { name, prepare, act } of acts)
    for (const includeSubscribers of [true, false])
      test(`State plus events equals the new state: ${name}, ${includeSubscribers ? 'with' : 'without'} subscriber lists`, async (t) => {
        const world = await makeWorld(t, engine);
        await addChannel(world, { name: 'empty', isPrivate: true });
        await prepare?.(world);
        const params = {
          event_types: ['stream', 'subscription'],
          fetch_event_types: ['stream', 'subscription', 'realm_user'],
          include_subscribers: includeSubscribers,
          client_capabilities: capabilities,
        };
        const getState = (listener: Listener) => stateFromRegister(listener.state as RegisterResponse);
        const before = await everyoneListens(world, params);
        assert.equal((await act(world)).status, 200);
        const after = await everyoneListens(world, params);
        for (const who of names) {
          const state = getState(before[who]);
          for (const event of await before[who].received()) applyEvent(state, event as Event);
          assert.deepEqual(channelParts(state), channelParts(getState(after[who])), who);
        }
        assert.notDeepEqual(channelParts(getState(before.ada)), channelParts(getState(after.ada)));
      });
});
