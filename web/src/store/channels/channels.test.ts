import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { channelPermissions } from '../../../../wire/channels.ts';
import { channel, subscription } from '../../../../wire/examples.ts';
import { after, ben, design, former, inChannel, other, start, ann, cat } from '../examples.ts';
import type { EventBody } from '../../../../wire/events.ts';
import type { State } from '../index.ts';
import { beginTopics, needsTopics, takeTopics } from './topics.ts';

const fresh = { ...channel, stream_id: 20, name: 'fresh' };

describe('Channels', () => {
  it('Channels are in the store whether subscribed, unsubscribed or never subscribed', () => {
    assert.deepEqual([...start().channels.keys()], [design, former, other]);
  });

  it('A channel that came without subscribers is not copied, and one with them is kept without them', () => {
    const listed = { ...channel, stream_id: 21, subscribers: [ben] };
    const bare = { ...fresh };
    for (const name of channelPermissions) bare[name] = 1;
    const { channels } = start({ never_subscribed: [bare, listed] });
    assert.equal(channels.get(20), bare);
    assert.deepEqual(channels.get(21), { ...channel, stream_id: 21 });
  });

  it('A new channel has no subscribers until they are added', () => {
    const state = after(start(), { type: 'stream', op: 'create', streams: [fresh] });
    assert.equal(state.channels.get(20)?.name, 'fresh');
    assert.deepEqual(state.subscribers.get(20), { ids: new Set(), complete: true });
    after(state, { type: 'subscription', op: 'peer_add', stream_ids: [20], user_ids: [ben] });
    assert.equal(state.channels.get(20)?.subscriber_count, 1);
  });

  it('A deleted channel is removed with everything that belongs to it', () => {
    const state = after(start(), inChannel(100, design, 'lunch'), {
      type: 'stream',
      op: 'delete',
      stream_ids: [design],
      streams: [{ stream_id: design }],
    });
    assert.ok(!state.channels.has(design));
    assert.ok(!state.subscriptions.has(design));
    assert.ok(!state.subscribers.has(design));
    assert.equal(state.unreads.places.size, 0);
  });

  it('A channel update changes one property', () => {
    const update = { type: 'stream', op: 'update', stream_id: design, name: 'design' } as const;
    const state = after(start(), { ...update, property: 'name', value: 'drawing' });
    after(state, {
      ...update,
      property: 'description',
      value: 'new',
      rendered_description: '<p>new</p>',
    });
    const { name, description, rendered_description, date_created } = state.channels.get(design) ?? {};
    assert.deepEqual(
      [name, description, rendered_description, date_created],
      ['drawing', 'new', '<p>new</p>', channel.date_created],
    );
  });

  it('A channel that becomes private changes all related properties', () => {
    const state = after(start(), {
      type: 'stream',
      op: 'update',
      stream_id: design,
      name: 'design',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    });
    const { invite_only, history_public_to_subscribers } = state.channels.get(design) ?? {};
    assert.deepEqual([invite_only, history_public_to_subscribers], [true, false]);
  });

  it('A channel update does not create an unknown channel', () => {
    const state = after(start(), {
      type: 'stream',
      op: 'update',
      stream_id: 99,
      name: 'x',
      property: 'name',
      value: 'y',
    });
    assert.ok(!state.channels.has(99));
  });
});

const event = { type: 'subscription' } as const;

