/** What another server responds: an OpenID provider, SAML metadata, linked pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileInput, Target } from './target.ts';

const fill = (piece: string, characters: number): string =>
  piece.repeat(Math.floor(characters / piece.length));
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

export async function foreignInputs(target: Target): Promise<HostileInput[]> {
  const site = await startServer();
  const call = getClient(target);
  const providers = '/heddle/sign_in_providers';
  const settings = JSON.stringify({ name: 'Hostile', issuer: site.url, client_id: 'heddle' });
  const added = await call('POST', providers, {
    kind: 'oidc',
    slug: 'hostile',
    settings,
    secret: 'not one at all',
  });
  if (added !== '200') throw new Error(`The provider was refused: ${added}`);
  await call('PATCH', '/realm', { inline_url_embed_preview: 'true' });
  const respond = (type: string, body: string) => Object.assign(site.state, { type, body });
  const endpoints = `"issuer":"${site.url}","authorization_endpoint":"${site.url}/a","token_endpoint":"${site.url}/t"`;
  const documents: Readonly<Record<string, string>> = {
    'nested deeply': fill('[', mebibyte - 100),
    'of many fields': `{${endpoints},${Array.from({ length: 70_000 }, (_, n) => `"k${n}":1`).join()}}`,
    'of one long text': `{${endpoints},"a":"${fill('x', mebibyte - 1000)}"}`,
    'longer than the limit': fill('[],', 8 * mebibyte),
  };
  let page = 0;
  const showPreview = async (body: string) => {
    respond('text/html', body);
    const before = site.state.requests;
    const content = `${site.url}/${++page}`;
    const status = await call('POST', '/messages', {
      type: 'channel',
      to: 'size-10',
      topic: 'pages',
      content,
    });
    const end = performance.now() + longestWaitMs;
    while (site.state.requests === before && performance.now() < end) await sleep(10);
    return site.state.requests === before ? `${status}, not fetched` : status;
  };
  return [
    ...Object.entries(documents).map(([what, body]) => ({
      what: `an OpenID document ${what}`,
      send: () => {
        respond('application/json', body);
        return call('POST', `${providers}/hostile/test`);
      },
    })),
    ...Object.entries(metadata).map(([what, xml]) => ({
      what: `SAML metadata, ${what}`,
      send: () => call('POST', `${providers}/saml_metadata`, { xml }),
    })),
    ...Object.entries(pages).map(([what, body]) => ({
      what: `a linked page, ${what}`,
      send: () => showPreview(body),
    })),
  ];
}
