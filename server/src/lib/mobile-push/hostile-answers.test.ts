/** What a push service or a relay may answer at worst: no notification is lost for it, and nothing is used that cannot be. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { FcmSender } from './fcm.ts';
import { PushRelay } from './relay.ts';

const push = {
  kind: 'fcm',
  tokenId: 'AAAAAAAAAAA=',
  keyId: 1,
  encrypted: 'sealed',
  isSilent: false,
} as const;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });

type Answer = (response: ServerResponse) => void;

const say =
  (status: number, text: string): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);

const sayWithoutEnd: Answer = (response) => {
  response.on('error', () => undefined).writeHead(200);
  const write = () => {
    if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(write));
  };
  write();
};

/** With a line for each, of which the runtime takes 16 KB. */
const sayManyHeaders: Answer = (response) =>
  void response
    .writeHead(200, Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, 'y'])))
    .end();

const answers: Readonly<Record<string, Answer>> = {
  'text without end': sayWithoutEnd,
  'many headers': sayManyHeaders,
  'JSON that is nested deeply': say(200, '['.repeat(60_000)),
  'many fields': say(200, `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":1`).join()}}`),
  'a redirect to itself': (response) => void response.writeHead(307, { location: '/' }).end(),
  nothing: (response) => void response.destroy(),
};

/** Accepted as access tokens by nothing that sends them on. */
const tokens: Readonly<Record<string, unknown>> = {
  'of many characters': 'x'.repeat(9000),
  'of two lines': 'a\r\nx-other: b',
  'that is a list': ['a'],
};

async function makeFcm(t: Parameters<typeof localServer>[0], signIn: Answer, accept: Answer) {
  const seen: string[] = [];
  const { url } = await localServer(t, (request, response) => {
    seen.push(request.url ?? '');
    request.resume().on('error', () => undefined);
    if (request.url === '/token') signIn(response);
    else accept(response);
  });
  const account = { project: 'weavers', email: 'a@example.com', tokenUrl: `${url}/token`, privateKey: pem };
  return { sender: new FcmSender(account, url), seen };
}

for (const [what, answer] of Object.entries(answers)) {
  test(`A notification is not sent to Firebase if the sign-in responds with ${what}`, async (t) => {
    const { sender, seen } = await makeFcm(t, answer, say(200, '{}'));
    assert.equal(typeof (await sender.send({ token: 'a' }, push)), 'object');
    assert.deepEqual([...new Set(seen)], ['/token']);
  });

  test(`No device is removed if a relay responds with ${what}`, async (t) => {
    const { url } = await localServer(t, (request, response) => {
      request.resume().on('error', () => undefined);
      answer(response);
    });
    const outcome = await new PushRelay({ url, id: 'a', key: 'b' }).notify('realm', [push]);
    assert.deepEqual(outcome.deadTokenIds, []);
  });
}

for (const [what, token] of Object.entries(tokens))
  test(`A notification is not sent to Firebase with an access token ${what}`, async (t) => {
    const signIn = say(200, JSON.stringify({ access_token: token, expires_in: 3600 }));
    const { sender, seen } = await makeFcm(t, signIn, say(200, '{}'));
    assert.equal(typeof (await sender.send({ token: 'a' }, push)), 'object');
    assert.deepEqual(seen, ['/token']);
  });

test('An access token for a thousand years is renewed once Google refuses it', async (t) => {
  const statuses = [200, 401, 200];
  const signIn = say(200, JSON.stringify({ access_token: 'a', expires_in: 1e300 }));
  const { sender, seen } = await makeFcm(t, signIn, (response) =>
    say(statuses.shift() ?? 200, '{}')(response),
  );
  for (let n = 0; n < 3; n++) await sender.send({ token: 'a' }, push);
  assert.equal(seen.filter((path) => path === '/token').length, 2);
});

test('A relay that names many devices as gone ends those that were sent to', async (t) => {
  const names = [...Array.from({ length: 10_000 }, (_, n) => n), push.tokenId];
  const { url } = await localServer(t, (_request, response) =>
    say(200, JSON.stringify({ delete_token_ids: names }))(response),
  );
  const outcome = await new PushRelay({ url, id: 'a', key: 'b' }).notify('realm', [push]);
  assert.deepEqual(outcome.deadTokenIds, [push.tokenId]);
});
