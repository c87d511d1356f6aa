/** nginx, HAProxy, Apache and Caddy with the files of deploy/proxy/: what passes through them, and what happens when a side is away. */
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { certify, makeAuthority } from '../../tests/support/services/certificates.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import { basicAuthorization, encode, type Json, type Params } from '../../tests/support/client.ts';
import { until } from '../../tests/support/until.ts';
import { proxies, type Proxy } from '../release/proxies.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const host = 'chat.example.com';
/** Not the proxy's own, which the server trusts. */
const clientAddress = '127.0.0.2';
const forged = '203.0.113.9';
const uploadBytes = 100 * 1024 * 1024;

interface Asked {
  method?: string;
  params?: Params;
  body?: Uint8Array;
  headers?: Record<string, string | number>;
}

interface Answer {
  status: number | undefined;
  json: Json | undefined;
}

type Ask = (at: string, asked?: Asked) => Promise<Answer>;

/** A client behind the proxy, which claims to be forwarded itself. */
function getClient(port: number, server: HeddleServer): Ask {
  return async (at, { method = 'GET', params, body, headers } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const form = params && encode(params).toString();
    const isQuery = method === 'GET' && form !== undefined;
    const request = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        servername: host,
        localAddress: clientAddress,
        rejectUnauthorized: false,
        method,
        path: `/api/v1${at}${isQuery ? `?${form}` : ''}`,
        timeout: 60_000,
        headers: {
          host,
          authorization: basicAuthorization(server.owner),
          'x-forwarded-for': forged,
          'x-forwarded-host': 'evil.example.com',
          ...(form !== undefined && !isQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      },
      (response) => {
        buffer(response).then((bytes) => {
          const text = bytes.toString();
          resolve({
            status: response.statusCode,
            json: text.startsWith('{') ? (JSON.parse(text) as Json) : undefined,
          });
        }, reject);
      },
    );
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no response within a minute')));
    request.end(isQuery ? undefined : (body ?? form));
    return promise;
  };
}

const counterpart = (name: string, title: string, proxy: Proxy): Counterpart => ({
  title,
  packages: [proxy.package, 'openssl'],
  async prove(stage) {
    const settings = `base_url = "https://${host}"\ntrusted_proxies = "127.0.0.1"\n`;
    const server = await HeddleServer.start(stage, settings, { args: ['--log-level', 'debug'] });
    await server.addChannel();
    const [https, http] = [await freePort(), await freePort()];
    const certificate = certify(stage.folder, makeAuthority(stage.folder, 'authority'), host);
    const place = { folder: stage.makeFolder(name), https, http, server: Number(new URL(server.url).port) };
    const args = proxy.configure({ ...place, ...certificate });
    const ask = getClient(https, server);
    const isReady = async () => (await ask('/users/me')).status === 200;
    const daemon = await stage.start({ command: proxy.program, args, isReady });
    await pass(stage, server, ask);
    await fail(stage, { server, ask, daemon });
  },
});

async function pass(stage: Stage, server: HeddleServer, ask: Ask): Promise<void> {
  await stage.check(
    'The address of the client arrives, and one that the client made up does not',
    async () => {
      await ask('/users/me');
      await server.waitForLog(new RegExp(`"address":"${clientAddress}"`));
      assert.ok(!server.log.includes(forged));
    },
  );
  await stage.check('Another host is not served', async () => {
    const answer = await ask('/server_settings', { headers: { host: 'other.example.org' } }).catch(
      () => undefined,
    );
    assert.notEqual(answer?.json?.result, 'success');
  });
  await stage.check('An event arrives at once at a client that waits for it', async () => {
    const { json } = await ask('/register', { method: 'POST', params: { event_types: ['message'] } });
    const poll = ask('/events', { params: { queue_id: String(json?.queue_id), last_event_id: -1 } });
    await server.send('poll', 'through the shed');
    const begun = performance.now();
    const { json: events } = await poll;
    assert.equal(events?.events[0].message.content, 'through the shed');
    assert.ok(performance.now() - begun < 20_000);
  });
  await stage.check('An upload of 100 MB', async () => {
    const boundary = 'heddle-boundary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(uploadBytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    };
    const { status, json } = await ask('/user_uploads', { method: 'POST', body, headers });
    assert.equal(status, 200, JSON.stringify(json));
  });
}

interface Sides {
  server: HeddleServer;
  ask: Ask;
  daemon: Daemon;
}

async function fail(stage: Stage, { server, ask, daemon }: Sides): Promise<void> {
  const isServed = async () => (await ask('/users/me').catch(() => undefined))?.status === 200;
  await stage.check(
    'While Heddle is stopped, the status is 502 or 503; afterwards all is served again',
    async () => {
      await server.stop();
      const { status = 0 } = await ask('/users/me');
      assert.ok(status === 502 || status === 503, String(status));
      await server.restart();
      await until('it is served', isServed, 200);
    },
  );
  await stage.check('The proxy is stopped and started again', async () => {
    await daemon.restart();
    assert.ok(await isServed());
  });
}

const titles: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  haproxy: 'HAProxy',
  apache: 'Apache',
  caddy: 'Caddy',
};

export const proxyCounterparts: Readonly<Record<string, Counterpart>> = Object.fromEntries(
  Object.entries(proxies).map(([name, proxy]) => [name, counterpart(name, titles[name] ?? name, proxy)]),
);
