/** What anyone can send without an account: heads of requests, and tokens that prove nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listens } from './service.ts';
import type { HostileInput, Target } from './target.ts';
import { fill, listFields, toBase64Url } from './texts.ts';

const mebibyte = 1024 * 1024;
/** Within the 16 KB of a head. */
const most = 15_000;
const longestWaitMs = 5000;

const request = (fields: string, line = 'GET /health'): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
const chunked = (chunks: string): string =>
  request(
    'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n',
    'POST /api/v1/jwt/fetch_api_key',
  ) + chunks;

const heads: Readonly<Record<string, string>> = {
  'a header up to the limit': request(`X-A: ${fill('a', most)}\r\n`),
  'a header that never ends': `GET / HTTP/1.1\r\nX-A: ${fill('a', 2 * mebibyte)}`,
  'header lines up to the limit': request(fill('a:b\r\n', most)),
  'header lines that never end': `GET / HTTP/1.1\r\n${fill('a:b\r\n', 2 * mebibyte)}`,
  'a path of many folders': request('', `GET ${fill('/a', most)}`),
  'an encoded path': request('', `GET /${fill('%25', most)}`),
  'a query of many fields': request('', `GET /api/v1/messages?${fill('a=b&', most)}`),
  'requests without waiting for responses': fill(request(''), 2 * mebibyte),
  'sign-in pages without waiting for responses': fill(request('', 'GET /login'), 2 * mebibyte),
  'refused requests without waiting for responses': fill(request('', 'GET /api/v1/messages'), 2 * mebibyte),
  'chunks of a byte': chunked(fill('1\r\na\r\n', 2 * mebibyte)),
  'a chunk with a long extension': chunked(`1;${fill('a', 2 * mebibyte)}`),
  'trailers that never end': chunked(`0\r\n${fill('a:b\r\n', 2 * mebibyte)}`),
};

const pages: Readonly<Record<string, string>> = {
  'a host of many names': `GET /login HTTP/1.1\r\nHost: ${fill('a.', most)}a\r\n\r\n`,
  'a host of digits': `GET /login HTTP/1.1\r\nHost: localhost:${fill('1', most)}\r\n\r\n`,
  'many cookies': request(`Cookie: ${fill('a=b; ', most)}\r\n`, 'GET /login'),
  'a long session': request(`Cookie: session=${fill('a.', most)}\r\n`, 'GET /login'),
  'many languages': request(`Accept-Language: ${fill('de;q=0.1,', most)}\r\n`, 'GET /login'),
  'a language of many parts': request(`Accept-Language: ${fill('de-', most)}\r\n`, 'GET /login'),
  'a long next page': request('', `GET /login?next=/${fill('%2F', most)}`),
  'a next page up to the limit': request('', `GET /login?next=/${fill('-', 1990)}`),
};

const sendRaw = (texts: Readonly<Record<string, string>>) => (target: Target) =>
  Promise.resolve(
    Object.entries(texts).map(([what, text]) => ({ what, send: () => exchange(target.url, text) })),
  );

/** @returns the status of the last response, and how many there were */
async function exchange(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  // A refusal closes the connection while it is written.
  socket.on('error', () => undefined).end(text, 'latin1');
  await Promise.race([once(socket, 'close'), sleep(longestWaitMs, undefined, { ref: false })]);
  socket.destroy();
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
  return statuses.length === 0 ? 'closed' : `${statuses.at(-1) ?? ''}, ${statuses.length} responses`;
}

const claims = toBase64Url('{"email":"a@example.com"}');

/** Tokens of `length` characters at most. */
const tokens = (length: number, algorithm: string): Readonly<Record<string, string>> => {
  const bytes = Math.floor(length * 0.7);
  const names = Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"b${n}"`).join();
  return {
    'of dots': '.'.repeat(length),
    'with a nested header': `${toBase64Url('['.repeat(bytes))}.${claims}.a`,
    'with a header of many fields': `${toBase64Url(`{${listFields(bytes / 12)}}`)}.${claims}.a`,
    'with many critical extensions': `${toBase64Url(`{"alg":"${algorithm}","crit":[${names}]}`)}.${claims}.a`,
    'with long claims': `${toBase64Url(`{"alg":"${algorithm}"}`)}.${toBase64Url('['.repeat(bytes))}.a`,
    'with a long signature': `${toBase64Url(`{"alg":"${algorithm}"}`)}.${claims}.${'a'.repeat(bytes)}`,
    'without an algorithm': `${toBase64Url('{"alg":"none"}')}.${claims}.`,
  };
};

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return String(response.status);
}

/** The tokens of programs that the operator trusts. */
const jwtInputs = ({ url }: Target): Promise<HostileInput[]> => {
  const fields = { ...tokens(8192, 'HS256'), 'of 1.9 MB': fill('a.', 1_900_000) };
  return Promise.resolve(
    Object.entries(fields).map(([what, token]) => ({
      what: `a token ${what}`,
      send: () => post(`${url}/api/v1/jwt/fetch_api_key`, { token }),
    })),
  );
};

/** The tokens of an OpenID provider, whose keys are many. */
async function logoutInputs({ url, authorization }: Target): Promise<HostileInput[]> {
  const key = { kty: 'EC', crv: 'P-256', x: toBase64Url('x'.repeat(32)), y: toBase64Url('y'.repeat(32)) };
  const issuer = createServer(({ url: path }, response) => {
    const document = path === '/keys' ? { keys: Array.from({ length: 1500 }, () => key) } : metadata;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  const address = `http://127.0.0.1:${await listens(issuer)}`;
  const metadata = {
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    jwks_uri: `${address}/keys`,
  };
  const settings = JSON.stringify({ name: 'Logout', issuer: address, client_id: 'heddle' });
  const added = await fetch(`${url}/api/v1/heddle/sign_in_providers`, {
    method: 'POST',
    headers: { authorization: `Basic ${authorization}` },
    body: new URLSearchParams({ kind: 'oidc', slug: 'logout', settings, secret: 'not one at all' }),
  });
  if (added.status !== 200) throw new Error(`The provider was refused: ${added.status}`);
  return Object.entries(tokens(1_900_000, 'ES256')).map(([what, logout_token]) => ({
    what: `a token ${what}`,
    send: () => post(`${url}/complete/logout/logout`, { logout_token }),
  }));
}

type AnonymousPart = 'heads' | 'head-fields' | 'jwt' | 'logout-tokens';

export const anonymousInputs: Readonly<Record<AnonymousPart, (target: Target) => Promise<HostileInput[]>>> = {
  heads: sendRaw(heads),
  'head-fields': sendRaw(pages),
  jwt: jwtInputs,
  'logout-tokens': logoutInputs,
};
