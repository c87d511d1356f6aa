import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channel, subscription } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, design, former, inChannel, other, start } from '../examples.ts';

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
