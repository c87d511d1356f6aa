import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../api.ts';
import type { Client } from '../../client.ts';
import { design, inChannel, response } from '../../store/examples.ts';
import { createHistory } from '../../store/history/history.ts';
import { createLive } from '../../store/live.ts';
import { markRead, markUnread, markUnreadFrom } from './messages.ts';

test('Nothing is marked as unread while the server does not know yet what was read before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = createLive(response());
  live.apply([{ ...inChannel(91, design, 'lunch'), id: 1 }]);
  let isOnline = false;
  const asked: string[] = [];
  const post = async (path: string, { op }: { op?: string } = {}) => {
    asked.push(`${path} ${String(op)}`);
    if (!isOnline && op === 'add') throw new ApiError({ kind: 'unreachable' });
    return { found_newest: true };
  };
  const client = { live, history: createHistory(live), api: { post } } as unknown as Client;
  const lunch = { kind: 'topic', channelId: design, topic: 'lunch' } as const;
  markRead(client, [91]);
  assert.deepEqual(await markUnreadFrom(client, lunch, 91), { kind: 'unreachable' });
  assert.deepEqual(await markUnread(client, [91]), { kind: 'unreachable' });
  isOnline = true;
  assert.equal(await markUnreadFrom(client, lunch, 91), undefined);
  t.mock.timers.tick(60_000);
  await turn();
  assert.deepEqual(asked, [
    ...Array.from({ length: 3 }, () => '/messages/flags add'),
    '/messages/flags/narrow remove',
  ]);
});

test('What was read while offline reaches the server however long that lasts', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = createLive(response());
  live.apply([{ ...inChannel(91, design, 'lunch'), id: 1 }]);
  let isOnline = false;
  const received: unknown[] = [];
  const post = async (_path: string, params: unknown) => {
    if (!isOnline) throw new ApiError({ kind: 'unreachable' });
    received.push(params);
  };
  const client = { live, history: createHistory(live), api: { post } } as unknown as Client;
  const wait = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      t.mock.timers.tick(60_000);
      await turn();
    }
  };
  markRead(client, [91]);
  await wait(30);
  isOnline = true;
  await wait(2);
  assert.deepEqual(received, [{ messages: [91], op: 'add', flag: 'read' }]);
});
