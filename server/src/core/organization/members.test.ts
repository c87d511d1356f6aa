import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Members } from './members.ts';

const general = 1;
const dan = 7;
const eve = 8;
const from = (fromPosition: number) => ({ fromMessageId: 0, fromPosition });
const left = (userId: number, fromPosition: number, toPosition: number) => ({
  channelId: general,
  userId,
  fromMessageId: 0,
  fromPosition,
  toPosition,
});

test('Messages from before a subscription or after an unsubscription were not received', () => {
  const members = new Members();
  members.set(general, dan, from(10));
  members.addEnded(left(eve, 5, 20));
  const received = (userId: number) =>
    [5, 6, 10, 11, 20, 21].filter((position) => members.wasMember(general, userId, position));
  assert.deepEqual(received(dan), [11, 20, 21]);
  assert.deepEqual(received(eve), [6, 10, 11, 20]);
});

test('Messages from between two subscriptions were not received', () => {
  const members = new Members();
  members.addEnded(left(dan, 0, 3));
  members.addEnded(left(dan, 5, 7));
  members.set(general, dan, from(9));
  const received = Array.from({ length: 12 }, (_, i) => i + 1).filter((at) =>
    members.wasMember(general, dan, at),
  );
  assert.deepEqual(received, [1, 2, 3, 6, 7, 10, 11, 12]);
});

test('A membership layer shows subscriptions and unsubscriptions over the lower data', () => {
  const base = new Members();
  base.set(general, dan, from(0));
  const layer = new Members(base);
  layer.set(general, dan, null);
  layer.addEnded(left(dan, 0, 4));
  layer.set(general, eve, from(4));
  assert.deepEqual([...layer.findUsers(general)], [eve]);
  assert.deepEqual([...layer.getChannels(dan)], []);
  assert.deepEqual([...layer.getChannels(eve)], [general]);
  assert.equal(layer.getCount(general), 1);
  assert.equal(layer.wasMember(general, dan, 4), true);
  assert.equal(layer.wasMember(general, dan, 5), false);
  assert.deepEqual([...layer.leftLately(general)], [dan]);

  assert.deepEqual([...base.findUsers(general)], [dan]);
  assert.equal(base.wasMember(general, dan, 5), true);
  assert.deepEqual(base.getIds(general), [dan]);
  layer.merge();
  assert.deepEqual([...base.findUsers(general)], [eve]);
  assert.deepEqual(base.getIds(general), [eve]);
  assert.equal(base.getCount(general), 1);
  assert.equal(base.wasMember(general, dan, 4), true);
  assert.equal(base.wasMember(general, dan, 5), false);
});

test('Stacked membership layers merge in order', () => {
  const base = new Members();
  const group = new Members(base);
  const first = new Members(group);
  first.set(general, dan, from(1));
  first.merge();
  const second = new Members(group);
  second.set(general, dan, null);
  second.addEnded(left(dan, 1, 2));
  assert.equal(second.getCount(general), 0);
  assert.equal(group.getCount(general), 1);
  second.merge();
  group.merge();
  assert.equal(base.has(general, dan), false);
  assert.equal(base.getCount(general), 0);
  assert.equal(base.wasMember(general, dan, 2), true);
});

test('Former memberships are evicted when no event can refer to them', () => {
  const members = new Members();
  members.addEnded(left(dan, 0, 5));
  members.addEnded(left(eve, 0, 9));
  members.dropEndedBefore(5);
  assert.deepEqual([...members.leftLately(general)], [eve]);
  assert.equal(members.wasMember(general, eve, 6), true);
  members.dropEndedBefore(9);
  assert.deepEqual([...members.leftLately(general)], []);
});
