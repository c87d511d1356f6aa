import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computed } from '@preact/signals';
import type { Channel } from '../../../wire/channels.ts';
import type { Event } from '../../../wire/events.ts';
import { ann, response, ben, cat, design, inChannel, person } from './examples.ts';
import { stateFromRegister } from './index.ts';
import { openLive, type Live } from './live.ts';

const few = response({ realm_users: [person(ann, 'Ann Abel')] });
const everyone = [person(ann, 'Ann Abel'), person(ben, 'Ben Bo'), person(cat, 'Cat Cho')];
const open = () => openLive(stateFromRegister(few), few);

const about = (id: number, op: string, rest: object): Event =>
  ({ type: 'realm_user', op, id, person: rest }) as unknown as Event;

describe('Users loaded later', () => {
  it('Users loaded later are known to the store', () => {
    const live = open();
    assert.equal(live.hasPeople.peek(), false);
    assert.ok(live.takePeople(everyone, -1));
    assert.deepEqual([live.hasPeople.peek(), live.peek().users.size], [true, 3]);
  });

  it('Users loaded later include events received during the request', () => {
    const live = open();
    live.apply([
      about(4, 'update', { user_id: ben, full_name: 'Old news' }),
      about(5, 'update', { user_id: ben, full_name: 'Ben Benson' }),
      about(6, 'add', person(30, 'Dee')),
      about(7, 'remove', { user_id: cat, full_name: 'Cat Cho' }),
    ]);
    assert.ok(live.takePeople(everyone, 4));
    const names = [...live.peek().users.values()].map(({ full_name }) => full_name);
    assert.deepEqual(names, ['Ann Abel', 'Ben Benson', 'Dee']);
  });

  it('Deactivated users stay in lists and are not removed from restored ones', () => {
    const live = open();
    live.apply([about(5, 'update', { user_id: ben, is_active: false })]);
    assert.equal(live.peek().subscribers.get(design)?.ids.has(ben), false);
    const back = { type: 'subscription', op: 'peer_add', stream_ids: [design], user_ids: [ben], id: 7 };
    live.apply([about(6, 'update', { user_id: ben, is_active: true }), back as unknown as Event]);
    live.takePeople(everyone, 4);
    assert.equal(live.peek().users.get(ben)?.is_active, true);
    assert.ok(live.peek().subscribers.get(design)?.ids.has(ben));
  });

  it('Users loaded later are requested again when profile fields changed meanwhile', () => {
    const live = open();
    live.apply([{ type: 'custom_profile_fields', id: 5, fields: [] }]);
    assert.equal(live.takePeople(everyone, 4), false);
    assert.equal(live.hasPeople.peek(), false);
    assert.ok(live.takePeople(everyone, 5));
  });

  it('Users loaded later stay visible after a new registration until they are loaded again', () => {
    const live = open();
    live.takePeople(everyone, -1);
    live.replace(few);
    assert.equal(live.peek().users.size, 3);
    live.takePeople(everyone.slice(0, 2), 9);
    assert.equal(live.peek().users.size, 2);
  });
});

describe('Another registration', () => {
  it('Loaded messages and known presences outlive another registration, and fetched exports do not', () => {
    const live = open();
    live.keep([{ ...inChannel(10, design, 'lunch').message, flags: [] }]);
    const seen = { active_timestamp: 5, idle_timestamp: 5 };
    live.change(['presences', 'dataExports'], [], (state) => {
      state.presences.set(ben, seen);
      state.dataExports = [];
    });
    live.replace(few);
    const { messages, presences, dataExports } = live.peek();
    assert.deepEqual([[...messages.keys()], presences.get(ben), dataExports], [[10], seen, undefined]);
  });

  it('Presences of another registration replace those known before it', () => {
    const live = open();
    live.change(['presences'], [], ({ presences }) =>
      presences.set(ben, { active_timestamp: 5, idle_timestamp: 5 }),
    );
    live.replace({ ...few, presences: {} });
    assert.equal(live.peek().presences.size, 0);
  });
});

