import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { constants, createServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { ApnsSender } from './apns.ts';

/** A sender to a server that treats each request like this. */
async function makeSender(t: TestContext, treat: (stream: ServerHttp2Stream) => void): Promise<ApnsSender> {
  const server = createServer();
  const sessions = new Set<Http2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    treat(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  // It listens on a port, not on a socket.
  const { port } = server.address() as AddressInfo;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return new ApnsSender({
    url: `http://127.0.0.1:${port}`,
    keyId: 'KEY4567890',
    teamId: 'TEAM567890',
    privateKey: pem,
  });
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
    const outcome = await sender.send(
      { token: 'a1b2', appId: 'org.example.App' },
      { kind: 'apns', tokenId: 'AAAA', keyId: 1, encrypted: 'sealed', isSilent: false },
    );
    assert.ok(typeof outcome === 'object' && outcome.isPassing, JSON.stringify(outcome));
  });
