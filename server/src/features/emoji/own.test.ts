import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { open, sendFiles, storedFiles, type GivenFile } from '../../../../tests/support/files.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { animation, picture } from '../../../../tests/support/fixtures/pictures.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const add = (world: World, who: Name, name: string, ...files: GivenFile[]) =>
  sendFiles(world, who, files, `/realm/emoji/${name}`);

const loom = async (): Promise<GivenFile> => ({
  name: 'loom.png',
  type: 'image/png',
  content: await picture(90, 30),
});

interface ListedEmoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

const all = async (world: World): Promise<ListedEmoji[]> =>
  Object.values((await world.as('gus').get('/realm/emoji')).json.emoji as Record<string, ListedEmoji>);

onBothEngines('Custom emoji', (engine) => {
  test('A custom emoji works in messages, reactions and statuses until it is deactivated', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await add(world, 'dan', 'loom', await loom());
    assert.equal(status, 200, json.msg);
    const [emoji] = await all(world);
    assert.ok(emoji);
    const picked = await open(world, 'nobody', emoji.source_url);
    const { width, height } = await sharp(Buffer.from(await picked.arrayBuffer())).metadata();
    assert.deepEqual([width, height, emoji.still_url], [64, 64, null]);
    const id = await say(world, 'dan', 'general', 'lunch', ':loom:');
    const { message } = (await world.as('eve').get(`/messages/${id}`)).json;
    assert.ok(message.content.includes(emoji.source_url));
    const reacted = await world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: 'loom' });
    assert.equal(reacted.status, 200, reacted.json.msg);
    assert.equal((await world.as('eve').post('/users/me/status', { emoji_name: 'loom' })).status, 200);
    const refused = await world.as('eve').delete('/realm/emoji/loom');
    assert.equal(refused.json.msg, 'Must be an organization administrator or emoji author');
    assert.equal((await world.as('dan').delete('/realm/emoji/loom')).status, 200);
    assert.equal((await all(world))[0]?.deactivated, true);
    const late = await world.as('ada').post(`/messages/${id}/reactions`, {
      emoji_name: 'loom',
      emoji_code: emoji.id,
      reaction_type: 'realm_emoji',
    });
    assert.equal(late.status, 200, 'joining a reaction keeps its emoji');
  });

  test('A custom emoji can be uploaded without a content type, as the Python library does', async (t) => {
    const world = await makeWorld(t, engine);
    const head = '--a\r\ncontent-disposition: form-data; name="loom.png"; filename="loom.png"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), await picture(90, 30), Buffer.from('\r\n--a--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=a' };
    const { status, json } = await world.as('dan').send('POST', '/realm/emoji/loom', { body, headers });
    assert.equal(status, 200, json.msg);
    assert.equal((await all(world))[0]?.name, 'loom');
  });

  test('Custom emoji are emitted one by one or as a list, as the client requests', async (t) => {
    const world = await makeWorld(t, engine);
    const modern = await listen(world.as('gus'), {
      event_types: ['realm_emoji'],
      client_capabilities: { individual_emoji_changes: true },
    });
    const old = await listen(world.as('gus'), { event_types: ['realm_emoji'] });
    const moving = { name: 'a.gif', type: 'image/gif', content: await animation(30, 20, 3) };
    assert.equal((await add(world, 'dan', 'spin', moving)).status, 200);
    assert.equal((await world.as('ben').delete('/realm/emoji/spin')).status, 200);
    assert.deepEqual(
      (await modern.received()).map(({ op }) => op),
      ['add', 'update_one'],
    );
    assert.deepEqual(
      (await old.received()).map(({ op }) => op),
      ['update', 'update'],
    );
    const [emoji] = await all(world);
    const pages = async (url: string) =>
      (await sharp(Buffer.from(await (await open(world, 'nobody', url)).arrayBuffer())).metadata()).pages ??
      1;
    assert.deepEqual([await pages(emoji?.source_url ?? ''), await pages(emoji?.still_url ?? '')], [3, 1]);
  });

  test('A custom emoji requires an available, well-formed name and an image', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await add(world, 'dan', 'taken', await loom())).status, 200);
    const notes = { name: 'notes.txt', type: 'text/plain', content: 'warp' };
    const refused: [who: Name, name: string, file: GivenFile | undefined, msg: RegExp][] = [
      ['dan', 'taken', await loom(), /already exists/],
      ['dan', 'Loom', await loom(), /lowercase/],
      ['dan', 'loom-', await loom(), /end with/],
      ['dan', 'loom.red', await loom(), /lowercase/],
      ['dan', 'x'.repeat(201), await loom(), /too long/],
      ['dan', 'car', await loom(), /administrators can override/],
      ['dan', 'plain', notes, /Invalid image format/],
      ['dan', 'without-picture', undefined, /file/],
    ];
    for (const [who, name, file, msg] of refused) {
      const { status, json } = await add(world, who, name, ...(file ? [file] : []));
      assert.equal(status, 400, name);
      assert.match(json.msg, msg);
    }
    assert.deepEqual(
      (await all(world)).map(({ name }) => name),
      ['taken'],
    );
    assert.equal((await add(world, 'ada', 'car', await loom())).status, 200);
  });

  test('Of an emoji that is refused after its files were stored, or of which only some could be, nothing is left', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const sent = await Promise.all([1, 2, 3].map(async () => add(world, 'dan', 'loom', await loom())));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 400, 400]);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 2);
    const { store } = world.app.files;
    const put = store.put.bind(store);
    store.put = async (...given) => {
      await put(...given);
      throw new Error('the store fails after it');
    };
    assert.equal((await add(world, 'dan', 'weft', await loom())).status, 500);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 2);
  });

  test('A custom emoji requires permission to add and its author or an administrator to remove', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await add(world, 'gus', 'guest', await loom());
    assert.equal(json.msg, 'Not allowed for guest users');
    assert.equal((await add(world, 'dan', 'loom', await loom())).status, 200);
    for (const who of ['cleo', 'eve', 'gus'] as const)
      assert.equal((await world.as(who).delete('/realm/emoji/loom')).status, 400, who);
    const unknown = await world.as('ada').delete('/realm/emoji/nothing');
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'BAD_REQUEST']);
    assert.equal((await all(world))[0]?.deactivated, false);
    assert.equal((await world.anonymous.get('/realm/emoji')).status, 401);
  });
});
