/**
 * npm run deploy:check [-- page nginx haproxy …]
 * Follows docs/deploy.md on a copy of this machine (as root, after `npm run release`). Runs a server behind each proxy of deploy/proxy/ that Debian has: TLS, the address of the client, a wrong host, an upload of 100 MB
 * and a response after 65 seconds, as to a long poll. Takes a minute and a half, nearly all of it waiting.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as httpsRequest, type RequestOptions as AnyOptions } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { certify, makeAuthority } from '../tests/support/services/certificates.ts';
import { freePort } from '../tests/support/services/free-port.ts';
import { createOrganization, ServerProcess, type Organization } from '../tests/support/process/process.ts';
import { checkPage } from './deploy/check-page.ts';
import { waitFor } from './release/probe.ts';
import { proxies, type Proxy } from './release/proxies.ts';
import { requirePrograms } from './release/run.ts';
import { showHelp } from './options.ts';

const host = 'chat.example.com';
/** Not the proxy's own, which the server trusts. */
const clientAddress = '127.0.0.2';
const forged = '203.0.113.9';
const uploadBytes = 100 * 1024 * 1024;
const lateMs = 65_000;

showHelp(import.meta.filename);
const asked = process.argv.slice(2);
const names = ['page', ...Object.keys(proxies)];
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no check of ${unknown.join(', ')}, only of ${names.join(', ')}.`);
if (asked.length === 0 || asked.includes('page')) checkPage();
const chosen = Object.entries(proxies).filter(([name]) => asked.length === 0 || asked.includes(name));
requirePrograms(Object.fromEntries(chosen.map(([, { program, package: each }]) => [program, each])));
const folder = mkdtempSync(path.join(tmpdir(), 'heddle-deploy-'));
chmodSync(folder, 0o755);
const certificate = certify(folder, makeAuthority(folder, 'authority'), host);
try {
  const results = await Promise.allSettled(chosen.map(([name, proxy]) => check(name, proxy)));
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
  process.exitCode = results.every(({ status }) => status === 'fulfilled') ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface HttpResponse {
  status: number | undefined;
  json: Record<string, unknown>;
}

/** Headers by name. */
type RequestOptions = Omit<AnyOptions, 'headers'> & { headers?: Record<string, string | number> };

type Ask = (path: string, options?: RequestOptions, body?: Uint8Array) => Promise<HttpResponse>;

function client(port: number, { email, api_key: key }: Organization): Ask {
  return async (at, options = {}, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    const headers = {
      host,
      'x-forwarded-for': forged,
      'x-forwarded-host': 'evil.example.com',
      ...options.headers,
    };
    const request = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        path: at,
        auth: `${email}:${key}`,
        servername: host,
        localAddress: clientAddress,
        rejectUnauthorized: false,
        ...options,
        headers,
      },
      (response) => {
        const read = async (): Promise<HttpResponse> => {
          const text = (await buffer(response)).toString();
          return {
            status: response.statusCode,
            json: text.startsWith('{') ? (JSON.parse(text) as HttpResponse['json']) : {},
          };
        };
        read().then(resolve, reject);
      },
    );
    request.on('error', reject);
    request.end(body);
    return promise;
  };
}

async function check(name: string, proxy: Proxy): Promise<void> {
  const [https, http] = [await freePort(), await freePort()];
  const own = path.join(folder, name);
  mkdirSync(own);
  const where = { dataDir: path.join(own, 'data') };
  const organization = createOrganization(where);
  const options = ['--base-url', `https://${host}`, '--trusted-proxies', '127.0.0.1', '--log-level', 'debug'];
  const server = await ServerProcess.at(where, ...options);
  await server.start();
  const ports = { https, http, server: Number(new URL(server.url).port) };
  const args = proxy.configure({ folder: own, ...ports, ...certificate });
  const process = spawn(proxy.program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => process.once('exit', resolve));
  try {
    const ask = client(https, organization);
    await waitFor(`${name} answers`, async () => {
      if (process.exitCode !== null) throw new Error(`${name} ended with ${process.exitCode}.`);
      return (await ask('/api/v1/users/me').catch(() => undefined))?.status === 200;
    });
    await use(name, ask, server);
    await server.stop('SIGTERM');
    await answerLate(name, ask, ports.server);
  } finally {
    process.kill('SIGTERM');
    await ended;
    await server.stop('SIGTERM');
  }
}

async function use(name: string, ask: Ask, server: ServerProcess): Promise<void> {
  const ok = (what: string) => console.log(`ok  ${name}: ${what}`);
  await ask('/api/v1/users/me');
  await waitFor(`${name}: the request is logged`, async () =>
    server.said.includes(`"address":"${clientAddress}"`),
  );
  assert.ok(!server.said.includes(forged), `${name}: an address that the client made up was believed`);
  ok('TLS and the address of the client');
  const wrong = await ask('/api/v1/server_settings', { headers: { host: 'other.example.org' } }).catch(
    () => undefined,
  );
  // Caddy responds with an empty 200 for a host that it has no site for.
  assert.equal(wrong?.json.result === 'success', false, `${name}: a wrong host is served`);
  ok(`a wrong host is not served (${wrong?.status ?? 'no response'})`);
  await upload(ask);
  ok('an upload of 100 MB');
}

/** Longer than any poll of Heddle: something else responds in place of the server, which was stopped. */
async function answerLate(name: string, ask: Ask, port: number): Promise<void> {
  const late = createServer((_request, response) => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{"result":"late"}'), lateMs);
  }).listen(port, '127.0.0.1');
  try {
    const { status, json } = await ask('/api/v1/events');
    assert.deepEqual([status, json.result], [200, 'late'], name);
    console.log(`ok  ${name}: a response after ${lateMs / 1000} s`);
  } finally {
    late.close();
  }
}

async function upload(ask: Ask): Promise<void> {
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
  const { status, json } = await ask('/api/v1/user_uploads', { method: 'POST', headers }, body);
  assert.equal(status, 200, JSON.stringify(json));
}
