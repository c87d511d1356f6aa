import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '../../../../wire/events.ts';
import { response, ben, design, direct, inChannel } from '../examples.ts';
import { createHistory } from './history.ts';
import { createLive } from '../live.ts';
import type { Narrow } from '../narrow/narrow.ts';

/** As many messages as may be loaded: the current range, those kept for returning, and recent arrivals. */
const bound = 2000 + 4000 + 1500;

const topic = (name: string): Narrow => ({ kind: 'topic', channelId: design, topic: name });

function begin() {
  const live = createLive(response());
  const history = createHistory(live);
  let lastId = 1000;
  /** @returns the message ID */
  const arrive = (name: string): number => {
    const events = [{ ...inChannel(++lastId, design, name), id: lastId }] as Event[];
    live.apply(events);
    history.settle(events);
    return lastId;
  };
  const open = (narrow: Narrow) => {
    const range = history.open(narrow);
    const ends = { found_anchor: true, found_oldest: true, found_newest: true, history_limited: false };
    if (range.state.peek() === 'new') history.take(range, { messages: [], ...ends }, 'around');
    return range;
  };
  return { live, history, arrive, open };
}

describe('An hour of traffic', () => {
  it('An hour of traffic keeps only the messages that the page needs in memory', () => {
    const { live, arrive, open } = begin();
    const names = Array.from({ length: 60 }, (_, i) => `topic ${i}`);
    let most = 0;
    for (let i = 0; i < 20_000; i++) {
      if (i % 50 === 0) open(topic(names[(i / 50) % names.length] ?? ''));
      if (i % 700 === 0) open({ kind: 'feed' });
      arrive(names[i % names.length] ?? '');
      most = Math.max(most, live.peek().messages.size);
    }
    assert.ok(most <= bound, `${most} messages were at hand`);
  });

  it('An hour of traffic keeps the newest messages of the open view', () => {
    const { live, arrive, open } = begin();
    const range = open(topic('loom'));
    for (let i = 0; i < 5000; i++) arrive('loom');
    const ids = range.ids.peek();
    assert.ok(ids.length <= 2000);
    assert.equal(ids.at(-1), arrive('loom') - 1);
    assert.deepEqual([range.oldest.peek(), range.newest.peek()], [false, true]);
    assert.ok(ids.every((id) => live.peek().messages.has(id)));
  });

  it('Leaving a view whose reading position was deleted keeps its newest messages', () => {
    const { live, history, arrive, open } = begin();
    const range = open(topic('loom'));
    for (let i = 0; i < 400; i++) arrive('loom');
    const last = range.ids.peek().at(-1)!;
    range.lookedAt = last;
    const gone = { message_type: 'stream', stream_id: design, topic: 'loom', message_id: last } as const;
    const events: Event[] = [{ type: 'delete_message', id: last + 1, ...gone }];
    live.apply(events);
    history.settle(events);
    open(topic('heddle'));
    arrive('heddle');
    assert.equal(range.ids.peek().at(-1), last - 1);
    assert.equal(range.newest.peek(), true);
  });

  it('An hour of traffic keeps the reading position without a gap around it', () => {
    const { arrive, open } = begin();
    const range = open(topic('loom'));
    const read = Array.from({ length: 600 }, () => arrive('loom'))[300] ?? 0;
    range.lookedAt = read;
    for (let i = 0; i < 5000; i++) arrive('loom');
    const ids = range.ids.peek();
    const at = ids.indexOf(read);
    assert.ok(at >= 300 && ids.length - at >= 300, `${at} of ${ids.length}`);
    assert.ok(ids.every((id, i) => i === 0 || id === (ids[i - 1] ?? 0) + 1));
    assert.equal(range.newest.peek(), false);
  });

  it('An hour of traffic keeps the previously open view', () => {
    const { arrive, open } = begin();
    const range = open(topic('loom'));
    for (let i = 0; i < 100; i++) arrive('loom');
    open({ kind: 'feed' });
    for (let i = 0; i < 9000; i++) arrive('warp');
    assert.equal(open(topic('loom')), range);
    assert.equal(range.ids.peek().length, 100);
  });

  it('An hour of traffic evicts views that were not visited for long', () => {
    const { open } = begin();
    const first = open(topic('first'));
    for (let i = 0; i < 60; i++) open(topic(`topic ${i}`));
    const again = open(topic('first'));
    assert.notEqual(again, first);
    assert.equal(open(topic('topic 59')), open(topic('topic 59')));
  });
});

describe('Held messages', () => {
  it('A held message stays until it is released, and eviction of the others is reported', () => {
    const { live, history, arrive } = begin();
    const kept = arrive('loom');
    const held = new Set([kept]);
    history.hold(held);
    for (let i = 0; i < 3000; i++) arrive('warp');
    assert.ok(live.peek().messages.has(kept));
    assert.ok(history.newestEvicted.peek() > kept);
    held.clear();
    history.release([kept]);
    assert.equal(live.peek().messages.has(kept), false);
  });

  it('Recently arrived messages are held, shown or not', () => {
    const { live, history, arrive } = begin();
    const ids = Array.from({ length: 900 }, () => arrive('loom'));
    assert.ok(ids.every((id) => live.peek().messages.has(id)));
    assert.equal(history.newestEvicted.peek(), -1);
  });

  it('Messages replaced by a fetch are no longer held', () => {
    const { live, history, arrive, open } = begin();
    const range = open({ kind: 'direct', userIds: [ben] });
    const events = [{ ...direct(7, [ben]), id: 7 }] as Event[];
    live.apply(events);
    history.settle(events);
    for (let i = 0; i < 2000; i++) arrive('loom');
    assert.deepEqual(range.ids.peek(), [7]);
    const ends = { found_anchor: true, found_oldest: true, found_newest: true, history_limited: false };
    history.take(range, { messages: [], ...ends }, 'around');
    assert.equal(live.peek().messages.has(7), false);
  });
});