describe('Fetched messages', () => {
  it('Observers of all messages are notified of fetched ones', () => {
    const live = open();
    const count = computed(() => live.get('messages').size);
    assert.equal(count.value, 0);
    live.keep([{ ...inChannel(10, design, 'lunch').message, flags: [] }]);
    assert.equal(count.value, 1);
  });
});

const later = response({ never_subscribed: [] });
const { subscriptions } = stateFromRegister(later);
const own = [...stateFromRegister(later).channels.values()];
const other = (id: number, rest: Partial<Channel> = {}): Channel => ({ ...own[0]!, stream_id: id, ...rest });
const renamed = (id: number, name: string): Event => ({
  type: 'stream',
  op: 'update',
  id,
  stream_id: 90,
  name: 'loom',
  property: 'name',
  value: name,
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Channels loaded later', () => {
  const openLater = () => openLive(stateFromRegister(later), later);

  it('Channels of the person ask for no others; a missing one, and a list of all, do', async () => {
    for (const read of [
      (live: Live) => live.get('channels').get(90),
      (live: Live) => live.get('channels').has(90),
      (live: Live) => live.get('channels').size,
      (live: Live) => [...live.get('channels')],
      (live: Live) => [...live.get('channels').values()],
      (live: Live) => live.peek().channels.has(90),
      (live: Live) => [...live.peek().channels],
    ]) {
      const live = openLater();
      for (const id of subscriptions.keys()) {
        assert.ok(live.get('channels').get(id));
        assert.ok(live.peek().channels.has(id));
      }
      await turn();
      assert.equal(live.wantsChannels.peek(), false);
      read(live);
      await turn();
      assert.equal(live.wantsChannels.peek(), true);
    }
  });

  it('The state that is given out while channels are missing has all its fields, for those who copy it', () => {
    const state = stateFromRegister(later);
    assert.deepEqual(Object.keys({ ...openLater().peek() }).sort(), Object.keys(state).sort());
  });

  it('A reader of a missing channel reads it when it is there', () => {
    const live = openLater();
    const name = computed(() => live.get('channels').get(90)?.name);
    assert.equal(name.value, undefined);
    assert.ok(live.awaitChannels()([...own, other(90, { name: 'loom' })]));
    assert.equal(name.value, 'loom');
    assert.equal(live.hasChannels.peek(), true);
  });

  it('Channels loaded later include events received during the request', () => {
    const live = openLater();
    const take = live.awaitChannels();
    live.apply([
      renamed(5, 'shuttle'),
      { type: 'stream', op: 'create', id: 6, streams: [other(91, { name: 'new' })] },
      { type: 'stream', op: 'delete', id: 7, stream_ids: [92], streams: [] } as unknown as Event,
    ]);
    assert.ok(take([...own, other(90, { name: 'loom' }), other(92)]));
    const { channels } = live.peek();
    assert.deepEqual([channels.get(90)?.name, channels.get(91)?.name], ['shuttle', 'new']);
    assert.equal(channels.has(92), false);
    live.apply([renamed(8, 'heddle')]);
    assert.equal(live.peek().channels.get(90)?.name, 'heddle');
  });

  it('Channels are requested again when subscribers came meanwhile, or by another registration', () => {
    const live = openLater();
    const take = live.awaitChannels();
    live.apply([{ type: 'subscription', op: 'peer_add', id: 5, stream_ids: [90], user_ids: [ben] }]);
    assert.equal(take([...own, other(90)]), false);
    assert.equal(live.hasChannels.peek(), false);
    assert.ok(live.awaitChannels()([...own, other(90), other(91)]));
    const late = live.awaitChannels();
    live.replace(later);
    assert.equal(late([...own]), false);
    // They stay until they are there again.
    assert.ok(live.peek().channels.has(91));
    assert.deepEqual([live.hasChannels.peek(), live.wantsChannels.peek()], [false, true]);
    assert.ok(live.awaitChannels()([...own, other(90)]));
    assert.deepEqual([live.peek().channels.has(90), live.peek().channels.has(91)], [true, false]);
  });
});
