import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import {
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { test, type TestContext } from 'node:test';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { ApnsSender } from './apns.ts';
import type { SendOutcome } from './service.ts';

const device = { token: 'a1b2', appId: 'org.example.App' };
const push = { kind: 'apns', tokenId: 'AAAA', keyId: 1, encrypted: 'sealed', isSilent: false } as const;

type Treat = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** A sender to a server that treats each request like this. */
async function makeSender(t: TestContext, treat: Treat, timeoutMs?: number): Promise<ApnsSender> {
  const server = createServer();
  const sessions = new Set<Http2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined);
    treat(stream, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  // It listens on a port, not on a socket.
  const port = getPort(server);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const account = { url: `http://127.0.0.1:${port}`, keyId: 'KEY4567890', teamId: 'TEAM567890' };
  return new ApnsSender({ ...account, privateKey: pem }, timeoutMs);
}

const endings: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  'resets the stream': (stream) => stream.close(constants.NGHTTP2_NO_ERROR),
  'cancels the stream': (stream) => stream.close(constants.NGHTTP2_CANCEL),
  'ends the session': (stream) => stream.session?.destroy(),
  'cuts the connection': (stream) => stream.session?.socket.destroy(),
};

for (const [what, end] of Object.entries(endings))
  test(`A notification is sent again later if Apple ${what} instead of responding`, async (t) => {
    const sender = await makeSender(t, end);
    const outcome = await sender.send(device, push);
    assert.ok(typeof outcome === 'object' && outcome.isPassing, JSON.stringify(outcome));
  });

test('Notifications at the same time share one provider token, and replace an expired one once', async (t) => {
  const tokens = new Set<string | undefined>();
  let isExpired = false;
  const sender = await makeSender(t, (stream, { authorization }) => {
    tokens.add(authorization);
    stream.respond({ ':status': isExpired ? 403 : 200 });
    stream.end(isExpired ? '{"reason":"ExpiredProviderToken"}' : '');
  });
  const sendMany = () => Promise.all(Array.from({ length: 5 }, () => sender.send(device, push)));
  assert.deepEqual(new Set(await sendMany()), new Set(['delivered']));
  assert.equal(tokens.size, 1);
  isExpired = true;
  for (const outcome of await sendMany()) assert.ok(typeof outcome === 'object' && outcome.isPassing);
  isExpired = false;
  assert.deepEqual(new Set(await sendMany()), new Set(['delivered']));
  assert.equal(tokens.size, 2);
});

test('A provider token that Apple finds invalid, as after the clock was wrong, is not used again', async (t) => {
  const tokens: unknown[] = [];
  const sender = await makeSender(t, (stream, { authorization }) => {
    tokens.push(authorization);
    const isRefused = tokens.length === 1;
    stream.respond({ ':status': isRefused ? 403 : 200 });
    stream.end(isRefused ? '{"reason":"InvalidProviderToken"}' : '');
  });
  const refused = await sender.send(device, push);
  assert.ok(typeof refused === 'object' && !refused.isPassing);
  assert.deepEqual(
    [await sender.send(device, push), await sender.send(device, push)],
    ['delivered', 'delivered'],
  );
  assert.notEqual(tokens[1], tokens[0]);
  assert.equal(tokens[2], tokens[1]);
});

test('After a request without a response, notifications use another connection', async (t) => {
  let silent: Http2Session | undefined;
  const treat: Treat = (stream) => {
    silent ??= stream.session;
    if (stream.session === silent) return;
    stream.respond({ ':status': 200 });
    stream.end();
  };
  const sender = await makeSender(t, treat, 200);
  const first = await sender.send(device, push);
  assert.ok(typeof first === 'object' && first.isPassing, JSON.stringify(first));
  // A slow machine may take more than the time limit to respond.
  let outcome: SendOutcome = first;
  for (let attempt = 0; attempt < 10 && typeof outcome === 'object'; attempt++)
    outcome = await sender.send(device, push);
  assert.equal(outcome, 'delivered');
});

const trickle = (step: () => void): void => {
  const timer = setInterval(() => {
    try {
      step();
    } catch {
      clearInterval(timer);
    }
  }, 20);
  timer.unref();
};

/** None of these ends, or is ever silent. */
const endless: Readonly<Record<string, Treat>> = {
  'text without end': (stream) => {
    stream.respond({ ':status': 400 });
    const write = () => void (stream.writable && stream.write('x'.repeat(65_536), () => setImmediate(write)));
    write();
  },
  'a byte from time to time': (stream) => {
    stream.respond({ ':status': 400 });
    trickle(() => stream.write(' '));
  },
  'interim responses without end': (stream) => trickle(() => stream.additionalHeaders({ ':status': 103 })),
};

for (const [what, treat] of Object.entries(endless))
  test(`A notification is given up if Apple sends ${what}`, async (t) => {
    const sender = await makeSender(t, treat, 500);
    const outcome = await sender.send(device, push);
    assert.ok(typeof outcome === 'object', JSON.stringify(outcome));
  });

test('A notification is given up if Apple sends a hundred interim responses before its own', async (t) => {
  const sender = await makeSender(t, (stream) => {
    for (let n = 0; n < 100; n++) stream.additionalHeaders({ ':status': 103 });
    stream.respond({ ':status': 200 });
    stream.end();
  });
  const outcome = await sender.send(device, push);
  assert.ok(typeof outcome === 'object' && outcome.isPassing, JSON.stringify(outcome));
});

const reasons: Readonly<Record<string, string>> = {
  'that is nested deeply': '['.repeat(4000),
  'of many fields': `{${Array.from({ length: 400 }, (_, n) => `"k${n}":1`).join()}}`,
  'that is not a text': '{"reason":{"reason":["BadDeviceToken"]}}',
};

for (const [what, reason] of Object.entries(reasons))
  test(`A device is kept if Apple refuses with a reason ${what}`, async (t) => {
    const sender = await makeSender(t, (stream) => {
      stream.respond({ ':status': 400 });
      stream.end(reason);
    });
    assert.deepEqual(await sender.send(device, push), {
      error: 'Apple responded with status 400',
      isPassing: false,
    });
  });
