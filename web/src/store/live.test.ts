import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computed } from '@preact/signals';
import type { Event } from '../../../wire/events.ts';
import { ann, response, ben, cat, design, inChannel, person } from './examples.ts';
import { stateFromRegister } from './index.ts';
import { openLive } from './live.ts';

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
