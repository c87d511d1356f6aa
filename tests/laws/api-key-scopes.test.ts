/** The law of API keys: each operation admits the keys whose scopes it declares, and refuses all others before anything else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiKeyScope, apiKeyScopes } from '../../wire/api-keys.ts';
import { routes } from '../../server/src/app/features.ts';
import { type GrantedKey, admitsKey, mayLeaveAccess } from '../../server/src/core/organization/index.ts';
import { Client } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { makeWorld } from '../support/world.ts';

/** What keys with `send` alone may call: anything more is a decision. */
const sending = [
  'add-reaction',
  'check-webhook',
  'get-own-user',
  'receive-webhook',
  'remove-reaction',
  'send-message',
  'set-typing-status',
  'upload-file',
];

/** What keys of one channel may call: their handlers keep them to it. */
const inOneChannel = [
  'add-reaction',
  'delete-queue',
  'get-events',
  'get-message',
  'get-messages',
  'get-own-user',
  'get-stream-by-id',
  'get-stream-topics',
  'register-queue',
  'remove-reaction',
  'send-message',
  'upload-file',
];

/** Lasting access is no scope of its own. */
const combinations: readonly ApiKeyScope[][] = [
  ...apiKeyScopes.filter((scope) => scope !== 'lasting_access').map((scope) => [scope]),
  ['administer', 'lasting_access'],
  ['full', 'lasting_access'],
];

const authenticated = routes.filter(({ policy }) => policy !== 'anyone');

const key = (scopes: GrantedKey['scopes'], channelId: number | null = null): GrantedKey => ({
  id: 1,
  scopes,
  channelId,
  expiresAt: null,
});

const admitted = (one: GrantedKey): string[] =>
  authenticated
    .filter((route) => admitsKey(route, one))
    .map(({ operationId }) => operationId)
    .sort();

test('A key that only sends, and a key of one channel, are admitted by few operations', () => {
  assert.deepEqual(admitted(key(new Set(['send']))), sending);
  assert.deepEqual(admitted(key(new Set(['read', 'send']), 7)), inOneChannel);
});

test('A key that only reads is admitted by no operation that changes something for others', () => {
  const reads = new Set(admitted(key(new Set(['read']))));
  const changing = authenticated.filter(
    ({ method, operationId }) => method !== 'GET' && reads.has(operationId),
  );
  assert.deepEqual(changing.map(({ operationId }) => operationId).sort(), [
    'delete-queue',
    'heddle-transcribe-file',
    'register-queue',
    'render-message',
  ]);
});

test('No operation that shows or changes credentials admits a named key', () => {
  const full = new Set(admitted(key(new Set(['full', 'lasting_access']))));
  const credentials =
    /api.key|session|two-factor|passkey|recovery|webhook-secret|sign-in-policy|sign-in-provider|saml-metadata|sign-out|get-bots$|create-bot$/;
  const open = authenticated.filter(
    ({ operationId }) => credentials.test(operationId) && full.has(operationId),
  );
  assert.deepEqual(
    open.map(({ operationId }) => operationId),
    ['heddle-get-sign-in-policy'],
  );
});

onBothEngines('The law of API keys', (engine) => {
  test('Every operation refuses each named key whose scopes do not allow it', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada } = world.people;
    for (const scopes of combinations)
      for (const channel_id of scopes.every((scope) => scope === 'read' || scope === 'send')
        ? [undefined, world.channels.general]
        : [undefined]) {
        const params = { name: 'Loom', scopes, channel_id };
        const { json } = await world.as('ada').post('/heddle/api_keys', params);
        const client = new Client(world.url, { email: ada.email, apiKey: json.api_key as string });
        const granted = key(new Set(scopes), channel_id ?? null);
        for (const route of authenticated) {
          if (admitsKey(route, granted) && (route.leaves !== 'access' || mayLeaveAccess({ key: granted })))
            continue;
          const path = route.path.replace(/:(\w+)\*?/g, '1');
          const { status, json: refused } = await client.send(route.method, path);
          const what = `${scopes.join(' ')} ${channel_id ?? ''} ${route.method} ${route.path}`;
          assert.deepEqual([status, refused.code], [403, 'INSUFFICIENT_SCOPE'], what);
        }
      }
  });
});
