/** Uses a server as its users do, in the parts that a badly assembled installation would lack. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';

export interface Account {
  url: string;
  email: string;
  key: string;
}

type Json = Record<string, unknown>;

const timeoutMs = 60_000;

/** @throws Error when it stays false for a minute */
export async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not within a minute: ${what}.`);
    await sleep(50);
  }
}

const authorization = ({ email, key }: Account): string =>
  `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

const request = (account: Account, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(account.url + path, { ...init, headers: { authorization: authorization(account) } });

async function call(account: Account, path: string, init: RequestInit = {}): Promise<Json> {
  const response = await request(account, `/api/v1${path}`, init);
  const json: unknown = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(json)}`);
  assert.ok(typeof json === 'object' && json !== null);
  return { ...json };
}

async function picture(): Promise<FormData> {
  const create = { width: 1680, height: 900, channels: 3, background: { r: 200, g: 80, b: 40 } } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'loom.png');
  return form;
}

export const checks: Record<string, (account: Account) => Promise<void>> = {
  async 'the page and the web client'({ url }) {
    assert.equal((await fetch(url, { headers: { accept: 'text/html' } })).status, 200);
    const signIn = await fetch(`${url}/login/`);
    const file = /<([^>]+\.js)>; rel=prefetch/.exec(signIn.headers.get('link') ?? '')?.[1];
    assert.ok(file !== undefined, 'the sign-in page names a script of the web client');
    assert.equal((await fetch(url + file)).status, 200, file);
  },
  async 'the API'(account) {
    assert.equal((await call(account, '/users/me')).email, account.email);
  },
  async 'code, formulas and linkifiers in messages'(account) {
    const linkifier = new URLSearchParams({
      pattern: 'L(?P<id>[0-9]+)',
      url_template: 'https://example.com/{id}',
    });
    await call(account, '/realm/filters', { method: 'POST', body: linkifier });
    const content = '```python\nloom = 1\n```\n\n$$x^2$$ L12';
    const body = new URLSearchParams({ content });
    const rendered = String((await call(account, '/messages/render', { method: 'POST', body })).rendered);
    for (const part of ['"katex"', 'https://example.com/12']) assert.ok(rendered.includes(part), rendered);
    assert.match(rendered, /codehilite[^]*<span class="/);
  },
  async 'an avatar'(account) {
    const { avatar_url: url } = await call(account, '/users/me/avatar', {
      method: 'POST',
      body: await picture(),
    });
    const image = await request(account, String(url));
    const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [100, 100]);
  },
  async 'a thumbnail'(account) {
    const { url } = await call(account, '/user_uploads', { method: 'POST', body: await picture() });
    await send(account, 'files', `[loom](${String(url)})`);
    const small = String(url).replace('/user_uploads/', '/user_uploads/thumbnail/') + '/840x560.webp';
    await waitFor('the thumbnail is there', async () => (await request(account, small)).status === 200);
    const image = await request(account, small);
    assert.equal((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width, 840);
  },
  async 'an emoji of each set'({ url }) {
    for (const set of ['google', 'google-blob', 'twitter']) {
      const response = await fetch(`${url}/static/emoji/${set}-0/1f44d.webp`);
      assert.equal(response.status, 200, set);
    }
  },
  async 'pages and errors in another language'({ url }) {
    const headers = { 'accept-language': 'de', accept: 'text/html' };
    const page = await (await fetch(`${url}/login/`, { headers })).text();
    assert.match(page, /<html[^>]* lang="de"/);
    const refused = await fetch(`${url}/api/v1/users/me`, { headers: { 'accept-language': 'de' } });
    assert.equal(refused.status, 401);
  },
  async 'the reference of the API'({ url }) {
    const page = await fetch(`${url}/api/docs`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.equal((await fetch(`${url}/api/v1/openapi.json`)).status, 200);
  },
  async 'a bot that runs inside the server'(account) {
    const form = { full_name: 'Polls', short_name: 'polls', bot_type: '4', service_name: 'poll' };
    const bot = await call(account, '/bots', { method: 'POST', body: new URLSearchParams(form) });
    const content = '@**Polls** Lunch? | soup | salad';
    await send(account, 'bots', content);
    const narrow = JSON.stringify([{ operator: 'topic', operand: 'bots' }]);
    const query = new URLSearchParams({ anchor: 'newest', num_before: '10', num_after: '0', narrow });
    await waitFor('the bot has created a poll', async () => {
      const { messages } = await call(account, `/messages?${query}`);
      return (messages as { sender_id: number }[]).some(({ sender_id: sender }) => sender === bot.user_id);
    });
  },
  async 'an export by another process'(account) {
    await call(account, '/export/realm', { method: 'POST' });
    await waitFor('the export is complete', async () => {
      const [made] = (await call(account, '/export/realm')).exports as { export_url: string | null }[];
      return typeof made?.export_url === 'string';
    });
  },
};

function send(account: Account, topic: string, content: string): Promise<Json> {
  const body = new URLSearchParams({ type: 'channel', to: 'general', topic, content });
  return call(account, '/messages', { method: 'POST', body });
}

export async function probe(account: Account): Promise<void> {
  for (const [what, check] of Object.entries(checks)) {
    await check(account);
    console.log(`ok  ${what}`);
  }
}