describe('Subscriptions', () => {
  it('Subscriptions start with their settings and the list of subscribers', () => {
    const state = after(start(), {
      ...event,
      op: 'add',
      subscriptions: [{ ...subscription, stream_id: other, subscriber_count: 1, subscribers: [ann] }],
    });
    assert.equal(state.subscriptions.get(other)?.color, subscription.color);
    assert.deepEqual(state.subscribers.get(other)?.ids, new Set([ann]));
    assert.equal(state.channels.get(other)?.subscriber_count, 1);
  });

  it('A renewed subscription is no longer unsubscribed', () => {
    const again = { ...subscription, stream_id: former, subscriber_count: 2, subscribers: [ann, ben] };
    const state = after(start(), { ...event, op: 'add', subscriptions: [again] });
    assert.ok(!state.unsubscribed.has(former));
  });

  it('An unsubscription keeps settings and removes unread messages', () => {
    const state = after(start(), inChannel(100, design, 'lunch'), {
      ...event,
      op: 'remove',
      subscriptions: [{ stream_id: design, name: 'design' }],
    });
    assert.ok(!state.subscriptions.has(design));
    assert.equal(state.unsubscribed.get(design)?.color, subscription.color);
    assert.deepEqual(state.subscribers.get(design)?.ids, new Set([ben]));
    assert.equal(state.channels.get(design)?.subscriber_count, 1);
    assert.equal(state.unreads.channels.size, 0);
  });

  it('A subscription update changes one setting', () => {
    const state = after(start(), {
      ...event,
      op: 'update',
      stream_id: design,
      property: 'is_muted',
      value: true,
    });
    assert.equal(state.subscriptions.get(design)?.is_muted, true);
    assert.equal(state.subscriptions.get(design)?.pin_to_top, false);
  });

  it('Subscriptions of others are added and removed in several channels at once', () => {
    const peers = { ...event, stream_ids: [design, other], user_ids: [cat] };
    const state = after(start(), { ...peers, op: 'peer_add' });
    assert.deepEqual(
      [state.channels.get(design)?.subscriber_count, state.subscribers.get(other)?.ids.size],
      [3, 1],
    );
    after(state, { ...peers, op: 'peer_remove' });
    assert.deepEqual(
      [state.channels.get(design)?.subscriber_count, state.subscribers.get(other)?.ids.size],
      [2, 0],
    );
  });

  it('Subscribers are counted once', () => {
    const ofBen = { stream_ids: [design], user_ids: [ben] };
    const state = after(start(), { ...event, op: 'peer_add', ...ofBen });
    assert.equal(state.channels.get(design)?.subscriber_count, 2);
  });

  it('Subscribers are counted even where they are not listed', () => {
    const without = { subscriptions: [{ ...subscription, subscriber_count: 5 }], unsubscribed: [] };
    const state = start({ ...without, never_subscribed: [{ ...channel, stream_id: other }] });
    after(state, { ...event, op: 'peer_add', stream_ids: [design], user_ids: [cat] });
    assert.equal(state.channels.get(design)?.subscriber_count, 6);
    assert.equal(state.subscribers.size, 0);
  });

  it('Subscriber lists fetched for a channel are kept up to date', () => {
    const bare = { ...subscription, subscriber_count: 2 };
    const state = start({ subscriptions: [bare], unsubscribed: [], never_subscribed: [] });
    state.subscribers.set(design, { ids: new Set([ann, ben]), complete: true });
    const seen = () => [
      [...(state.subscribers.get(design)?.ids ?? [])],
      state.channels.get(design)?.subscriber_count,
    ];
    after(state, { ...event, op: 'peer_add', stream_ids: [design], user_ids: [cat] });
    assert.deepEqual(seen(), [[ann, ben, cat], 3]);
    after(state, { ...event, op: 'remove', subscriptions: [{ stream_id: design, name: bare.name }] });
    assert.deepEqual(seen(), [[ben, cat], 2]);
    after(state, { ...event, op: 'add', subscriptions: [{ ...bare, subscriber_count: 3 }] });
    assert.deepEqual(seen(), [[ben, cat, ann], 3]);
  });

  it('A subscription is separate from its channel, which has no personal settings', () => {
    assert.deepEqual(Object.keys(start().channels.get(design) ?? {}).sort(), Object.keys(channel).sort());
  });
});

