import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stubClient } from '../../../../tests/support/web/stub-client.ts';
import type { Params } from '../../connection/api.ts';
import { response, ben, cat } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { clockAhead } from '../../store/server-clock.ts';
import { readPresence } from '../../view/people/people.ts';
import { ping, readStatus } from './presence.ts';

const now = 1_767_323_000_000;
const here = { lastInput: now - 1000, isVisible: true };

test('A user is active while the page is visible and was used within five minutes', () => {
  assert.equal(readStatus(here, now), 'active');
  assert.equal(readStatus({ ...here, isVisible: false }, now), 'idle');
  assert.equal(readStatus({ ...here, lastInput: now - 6 * 60_000 }, now), 'idle');
});

function clientReceiving(responses: unknown[]) {
  const sent: Params[] = [];
  const post = (_path: string, params: Params = {}) => {
    sent.push(params);
    return Promise.resolve(responses.shift());
  };
  const live = createLive(response({ presence_last_update_id: 40 }));
  return { sent, live, client: stubClient({ live, api: { post } }) };
}

test('A presence update requests changes since the previous one and shows who came online', async () => {
  const seconds = now / 1000;
  const { sent, live, client } = clientReceiving([
    {
      presences: {
        [ben]: { active_timestamp: seconds, idle_timestamp: seconds },
        [cat]: { active_timestamp: seconds - 9000, idle_timestamp: seconds - 10 },
      },
      presence_last_update_id: 42,
    },
    { presences: {}, presence_last_update_id: 42 },
  ]);
  await ping(client, here, now, true);
  await ping(client, here, now, false);
  assert.deepEqual(
    sent.map(({ last_update_id, new_user_input }) => [last_update_id, new_user_input]),
    [
      [40, true],
      [42, false],
    ],
  );
  assert.equal(readPresence(live, ben, seconds), 'active');
  assert.equal(readPresence(live, cat, seconds), 'idle');
  assert.equal(readPresence(live, ben, seconds + 1000), 'offline');
});

test('After another registration, presence updates start from its data', async () => {
  const { sent, live, client } = clientReceiving([
    { presences: {}, presence_last_update_id: 50 },
    { presences: {}, presence_last_update_id: 61 },
  ]);
  await ping(client, here, now, false);
  live.replace(response({ presence_last_update_id: 60 }));
  await ping(client, here, now, false);
  assert.deepEqual(
    sent.map(({ last_update_id }) => last_update_id),
    [40, 60],
  );
});

test('The response to a presence update corrects the clock of the device', async () => {
  const hour = 3_600_000;
  const server_timestamp = (Date.now() - hour) / 1000;
  const { live, client } = clientReceiving([
    { presences: {}, presence_last_update_id: 50, server_timestamp },
  ]);
  await ping(client, here, now, false);
  assert.ok(Math.abs(clockAhead(live) - hour) < 60_000);
});
