import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { ann, response, ben, cat, design, direct, inChannel, topicPolicies } from '../examples.ts';
import { createHistory } from './history.ts';
import { createLive } from '../live.ts';

const lunch = { kind: 'topic', channelId: design, topic: 'lunch' } as const;

function open(change: Parameters<typeof response>[0] = {}) {
  const live = createLive(response(change));
  const history = createHistory(live);
  const applyEvents = (...bodies: object[]) => {
    const events = bodies.map((body, id) => ({ ...body, id })) as Event[];
    live.apply(events);
    return history.settle(events);
  };
  return { live, history, applyEvents };
}

const fetched = (ids: number[], ends: Partial<GetMessagesResponse> = {}): GetMessagesResponse => ({
  messages: ids.map((id) => ({ ...inChannel(id, design, 'lunch').message, flags: [] })),
  found_anchor: true,
  found_oldest: false,
  found_newest: true,
  history_limited: false,
  ...ends,
});

describe('Message ranges', () => {
  it('A message range includes new messages where it reaches the newest', () => {
    const { history, applyEvents } = open();
    const range = history.open(lunch);
    history.take(range, fetched([10, 12]), 'around');
    applyEvents(inChannel(13, design, 'Lunch'), inChannel(14, design, 'dinner'), direct(15, [ben, cat]));
    assert.deepEqual(range.ids.peek(), [10, 12, 13]);
  });

  it('A message range includes messages that arrived during its fetch, unless after a gap', () => {
    const { history, applyEvents } = open();
    const range = history.open(lunch);
    applyEvents(
      inChannel(11, design, 'lunch'),
      inChannel(13, design, 'lunch'),
      inChannel(14, design, 'dinner'),
    );
    history.take(range, fetched([10, 12]), 'around');
    assert.deepEqual(range.ids.peek(), [10, 12, 13]);
    history.take(range, fetched([10, 12], { found_newest: false }), 'around');
    assert.deepEqual(range.ids.peek(), [10, 12]);
    history.take(range, fetched([], { found_newest: true }), 'newer');
    assert.deepEqual(range.ids.peek(), [10, 12, 13], 'not 11, which was deleted before it was requested');
  });

  it('The first message appears in a range although it arrived before the empty response', () => {
    const { history, applyEvents } = open();
    const notes = history.open({ kind: 'direct', userIds: [] });
    applyEvents(direct(13, [ann]), direct(14, [ann, ben]));
    history.take(notes, fetched([], { found_oldest: true }), 'around');
    assert.deepEqual(notes.ids.peek(), [13]);
  });

  it('The range of the combined feed excludes muted topics', () => {
    const muted = topicPolicies(design, { lunch: 1 });
    const { history, applyEvents } = open({ user_topics: muted });
    const feed = history.open({ kind: 'feed' });
    history.take(feed, fetched([], { found_oldest: true }), 'around');
    applyEvents(inChannel(13, design, 'Lunch'), inChannel(14, design, 'dinner'));
    assert.deepEqual(feed.ids.peek(), [14]);
  });

  it('A message range has no gap where none is needed', () => {
    const { history, applyEvents } = open();
    const range = history.open(lunch);
    history.take(range, fetched([10, 12], { found_newest: false }), 'around');
    applyEvents(inChannel(20, design, 'lunch'));
    assert.deepEqual(range.ids.peek(), [10, 12]);
  });

  it('A message range grows at both ends', () => {
    const { history } = open();
    const range = history.open(lunch);
    history.take(range, fetched([10, 12], { found_newest: false }), 'around');
    history.take(range, fetched([8, 9], { found_oldest: true }), 'older');
    history.take(range, fetched([14]), 'newer');
    assert.deepEqual(range.ids.peek(), [8, 9, 10, 12, 14]);
    assert.deepEqual([range.oldest.peek(), range.newest.peek()], [true, true]);
  });

  it('A message range loses deleted and unstarred messages', () => {
    const { live, history, applyEvents } = open();
    const range = history.open(lunch);
    history.take(range, fetched([10, 12]), 'around');
    applyEvents({
      type: 'delete_message',
      message_type: 'stream',
      stream_id: design,
      topic: 'lunch',
      message_ids: [10],
    });
    assert.deepEqual(range.ids.peek(), [12]);
    assert.equal(live.peek().messages.has(10), false);
  });

  it('Message ranges of topics that differ only in case are the same', () => {
    const { history } = open();
    assert.equal(history.open(lunch), history.open({ ...lunch, topic: 'LUNCH' }));
  });

  it('A message range does not grow at its end once events may have been missed', () => {
    const { history, applyEvents } = open();
    const range = history.open(lunch);
    history.take(range, fetched([10, 12]), 'around');
    history.expire();
    applyEvents(inChannel(20, design, 'lunch'));
    assert.deepEqual([range.state.peek(), range.ids.peek()], ['stale', [10, 12]]);
  });
});
