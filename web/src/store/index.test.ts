import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channel, group, subscription } from '../../../wire/examples.ts';
import { eventTypes } from '../../../wire/events.ts';
import { fetchKeys } from '../../../wire/register.ts';
import {
  after,
  ann,
  response,
  ben,
  cat,
  design,
  direct,
  flagged,
  former,
  inChannel,
  other,
  person,
  start,
} from './examples.ts';
import { applyEvent, registered, registration, stateFromRegister } from './index.ts';
import { nouns, undecidedParts, unusedEvents, unusedKeys } from './nouns.ts';

const fresh = { ...channel, stream_id: 20, name: 'fresh' };
const dan = person(10, 'Dan Day');

describe('the law of the store', () => {
  it('A registration plus its events equals a later registration in the store', () => {
    const state = after(
      start(),
      { type: 'realm_user', op: 'add', person: dan },
      { type: 'user_group', op: 'add_members', group_id: group.id, user_ids: [10] },
      { type: 'stream', op: 'create', streams: [fresh] },
      { type: 'subscription', op: 'peer_add', stream_ids: [20], user_ids: [ben, cat] },
      {
        type: 'subscription',
        op: 'add',
        subscriptions: [
          { ...subscription, ...fresh, color: '#112233', subscriber_count: 3, subscribers: [cat, ben, ann] },
        ],
      },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: design, name: 'design' }] },
      inChannel(100, 20, 'lunch'),
      inChannel(101, 20, 'lunch', ['mentioned']),
      direct(102, [ann, ben, cat]),
      flagged('add', 'read', [100]),
      flagged('add', 'starred', [101]),
      { type: 'realm', op: 'update', property: 'name', value: 'Acme & Co' },
      { type: 'heartbeat' },
    );
    const later = response({
      queue_id: 'another',
      last_event_id: 12,
      realm_users: [dan, person(cat, 'Cat Cho'), person(ben, 'Ben Bo'), person(ann, 'Ann Abel')],
      realm_user_groups: [{ ...group, members: [10, ben, ann] }],
      streams: [{ ...fresh, subscriber_count: 3, first_message_id: 100 }],
      subscriptions: [
        {
          ...subscription,
          ...fresh,
          color: '#112233',
          subscriber_count: 3,
          first_message_id: 100,
          subscribers: [ann, ben, cat],
        },
      ],
      unsubscribed: [
        { ...subscription, subscriber_count: 1, subscribers: [ben] },
        { ...subscription, stream_id: former, name: 'former', subscriber_count: 1, subscribers: [ben] },
      ],
      never_subscribed: [{ ...channel, stream_id: other, name: 'other', subscribers: [] }],
      max_message_id: 102,
      unread_msgs: {
        count: 2,
        streams: [{ stream_id: 20, topic: 'lunch', unread_message_ids: [101] }],
        pms: [],
        huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [102] }],
        mentions: [101],
        old_unreads_missing: false,
      },
      starred_messages: [101],
      recent_private_conversations: [{ user_ids: [ben, cat], max_message_id: 102 }],
      realm_name: 'Acme & Co',
    });
    assert.deepStrictEqual(registered(state), registered(stateFromRegister(later)));
    assert.notDeepStrictEqual(registered(state), registered(start()));
  });

  it('The store does not modify the registration response', () => {
    const given = response();
    after(
      stateFromRegister(given),
      { type: 'realm_user', op: 'update', person: { user_id: ben, role: 100 } },
      { type: 'user_group', op: 'add_members', group_id: group.id, user_ids: [cat] },
      { type: 'stream', op: 'update', stream_id: design, name: 'design', property: 'name', value: 'x' },
      { type: 'realm', op: 'update', property: 'name', value: 'x' },
    );
    assert.deepStrictEqual(given, response());
  });

  it('The store has a reducer for every event type, or lists it as unused', () => {
    const reduced = new Set(nouns.flatMap(({ reducers }) => Object.keys(reducers)));
    assert.deepEqual([...reduced, ...Object.keys(unusedEvents)].sort(), [...eventTypes].sort());
  });

  it('The store registers for every key that it does not list as unused', () => {
    const asked = registration.fetch_event_types ?? [];
    assert.deepEqual([...asked, ...Object.keys(unusedKeys)].sort(), fetchKeys);
  });

  it('Every part that no registration gives says whether it outlives one', () => {
    const given = nouns.flatMap(({ state, fleeting = {} }) =>
      Object.entries(state).filter(([part, read]) => read.length === 0 && !(part in fleeting)),
    );
    assert.deepEqual(given, Object.entries(undecidedParts));
  });

  it('Each part of the state belongs to one noun of the store', () => {
    const parts = nouns.flatMap(({ state }) => Object.keys(state));
    assert.deepEqual(parts.sort(), Object.keys(start()).sort());
  });

  it('The store ignores unknown event types', () => {
    const state = start();
    applyEvent(state, { id: 1, type: 'unheard' } as never);
    assert.deepStrictEqual(registered(state), registered(start()));
  });
});
