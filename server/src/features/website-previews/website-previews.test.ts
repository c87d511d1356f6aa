import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test, type TestContext } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { getFlags, say, sendDirect, listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const minute = 60_000;

const page = (title: string) =>
  `<title>${title}</title><meta name="description" content="About it"><meta property="og:image" content="/loom.png">`;

/** Another server, every page of which has a title and an image. */
async function makeSite(t: TestContext, serve?: RequestListener) {
  const asked: string[] = [];
  const { url } = await localServer(t, (request, response) => {
    asked.push(request.url ?? '');
    if (serve) return serve(request, response);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Page ${request.url}`));
  });
  return { url, asked };
}

/** An organization with previews, whose jobs the test runs, beside another server. */
async function makePreviewing(
  t: TestContext,
  engine: Engine,
  { config = {}, serve = undefined as RequestListener | undefined } = {},
) {
  const world = await makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.1', ...config } });
  await world.app.jobs.stop();
  await setOrganization(world, { inline_url_embed_preview: true });
  return { world, ...(await makeSite(t, serve)) };
}

const runJobs = (world: World) => world.app.jobs.runDue(Date.now() + 1000);

async function fetched(world: World, id: number, who: Name = 'dan') {
  const { status, json } = await world.as(who).get(`/messages/${id}`, { apply_markdown: true });
  assert.equal(status, 200, json.msg);
  return json.message as { content: string; edit_history?: unknown; last_edit_timestamp?: number };
}

const content = async (world: World, id: number) => (await fetched(world, id)).content;

const countRows = async ({ app }: World) =>
  (await app.db.read.q.selectFrom('website_preview').selectAll().execute()).length;

onBothEngines('Website previews', (engine) => {
  test('A preview is added to a message once it is fetched, and emitted to everyone with access', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    const queue = await listenAs(world, 'eve', { event_types: ['message', 'update_message'] });
    const id = await say(world, 'dan', 'general', 'looms', `${url}/a`);
    const text = `<p><a href="${url}/a" rel="noopener noreferrer">${url}/a</a></p>`;
    assert.equal(await content(world, id), text);
    await runJobs(world);
    const shown = await content(world, id);
    const [, address = ''] = /url\(&quot;(\/external_content\/[0-9a-f/]+)&quot;\)/.exec(shown) ?? [];
    assert.equal(
      shown,
      `${text}\n<div class="message_embed"><a class="message_embed_image" href="${url}/a" ` +
        `style="background-image: url(&quot;${address}&quot;)"></a><div class="data-container">` +
        `<div class="message_embed_title"><a href="${url}/a" title="Page /a">Page /a</a></div>` +
        `<div class="message_embed_description">About it</div></div></div>`,
    );
    assert.equal(Buffer.from(address.split('/').at(-1) ?? '', 'hex').toString(), `${url}/loom.png`);
    const [, event, ...others] = await queue.received();
    assert.deepEqual(others, []);
    const { id: _id, edit_timestamp: at, ...fields } = event ?? {};
    assert.equal(typeof at, 'number');
    assert.deepEqual(fields, {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      content: `${url}/a`,
      rendered_content: shown,
      flags: [],
    });
  });

  test('A preview is no edit: history, flags and unread messages stay as they are', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    const id = await say(world, 'dan', 'general', 'looms', `@**Eve Lindqvist** ${url}/a`);
    await world.as('eve').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const before = [await getFlags(world, 'eve', id), await getFlags(world, 'gus', id)];
    await runJobs(world);
    const message = await fetched(world, id);
    assert.match(message.content, /message_embed/);
    assert.deepEqual([message.edit_history, message.last_edit_timestamp], [undefined, undefined]);
    assert.deepEqual([await getFlags(world, 'eve', id), await getFlags(world, 'gus', id)], before);
    const history = await world.as('dan').get(`/messages/${id}/history`);
    assert.equal((history.json.message_history as unknown[]).length, 1);
  });

  test('Direct messages show previews to those who take part', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    const [eve, cleo] = [
      await listenAs(world, 'eve', { event_types: ['update_message'] }),
      await listenAs(world, 'cleo', { event_types: ['update_message'] }),
    ];
    const id = await sendDirect(world, 'dan', ['eve'], `${url}/a`);
    await runJobs(world);
    assert.match(await content(world, id), /message_embed/);
    assert.deepEqual([(await eve.received()).length, (await cleo.received()).length], [1, 0]);
  });

  test('A link that many messages have is fetched once, and again when the preview has expired', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await say(world, 'dan', 'general', 'looms', `${i} ${url}/a`));
    await runJobs(world);
    ids.push(await say(world, 'eve', 'lounge', 'looms', `${url}/a`));
    await runJobs(world);
    for (const id of ids) assert.match((await fetched(world, id, 'eve')).content, /message_embed_title/);
    assert.deepEqual(asked, ['/a']);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.updateTable('website_preview').set({ expires_at: tx.now }).execute();
    });
    await say(world, 'dan', 'general', 'looms', `again ${url}/a`);
    await runJobs(world);
    assert.deepEqual(asked, ['/a', '/a']);
  });

  test('Pages without a preview are cached as well, and failures for a shorter time', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine, {
      serve: (request, response) => response.writeHead(request.url === '/down' ? 503 : 404).end(),
    });
    for (let i = 0; i < 3; i++) {
      await say(world, 'dan', 'general', 'looms', `${i} ${url}/gone ${url}/down`);
      await runJobs(world);
    }
    assert.deepEqual(asked.sort(), ['/down', '/gone']);
    const rows = await world.app.db.read.q.selectFrom('website_preview').select('expires_at').execute();
    const left = rows.map((row) => (row.expires_at - Date.now()) / minute).sort((a, b) => a - b);
    assert.ok((left[0] ?? 0) <= 15 && (left[1] ?? 0) > 23 * 60, String(left));
  });

  test('Expired previews are deleted by maintenance, and others are kept', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    await say(world, 'dan', 'general', 'looms', `${url}/a ${url}/b`);
    await runJobs(world);
    assert.equal(await countRows(world), 2);
    const [row] = await world.app.db.read.q.selectFrom('website_preview').selectAll().execute();
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const query = tx.q.updateTable('website_preview').set({ expires_at: tx.now - 1 });
      await query.where('url_key', '=', row?.url_key ?? '').execute();
    });
    await world.app.maintenance.deleteExpired();
    assert.equal(await countRows(world), 1);
  });

  test('An edit shows previews of its new links, and keeps those of the links that stay', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine);
    const id = await say(world, 'dan', 'general', 'looms', `${url}/a ${url}/b`);
    await runJobs(world);
    const queue = await listenAs(world, 'eve', { event_types: ['update_message'] });
    const edit = await world.as('dan').patch(`/messages/${id}`, { content: `${url}/c ${url}/a` });
    assert.equal(edit.status, 200);
    const titles = async () =>
      [...(await content(world, id)).matchAll(/title="Page (\/.)"/g)].map(([, path]) => path);
    assert.deepEqual(await titles(), ['/a']);
    await runJobs(world);
    assert.deepEqual(await titles(), ['/c', '/a']);
    assert.deepEqual(asked.sort(), ['/a', '/b', '/c']);
    assert.deepEqual(
      (await queue.received()).map((event) => event.rendering_only),
      [false, true],
    );
    assert.equal(((await fetched(world, id)).edit_history as unknown[]).length, 1);
  });

  test('Previews of a message that was edited or deleted meanwhile are dropped', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine, {
      serve: (request, response) => {
        const act = acts[request.url ?? ''];
        void Promise.resolve(act?.()).then(() =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(page('late')),
        );
      },
    });
    const [edited, deleted] = [
      await say(world, 'dan', 'general', 'looms', `${url}/edit`),
      await say(world, 'dan', 'general', 'looms', `${url}/delete`),
    ];
    const acts: Record<string, () => Promise<unknown>> = {
      '/edit': () => world.as('dan').patch(`/messages/${edited}`, { content: 'no link' }),
      '/delete': () => world.as('ada').delete(`/messages/${deleted}`),
    };
    await runJobs(world);
    assert.deepEqual(asked.sort(), ['/delete', '/edit']);
    assert.equal(await content(world, edited), '<p>no link</p>');
    assert.equal((await world.as('dan').get(`/messages/${deleted}`)).status, 400);
    const gone = await say(world, 'dan', 'general', 'looms', `${url}/never`);
    await world.as('ada').delete(`/messages/${gone}`);
    await runJobs(world);
    assert.ok(!asked.includes('/never'));
  });

  test('A preview follows its message into another topic', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    const id = await say(world, 'dan', 'general', 'looms', `${url}/a`);
    await world.as('ada').patch(`/messages/${id}`, { topic: 'other' });
    await runJobs(world);
    assert.match(await content(world, id), /message_embed/);
  });

  test('Nothing is fetched unless the organization and the server want previews', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine);
    await setOrganization(world, { inline_url_embed_preview: false });
    const id = await say(world, 'dan', 'general', 'looms', `${url}/a`);
    await runJobs(world);
    await setOrganization(world, { inline_url_embed_preview: true });
    await say(world, 'dan', 'general', 'looms', `${url}/b`);
    await setOrganization(world, { inline_url_embed_preview: false });
    await runJobs(world);
    assert.doesNotMatch(await content(world, id), /message_embed/);
    assert.deepEqual(asked, []);
    const { state } = await listenAs(world, 'dan', { fetch_event_types: ['realm'] });
    assert.equal(state.server_inline_url_embed_preview, true);
  });

  test('A server without previews fetches nothing, and says so', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine, { config: { websitePreviews: 'off' } });
    await say(world, 'dan', 'general', 'looms', `${url}/a`);
    await runJobs(world);
    assert.deepEqual(asked, []);
    const { state } = await listenAs(world, 'dan', { fetch_event_types: ['realm'] });
    assert.equal(state.server_inline_url_embed_preview, false);
  });

  test('Links of bots, in code, quotations and spoilers, and of messages with too many links, are not fetched', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine);
    const bot = await world
      .as('dan')
      .post('/bots', { full_name: 'Loom bot', short_name: 'loom', bot_type: 1 });
    const [id, apiKey] = [bot.json.user_id as number, bot.json.api_key as string];
    const { json } = await world.as('dan').get(`/users/${id}`);
    const { email } = json.user as { email: string };
    const to = { type: 'channel', to: world.channels.general, topic: 'looms' };
    const sent = await world.as({ id, email, apiKey }).post('/messages', { ...to, content: `${url}/bot` });
    assert.equal(sent.status, 200, sent.json.msg);
    const many = Array.from({ length: 25 }, (_, i) => `${url}/${i}`).join(' ');
    for (const text of [`\`${url}/code\``, `> ${url}/quote`, `\`\`\`spoiler\n${url}/spoiler\n\`\`\``, many])
      await say(world, 'dan', 'general', 'looms', text);
    await runJobs(world);
    assert.deepEqual(asked, []);
  });

  test('Nothing is fetched from private addresses', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.jobs.stop();
    await setOrganization(world, { inline_url_embed_preview: true });
    const { url, asked } = await makeSite(t);
    const { port } = new URL(url);
    const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::1]', '2130706433'];
    const links = hosts.map((host) => `[a](http://${host}:${port}/a)`);
    const id = await say(world, 'dan', 'general', 'looms', links.join(' '));
    await runJobs(world);
    assert.deepEqual(asked, []);
    assert.doesNotMatch(await content(world, id), /message_embed/);
  });

  test('A hostile page adds nothing but text to a message', async (t) => {
    const hostile =
      '<title>&lt;script>alert(1)&lt;/script>"\'\u202e&#0;</title>' +
      '<meta name="description" content="&lt;img src=x onerror=alert(1)&gt;">' +
      '<meta property="og:image" content="https://x.example/&quot;);}</style><script>">';
    const { world, url } = await makePreviewing(t, engine, {
      serve: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(hostile),
    });
    const id = await say(world, 'dan', 'general', 'looms', `${url}/a`);
    await runJobs(world);
    const shown = await content(world, id);
    assert.match(shown, /message_embed_title/);
    assert.doesNotMatch(shown, /<script|<img|<\/style|\u202e|\0/);
    const tags = [...shown.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag);
    assert.deepEqual(tags, ['p', 'a', 'div', 'a', 'div', 'div', 'a', 'div']);
  });

  test('A host is asked as often as is polite, and the other links are shown later', async (t) => {
    const { world, url, asked } = await makePreviewing(t, engine);
    const links = (from: number) => Array.from({ length: 20 }, (_, i) => `${url}/${from + i}`).join(' ');
    const ids = [
      await say(world, 'dan', 'general', 'looms', links(0)),
      await say(world, 'dan', 'general', 'looms', links(100)),
    ];
    await runJobs(world);
    assert.equal(asked.length, 30);
    const waiting = await world.app.db.read.q.selectFrom('job').select(['kind', 'run_at']).execute();
    assert.ok(waiting.length > 0);
    for (const { kind, run_at } of waiting)
      assert.deepEqual([kind, run_at > Date.now()], ['showWebsitePreviews', true]);
    const shown = await Promise.all(ids.map((id) => content(world, id)));
    assert.equal(shown.join('').split('class="message_embed"').length - 1, 30);
  });

  test('What an organization has fetched is not known in another', async (t) => {
    const { world, url } = await makePreviewing(t, engine);
    await say(world, 'dan', 'general', 'looms', `${url}/a`);
    await runJobs(world);
    const rows = await world.app.db.read.q.selectFrom('website_preview').select('org_id').execute();
    assert.deepEqual(
      rows.map((row) => row.org_id),
      [world.orgId],
    );
  });
});
