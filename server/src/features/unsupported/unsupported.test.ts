import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const device = {
  realm_uuid: 'x',
  token_id: 'x',
  encrypted_push_registration: 'x',
  bouncer_public_key: 'x',
};
const development = 'Endpoint not available in production.';
const noCredentials = (provider: string) => `${provider} credentials have not been configured`;

/** The requests are Ada's, or anonymous where no account is needed. */
const refusals = [
  ['POST', '/dev_fetch_api_key', { username: 'ada@example.com' }, 400, development, 'anyone'],
  ['GET', '/dev_list_users', {}, 400, development, 'anyone'],
  ['POST', '/remotes/push/e2ee/register', device, 403, 'Organization not registered', 'anyone'],
  ['GET', '/messages/summary', {}, 400, 'AI features are not enabled on this server.', 'members'],
  ['POST', '/calls/zoom/create', {}, 400, noCredentials('Zoom'), 'members'],
  ['POST', '/calls/webex/create', {}, 400, noCredentials('Webex'), 'members'],
  ['POST', '/calls/constructorgroups/create', {}, 400, noCredentials('Constructor Groups'), 'members'],
  [
    'POST',
    '/calls/nextcloud_talk/create',
    { room_name: 'Looms' },
    400,
    noCredentials('Nextcloud Talk'),
    'members',
  ],
  [
    'GET',
    '/calls/bigbluebutton/create',
    { meeting_name: 'Looms' },
    400,
    'BigBlueButton is not configured.',
    'members',
  ],
] as const;

onBothEngines('Operations that this server does not offer', (engine) => {
  test('Operations that this server does not offer are refused with the documented error', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [method, path, params, status, msg, audience] of refusals) {
      const ask = (client: ReturnType<typeof world.as>) =>
        method === 'GET' ? client.get(path, params) : client.post(path, params);
      const { json, ...refused } = await ask(audience === 'anyone' ? world.anonymous : world.as('ada'));
      assert.deepEqual([refused.status, json.msg], [status, msg], path);
      if (audience === 'members') assert.equal((await ask(world.anonymous)).status, 401, path);
    }
  });
});
