import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, storedFiles, upload } from '../../../../tests/support/files.ts';
import { animation, picture } from '../../../../tests/support/fixtures/pictures.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

async function getText(world: World, id: number): Promise<string> {
  const { json } = await world.as('dan').get(`/messages/${id}`, { apply_markdown: true });
  return json.message.content as string;
}

/** Those too that these put in. */
const runJobs = (world: World) => world.app.jobs.runDue(Date.now() + 60_000);

/** A world whose jobs the test runs. */
async function makeQuietWorld(...given: Parameters<typeof makeWorld>): Promise<World> {
  const world = await makeWorld(...given);
  await world.app.jobs.stop();
  return world;
}

onBothEngines('Thumbnails', (engine) => {
  test('An uploaded image has a thumbnail in messages as soon as it is generated', async (t) => {
    const world = await makeQuietWorld(t, engine);
    const { url, path } = await upload(world, 'dan', {
      name: 'loom.png',
      content: await picture(1680, 900),
      type: 'image/png',
    });
    const ear = await listenAs(world, 'eve', { event_types: ['message', 'update_message'] });
    const id = await say(world, 'dan', 'general', 'files', `[loom](${url})`);
    const status = () => world.as('dan').get(`/thumbnail/status/${path}`);
    const shown = (image: string) =>
      `<p><a href="${url}" rel="noopener noreferrer">loom</a></p>\n` +
      `<div class="message_inline_image"><a href="${url}" rel="noopener noreferrer" title="loom">${image}</a></div>`;
    const facts = 'data-original-content-type="image/png" data-original-dimensions="1680x900"';
    const waiting = shown(
      `<img class="image-loading-placeholder" ${facts} src="/static/images/loading/loader-black.svg">`,
    );
    assert.equal(await getText(world, id), waiting);
    assert.equal((await status()).json.has_thumbnail, false);
    const small = `/user_uploads/thumbnail/${path}/840x560.webp`;
    assert.equal(await canOpen(world, 'dan', small), false);
    await runJobs(world);
    assert.equal((await status()).json.has_thumbnail, true);
    const ready = shown(`<img ${facts} src="${small}">`);
    assert.equal(await getText(world, id), ready);
    const [, event, ...others] = await ear.received();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [event?.type, event?.user_id, event?.rendering_only, event?.message_id, event?.message_ids],
      ['update_message', null, true, id, [id]],
    );
    assert.equal(event?.rendered_content, await getText(world, id));
    const response = await open(world, 'eve', small);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [840, 450]);
    for (const other of ['841x560.webp', '840x560-anim.webp', '..', 'x'])
      assert.equal(await canOpen(world, 'dan', `/user_uploads/thumbnail/${path}/${other}`), false);
    const later = await say(world, 'dan', 'general', 'files', `![loom](${url})`);
    assert.equal(
      await getText(world, later),
      `<p><img alt="loom" class="inline-image" ${facts} data-original-src="${url}" src="${small}"></p>`,
    );
  });

  test('A thumbnail is accessible to those with access to the image only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { path } = await upload(world, 'dan', {
      name: 'a.png',
      content: await picture(20, 20),
      type: 'image/png',
    });
    await runJobs(world);
    const small = `/user_uploads/thumbnail/${path}/840x560.webp`;
    assert.equal(await canOpen(world, 'dan', small), true);
    for (const who of ['ada', 'eve', 'nobody'] as const)
      assert.equal(await canOpen(world, who, small), false);
    assert.equal((await world.as('eve').get(`/thumbnail/status/${path}`)).status, 404);
  });

  test('An animated image has animated and still thumbnails', async (t) => {
    const world = await makeQuietWorld(t, engine);
    const { url, path } = await upload(world, 'dan', {
      name: 'a.gif',
      content: await animation(60, 40, 3),
      type: 'image/gif',
    });
    const id = await say(world, 'dan', 'general', 'files', `![waves](${url})`);
    assert.match(
      await getText(world, id),
      /class="inline-image image-loading-placeholder" data-animated="true"/,
    );
    await runJobs(world);
    assert.match(
      await getText(world, id),
      /<img alt="waves" class="inline-image" data-animated="true" [^>]*src="[^"]*\/840x560-anim\.webp">/,
    );
    for (const [name, pages] of [
      ['840x560-anim.webp', 3],
      ['840x560.webp', 1],
    ] as const) {
      const response = await open(world, 'dan', `/user_uploads/thumbnail/${path}/${name}`);
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.deepEqual([name, facts.pages ?? 1], [name, pages]);
    }
    const state = await listenAs(world, 'dan', { fetch_event_types: ['realm'] });
    assert.deepEqual(state.state.server_thumbnail_formats, [
      { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
      { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
    ]);
  });

  test('An image that cannot be decoded becomes a link again', async (t) => {
    const world = await makeQuietWorld(t, engine);
    const broken = (await picture(300, 300)).subarray(0, 60);
    const { url } = await upload(world, 'dan', { name: 'a.png', content: broken, type: 'image/png' });
    const below = await say(world, 'dan', 'general', 'files', `[it](${url})`);
    const beside = await say(world, 'dan', 'general', 'files', `Look at [it](${url})`);
    const inText = await say(world, 'dan', 'general', 'files', `![it](${url})`);
    assert.match(await getText(world, below), /image-loading-placeholder/);
    await runJobs(world);
    for (const id of [below, beside, inText]) {
      const html = await getText(world, id);
      assert.equal([...html.matchAll(/<a href="[^"]*" rel="noopener noreferrer">it<\/a>/g)].length, 1, html);
      assert.equal(html.split('<a ').length, 2, html);
      assert.doesNotMatch(html, /<img|message_inline_image/);
    }
  });

  test('Deleting an image deletes its thumbnails', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await upload(world, 'dan', { name: 'a.png', content: await picture(20, 20), type: 'image/png' });
    await runJobs(world);
    assert.equal(storedFiles(world).length, 2);
    const { json } = await world.as('dan').get('/attachments');
    await world.as('dan').delete(`/attachments/${json.attachments[0].id}`);
    await runJobs(world);
    assert.deepEqual(storedFiles(world), []);
  });
});