/** Ann has loaded the topics of a channel. */
function withTopics(): State {
  const state = start();
  takeTopics(beginTopics(state, design), [
    { name: 'madder', max_id: 12 },
    { name: 'weld', max_id: 11 },
  ]);
  return state;
}

const topicList = (state: State, channelId = design) => state.topics.get(channelId);
const names = (state: State, channelId = design) =>
  [...(topicList(state, channelId)?.topics.values() ?? [])]
    .sort((a, b) => b.lastId - a.lastId)
    .map(({ topic, lastId }) => `${topic} ${lastId}`);

const moved = (
  message_ids: number[],
  orig_subject: string,
  change: { subject?: string; new_stream_id?: number },
  propagate_mode: 'change_one' | 'change_all' = 'change_all',
): EventBody => ({
  type: 'update_message',
  user_id: ben,
  rendering_only: false,
  message_id: message_ids[0] ?? 0,
  message_ids,
  flags: [],
  edit_timestamp: 1_767_323_100,
  stream_id: design,
  orig_subject,
  propagate_mode,
  topic_links: [],
  ...change,
});

const deleted = (message_ids: number[], topic: string): EventBody => ({
  type: 'delete_message',
  message_type: 'stream',
  stream_id: design,
  topic,
  message_ids,
});

test('A new message adds its topic to a list that is known, and no list otherwise', () => {
  const state = after(withTopics(), inChannel(13, design, 'indigo'), inChannel(14, other, 'indigo'));
  assert.deepEqual(names(state), ['indigo 13', 'madder 12', 'weld 11']);
  assert.equal(topicList(state, other), undefined);
});

test('A new message brings its topic to the top, under the spelling of the message', () => {
  const state = after(withTopics(), inChannel(13, design, 'Weld'));
  assert.deepEqual(names(state), ['Weld 13', 'madder 12']);
});

test('A renamed topic replaces the former name, and a merged one is part of the other', () => {
  const renamed = after(withTopics(), moved([11], 'weld', { subject: '✔ weld' }));
  assert.deepEqual(names(renamed), ['madder 12', '✔ weld 11']);
  const merged = after(renamed, moved([11], '✔ weld', { subject: 'madder' }));
  assert.deepEqual(names(merged), ['madder 12']);
  assert.equal(needsTopics(topicList(merged)), false);
});

test('A topic that moved to another channel leaves the list', () => {
  const state = after(withTopics(), moved([11], 'weld', { new_stream_id: other }));
  assert.deepEqual(names(state), ['madder 12']);
});

test('The list is stale once the newest message of a topic was moved alone or deleted, and not by older ones', () => {
  const older = after(
    withTopics(),
    deleted([5], 'madder'),
    moved([6], 'madder', { subject: 'x' }, 'change_one'),
  );
  assert.equal(needsTopics(topicList(older)), false);
  assert.equal(needsTopics(topicList(after(withTopics(), deleted([12], 'madder')))), true);
  const split = after(withTopics(), moved([12], 'madder', { subject: 'x' }, 'change_one'));
  assert.equal(needsTopics(topicList(split)), true);
});

test('Messages that arrive while topics are being fetched are kept, and a move meanwhile makes the list stale', () => {
  const state = withTopics();
  const list = beginTopics(state, design);
  after(state, inChannel(13, design, 'indigo'));
  takeTopics(list, [{ name: 'madder', max_id: 12 }]);
  assert.deepEqual(names(state), ['indigo 13', 'madder 12']);
  const again = beginTopics(state, design);
  after(state, moved([12], 'madder', { subject: 'alizarin' }));
  takeTopics(again, [{ name: 'madder', max_id: 12 }]);
  assert.equal(needsTopics(topicList(state)), true);
});

test('Topics of a channel are unknown again after unsubscribing', () => {
  const state = after(withTopics(), {
    type: 'subscription',
    op: 'remove',
    subscriptions: [{ stream_id: design, name: 'design' }],
  });
  assert.equal(topicList(state), undefined);
});
