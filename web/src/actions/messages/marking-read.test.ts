import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../api.ts';
import type { Client } from '../../client.ts';
import { design, inChannel, response } from '../../store/examples.ts';
import { createHistory } from '../../store/history/history.ts';
import { createLive } from '../../store/live.ts';
import { markRead } from './messages.ts';

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
