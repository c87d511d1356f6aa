import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { stubClient } from '../../../../tests/support/web/stub-client.ts';
import { signal } from '@preact/signals';
import type { Event } from '../../../../wire/events.ts';
import { ApiError, type ApiFailure } from '../../connection/api.ts';
import { design, inChannel, response } from '../../store/examples.ts';
import { createHistory } from '../../store/history/history.ts';
import { createLive } from '../../store/live.ts';
import { readsKey } from '../../store/writing/unsent-reads.ts';
import type { Connection } from '../../connection/sync.ts';
import { followUnreadMarks, keepReadMarks, markRead, markUnread, markUnreadFrom } from './marking-read.ts';

const refusal = (status: number): ApiFailure => {
  return { kind: 'refused', status, code: 'BAD_REQUEST', message: '', data: {} };
};

/** A page with one unread message, 91; `failure` is the response to all requests that mark as read. */
function openPage(device = new Map<string, string>()) {
  const live = createLive(response());
  live.apply([{ ...inChannel(91, design, 'lunch'), id: 1 }]);
  const connection = signal<Connection>({ kind: 'online' });
  const page = { failure: undefined as ApiFailure | undefined, asked: [] as string[], connection };
  const post = async (path: string, { op, messages = [] }: { op?: string; messages?: number[] } = {}) => {
    page.asked.push(`${path} ${String(op)} ${messages.join()}`.trim());
    if (page.failure && op === 'add') throw new ApiError(page.failure);
    return { found_newest: true };
  };
  const parts = { live, history: createHistory(live), api: { post }, sync: { connection } };
  const client = stubClient(parts);
  const storage = {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => void device.set(key, value),
    removeItem: (key: string) => void device.delete(key),
  };
  return { ...parts, page, client, device, storage };
}

const holdTime = (t: TestContext) => t.mock.timers.enable({ apis: ['setTimeout'] });

async function wait(t: TestContext, minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    await turn();
    t.mock.timers.tick(60_000);
    await turn();
  }
}

const readOf91 = '/messages/flags add 91';
const markedUnread: Event = {
  id: 2,
  type: 'update_message_flags',
  op: 'remove',
  operation: 'remove',
  flag: 'read',
  all: false,
  messages: [91],
  message_details: { 91: { type: 'stream', stream_id: design, topic: 'lunch' } },
};

test('No message is marked as unread while earlier reads have not reached the server', async (t) => {
  holdTime(t);
  const { client, page } = openPage();
  page.failure = { kind: 'unreachable' };
  const lunch = { kind: 'topic', channelId: design, topic: 'lunch' } as const;
  markRead(client, [91]);
  assert.deepEqual(await markUnreadFrom(client, lunch, 91), { kind: 'unreachable' });
  assert.deepEqual(await markUnread(client, [91]), { kind: 'unreachable' });
  page.failure = undefined;
  assert.equal(await markUnreadFrom(client, lunch, 91), undefined);
  await wait(t, 1);
  assert.deepEqual(page.asked, [readOf91, readOf91, readOf91, '/messages/flags/narrow remove']);
});

test('Messages read offline are reported however long the connection is lost', async (t) => {
  holdTime(t);
  const { client, page } = openPage();
  page.failure = { kind: 'unreachable' };
  markRead(client, [91]);
  await wait(t, 30);
  page.asked = [];
  page.failure = undefined;
  await wait(t, 2);
  assert.deepEqual(page.asked, [readOf91]);
});

test('Messages read before the page closed are reported by the next visit, once it has caught up', async (t) => {
  holdTime(t);
  const first = openPage();
  keepReadMarks(first.client, first.storage);
  first.page.failure = { kind: 'unreachable' };
  markRead(first.client, [91]);
  await wait(t, 1);

  const next = openPage(first.device);
  next.page.connection.value = { kind: 'starting' };
  keepReadMarks(next.client, next.storage);
  assert.equal(next.live.peek().unreads.places.has(91), false, 'it is shown as read');
  await wait(t, 1);
  assert.deepEqual(next.page.asked, []);
  next.page.connection.value = { kind: 'online' };
  await wait(t, 1);
  assert.deepEqual([next.page.asked, [...next.device.keys()]], [[readOf91], []]);
});

test('A message marked as unread on another device meanwhile is not marked as read', async (t) => {
  holdTime(t);
  const { client, live, page, device, storage } = openPage();
  keepReadMarks(client, storage);
  page.connection.value = { kind: 'offline', since: 1 };
  markRead(client, [91]);
  await wait(t, 1);
  live.apply([markedUnread]);
  followUnreadMarks(client, [markedUnread]);
  page.connection.value = { kind: 'online' };
  await wait(t, 1);
  assert.deepEqual([page.asked.filter((each) => each.endsWith('91')), device.size], [[], 0]);
  assert.ok(live.peek().unreads.places.has(91));
});

test('Messages stay read when the page registers again before they are reported', async (t) => {
  holdTime(t);
  const { client, live, page, storage } = openPage();
  keepReadMarks(client, storage);
  page.failure = { kind: 'unreachable' };
  markRead(client, [91]);
  await wait(t, 1);
  const streams = [{ stream_id: design, topic: 'lunch', unread_message_ids: [91, 92] }];
  const none = { count: 2, pms: [], huddles: [], mentions: [], old_unreads_missing: false };
  live.replace(response({ unread_msgs: { ...none, streams } }));
  assert.deepEqual([...live.peek().unreads.places.keys()], [92]);
});

test('Messages read in an ended session are reported after the next sign-in, and dropped when refused', async (t) => {
  holdTime(t);
  for (const [status, kept] of [
    [401, '[91]'],
    [400, undefined],
  ] as const) {
    const { client, page, device, storage } = openPage();
    keepReadMarks(client, storage);
    page.failure = refusal(status);
    markRead(client, [91]);
    await wait(t, 2);
    assert.deepEqual([page.asked, device.get(readsKey)], [[readOf91], kept]);
  }
});
