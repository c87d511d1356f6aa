import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subscription } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, design, direct, flagged, inChannel, other, start } from '../examples.ts';
import type { State } from '../index.ts';

const unreadTopics = (state: State): unknown =>
  [...state.unreads.channels].map(([channel, topics]) => [
    channel,
    [...topics.values()].map(({ topic, ids }) => [topic, [...ids]]),
  ]);

describe('Unread messages', () => {
  it('Unread messages of a registration are grouped by conversation', () => {
    const state = start({
      unread_msgs: {
        count: 5,
        streams: [{ stream_id: design, topic: 'Lunch', unread_message_ids: [50, 51] }],
        pms: [
          { other_user_id: ben, sender_id: ben, unread_message_ids: [52] },
          { other_user_id: ann, sender_id: ann, unread_message_ids: [53] },
        ],
        huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [54] }],
        mentions: [51],
        old_unreads_missing: true,
      },
    });
    assert.deepEqual(unreadTopics(state), [[design, [['Lunch', [50, 51]]]]]);
    assert.deepEqual(
      state.unreads.direct,
      new Map([
        ['8', new Set([52])],
        ['', new Set([53])],
        ['8,9', new Set([54])],
      ]),
    );
    assert.deepEqual([state.unreads.mentions, state.unreads.oldMissing], [new Set([51]), true]);
  });

  it('New unread messages are grouped by topic without regard to case', () => {
    const state = after(start(), inChannel(100, design, 'lunch'), inChannel(101, design, 'Lunch'));
    assert.deepEqual(unreadTopics(state), [[design, [['Lunch', [100, 101]]]]]);
  });

  it('An unread topic has its latest spelling, even from a read message', () => {
    const state = start();
    after(state, inChannel(100, design, 'lunch'), inChannel(101, design, 'LUNCH', ['read']));
    const stated = start({
      unread_msgs: {
        count: 1,
        streams: [{ stream_id: design, topic: 'LUNCH', unread_message_ids: [100] }],
        pms: [],
        huddles: [],
        mentions: [],
        old_unreads_missing: false,
      },
    });
    assert.deepEqual(state.unreads, stated.unreads);
  });

  it('New unread direct messages are grouped by the other participants', () => {
    const state = after(start(), direct(100, [ann, ben]), direct(101, [cat, ann, ben]), direct(102, [ann]));
    assert.deepEqual([...state.unreads.direct.keys()], ['8', '8,9', '']);
  });

  it('A message that is read on arrival is not unread', () => {
    assert.equal(after(start(), inChannel(100, design, 'lunch', ['read'])).unreads.places.size, 0);
  });

  it('A message in an unsubscribed channel is not unread', () => {
    assert.equal(after(start(), inChannel(100, other, 'lunch')).unreads.places.size, 0);
  });

  it('Marking as read removes empty conversations', () => {
    const state = after(start(), inChannel(100, design, 'lunch', ['mentioned']), direct(101, [ann, ben]));
    after(state, flagged('add', 'read', [100, 101, 999]));
    const { channels, direct: conversations, mentions, places } = state.unreads;
    assert.deepEqual([channels.size, conversations.size, mentions.size, places.size], [0, 0, 0, 0]);
  });

  it('Marking everything as read empties the unread messages', () => {
    const state = after(start(), inChannel(100, design, 'a'), inChannel(101, design, 'b'));
    after(state, flagged('add', 'read', [], { all: true }));
    assert.equal(state.unreads.places.size, 0);
  });

  it('Marking as unread restores messages in the place given by the event', () => {
    const details = {
      60: { type: 'stream' as const, stream_id: design, topic: 'old', mentioned: true },
      61: { type: 'private' as const, user_ids: [ben] },
    };
    const state = after(start(), flagged('remove', 'read', [60, 61], { message_details: details }));
    assert.deepEqual(unreadTopics(state), [[design, [['old', [60]]]]]);
    assert.deepEqual(state.unreads.direct, new Map([['8', new Set([61])]]));
    assert.deepEqual(state.unreads.mentions, new Set([60]));
  });

  it('A direct mention counts in a muted channel, but a wildcard mention does not', () => {
    const muted = start({ subscriptions: [{ ...subscription, is_muted: true, subscribers: [ann] }] });
    after(
      muted,
      inChannel(100, design, 'a', ['stream_wildcard_mentioned', 'wildcard_mentioned']),
      inChannel(101, design, 'a', ['mentioned']),
    );
    assert.deepEqual(muted.unreads.mentions, new Set([101]));
  });

  it('A wildcard mention counts in a channel that is not muted', () => {
    const state = after(start(), inChannel(100, design, 'a', ['topic_wildcard_mentioned']));
    assert.deepEqual(state.unreads.mentions, new Set([100]));
  });
});

describe('Starred messages', () => {
  it('Starring and unstarring does not affect unread messages', () => {
    const state = after(start({ starred_messages: [50] }), inChannel(100, design, 'a'));
    after(state, flagged('add', 'starred', [100]), flagged('remove', 'starred', [50]));
    assert.deepEqual([state.starred, state.unreads.places.size], [new Set([100]), 1]);
  });
});
