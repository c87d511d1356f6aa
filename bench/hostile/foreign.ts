/** What another server responds: an OpenID provider, SAML metadata, linked pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileInput, Target } from './target.ts';
import { fill, listFields } from './texts.ts';

const mebibyte = 1024 * 1024;
const longestWaitMs = 5000;

/** A server whose next responses are set. */
async function startServer() {
  const state = { type: 'application/json', body: '', requests: 0 };
  const server = createServer((_request, response) => {
    state.requests++;
    response.writeHead(200, { 'content-type': state.type }).end(state.body);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, state };
}

const metadata: Readonly<Record<string, string>> = {
  'open elements': fill('<a>', 499_000),
  'elements up to the limit': `<a>${'<b/>'.repeat(9900)}</a>`,
  attributes: `<a>${`<b ${Array.from({ length: 24 }, (_, n) => `a${n}=""`).join(' ')}/>`.repeat(800)}</a>`,
  'line breaks': `<a>${fill('\r', 490_000)}</a>`,
};

const pages: Readonly<Record<string, string>> = {
  'open tags': fill('<meta a="', 520_000),
  'elements of the head': fill('<meta property="og:title" content="a">', 520_000),
  entities: `<title>${fill('&amp;&#1', 520_000)}`,
  comments: fill('<!--', 520_000),
  scripts: fill('<script>', 520_000),
};

function getClient({ url, authorization }: Target) {
  return async (method: string, path: string, fields: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${authorization}` },
      body: new URLSearchParams(fields),
    });
    await response.arrayBuffer();
    return String(response.status);
  };
}

const providers = '/heddle/sign_in_providers';

export async function openidInputs(target: Target): Promise<HostileInput[]> {
  const { url, state } = await startServer();
  const call = getClient(target);
  const settings = JSON.stringify({ name: 'Hostile', issuer: url, client_id: 'heddle' });
  const fields = { kind: 'oidc', slug: 'hostile', settings, secret: 'not one at all' };
  const added = await call('POST', providers, fields);
  if (added !== '200') throw new Error(`The provider was refused: ${added}`);
  const endpoints = `"issuer":"${url}","authorization_endpoint":"${url}/a","token_endpoint":"${url}/t"`;
  const documents: Readonly<Record<string, string>> = {
    'nested deeply': fill('[', mebibyte - 100),
    'of many fields': `{${endpoints},${listFields(70_000)}}`,
    'of one long text': `{${endpoints},"a":"${fill('x', mebibyte - 1000)}"}`,
    'longer than the limit': fill('[],', 8 * mebibyte),
  };
  return Object.entries(documents).map(([what, body]) => ({
    what: `an OpenID document ${what}`,
    send: () => {
      Object.assign(state, { type: 'application/json', body });
      return call('POST', `${providers}/hostile/test`);
    },
  }));
}

export const metadataInputs = (target: Target): Promise<HostileInput[]> =>
  Promise.resolve(
    Object.entries(metadata).map(([what, xml]) => ({
      what: `SAML metadata, ${what}`,
      send: () => getClient(target)('POST', `${providers}/saml_metadata`, { xml }),
    })),
  );

export async function pageInputs(target: Target): Promise<HostileInput[]> {
  const { url, state } = await startServer();
  const call = getClient(target);
  await call('PATCH', '/realm', { inline_url_embed_preview: 'true' });
  return Object.entries(pages).map(([what, body], n) => ({
    what: `a linked page, ${what}`,
    send: async () => {
      Object.assign(state, { type: 'text/html', body });
      const before = state.requests;
      const content = `${url}/${n}`;
      const fields = { type: 'channel', to: 'size-10', topic: 'pages', content };
      const status = await call('POST', '/messages', fields);
      const end = performance.now() + longestWaitMs;
      while (state.requests === before && performance.now() < end) await sleep(10);
      return state.requests === before ? `${status}, not fetched` : status;
    },
  }));
}
