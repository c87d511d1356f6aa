/** The API from pages that another server serves: zulip-js in a browser. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { localServer } from '../support/services/local-server.ts';
import { inBrowsers, password, type Name, type Stage } from './stage.ts';

/** The library expects this of Node around it. */
const nodeAround = 'globalThis.Buffer = { from: (text) => ({ toString: () => btoa(text) }) };';

let library: Promise<string> | undefined;

async function bundleLibrary(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: {
        entry: createRequire(import.meta.url).resolve('zulip-js'),
        name: 'zulip',
        formats: ['iife'],
        fileName: () => 'zulip.js',
      },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  return output[0]?.code ?? '';
}

/** A page that some other server serves, with the library in it. Another port is another origin; another host also another site. */
async function openElsewhere(t: TestContext, stage: Stage, host = 'localhost'): Promise<Page> {
  const script = nodeAround + (await (library ??= bundleLibrary()));
  const { url } = await localServer(t, (request, response) => {
    const isScript = request.url === '/zulip.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/zulip.js"></script>',
    );
  });
  const page = await stage.openBrowser();
  await page.goto(url.replace('127.0.0.1', host));
  return page;
}

/** Runs the body of an asynchronous function of `client` in the page. */
function withClient<T>(page: Page, stage: Stage, who: Name, body: string): Promise<T> {
  const { email: username, apiKey } = stage.people[who];
  const config = JSON.stringify({ realm: stage.server.url, username, apiKey });
  return page.evaluate<T>(`zulip(${config}).then(async (client) => { ${body} })`);
}

inBrowsers('zulip-js in a page of another origin', (test) => {
  test('zulip-js in a page of another origin sends, reads, reacts and polls with an API key, can read errors, and cannot use a session cookie', async (t, stage) => {
    const page = await openElsewhere(t, stage);
    const read = await withClient<{ content: string; events: string[]; removed: string }>(
      page,
      stage,
      'ben',
      `
      const { queue_id, last_event_id } = await client.queues.register({ event_types: ['message'] });
      const sent = await client.messages.send({ to: 'weaving', type: 'stream', subject: 'cors', content: 'from afar' });
      const { events } = await client.events.retrieve({ queue_id, last_event_id });
      const { message } = await client.messages.getById({ message_id: sent.id, apply_markdown: false });
      await client.reactions.add({ message_id: sent.id, emoji_name: 'tada' });
      const removed = await client.reactions.remove({ message_id: sent.id, emoji_name: 'tada' });
      return { content: message.content, events: events.map((event) => event.type), removed: removed.result };
      `,
    );
    assert.deepEqual(read, { content: 'from afar', events: ['message'], removed: 'success' });
    assert.deepEqual(
      (await stage.read('ada', 'cors')).map(({ content, reactions }) => [content, reactions]),
      [['from afar', []]],
    );

    const ask = (path: string, authorization: string) =>
      page.evaluate(
        async ([url, value]) => {
          const response = await fetch(url, { headers: { authorization: value } });
          return [response.status, ((await response.json()) as { code?: string }).code];
        },
        [`${stage.server.url}/api/v1${path}`, authorization] as const,
      );
    const wrong = 'Basic bm9ib2R5OndyaXRlcw==';
    assert.deepEqual(await ask('/users/me', wrong), [401, 'INVALID_API_KEY']);
    assert.deepEqual(await ask('/no/such/thing', wrong), [404, 'NOT_FOUND']);

    // Only the port differs, so that the cookie is sent.
    const near = await openElsewhere(t, stage, '127.0.0.1');
    const form = { username: stage.people.ben.email, password };
    const headers = { 'X-Heddle-Client': 'web' };
    const signedIn = await near.request.post('/api/v1/heddle/sessions', { form, headers });
    assert.equal(signedIn.status(), 200);
    const seen = await near.evaluate(async (url) => {
      const ask = (init: RequestInit) =>
        fetch(`${url}/api/v1/users/me`, init).then(
          ({ status }) => String(status),
          () => 'not readable',
        );
      const asWebClient = { headers: { 'x-heddle-client': 'web' } };
      return [await ask({}), await ask({ credentials: 'include' }), await ask(asWebClient)];
    }, stage.server.url);
    assert.deepEqual(seen, ['401', 'not readable', 'not readable']);
  });
});
