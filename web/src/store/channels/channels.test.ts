import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channelPermissions } from '../../../../wire/channels.ts';
import { channel } from '../../../../wire/examples.ts';
import { after, ben, design, former, inChannel, other, start } from '../examples.ts';

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
