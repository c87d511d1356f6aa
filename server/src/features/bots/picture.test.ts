import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { open, storedFiles } from '../../../../tests/support/files.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

/** A multipart body: parameters, and so many files. */
async function send(
  world: World,
  who: Name,
  [method, path]: ['POST' | 'PATCH', string],
  params: Record<string, string>,
  contents: readonly (string | Uint8Array<ArrayBuffer>)[],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(params)) body.set(name, value);
  for (const [i, content] of contents.entries())
    body.set(`file-${i}`, new File([content], 'bot.png', { type: 'image/png' }));
  return world.as(who).send(method, path, { body });
}

const weaver = { full_name: 'The Weaver', short_name: 'weaver' };

const widthAt = async (world: World, url: string): Promise<number> =>
  (await sharp(Buffer.from(await (await open(world, 'eve', url)).arrayBuffer())).metadata()).width;

const getSource = async (world: World, id: number): Promise<unknown> =>
  world.app.organizations.cache(world.orgId).then(({ users }) => users.get(id)?.avatarSource);

onBothEngines('Avatars of bots', (engine) => {
  test('A bot’s avatar can be uploaded at creation and is visible to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const { status, json } = await send(world, 'dan', ['POST', '/bots'], weaver, [await picture(40, 30)]);
    assert.equal(status, 200, json.msg);
    const url: string = json.avatar_url;
    assert.equal(await widthAt(world, url), 100);
    const { user } = (await world.as('gus').get(`/users/${json.user_id}`)).json;
    assert.equal(user.avatar_url, url);
    const last: { avatar_url?: string } = (await gus.received()).at(-1)?.person;
    assert.equal(last.avatar_url, url);
  });

  test('A bot’s avatar can be changed by its owner and administrators, with other fields or alone', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const first = await send(world, 'dan', ['PATCH', path], { full_name: 'Weft' }, [await picture(8, 8)]);
    assert.deepEqual([first.status, first.json.full_name], [200, 'Weft']);
    const second = await send(world, 'ben', ['PATCH', path], {}, [await picture(9, 9)]);
    assert.equal(second.status, 200, second.json.msg);
    assert.notEqual(second.json.avatar_url, first.json.avatar_url);
    assert.equal((await world.as('dan').patch(path)).json.avatar_url, second.json.avatar_url);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 2, 'of the first picture nothing is left');
  });

  test('A bot’s avatar is accepted in a POST with method=PATCH, and discarded where no method takes a file', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const changed = await send(world, 'dan', ['POST', path], { method: 'PATCH' }, [await picture(40, 30)]);
    assert.equal(changed.status, 200, changed.json.msg);
    assert.equal(await widthAt(world, changed.json.avatar_url), 100);
    const incoming = () => readdirSync(world.app.files.incoming.folder);
    for (const [params, status] of [
      [{}, 405],
      [{ method: 'GET' }, 405],
      [{ method: 'PUT' }, 405],
    ] as const) {
      const refused = await send(world, 'dan', ['POST', path], params, [await picture(8, 8)]);
      assert.equal(refused.status, status);
      assert.deepEqual(incoming(), []);
    }
    const asQuery = await send(world, 'dan', ['POST', '/bots?method=PATCH'], weaver, [await picture(8, 8)]);
    assert.deepEqual([asQuery.status, incoming()], [400, []]);
    const body = new FormData();
    body.set('file', new File(['x'], 'bot.png'));
    assert.equal((await world.anonymous.send('POST', path, { body })).status, 401, 'unread');
    assert.deepEqual(incoming(), []);
  });

  test('A bot’s avatar is refused from others, or when it is not exactly one image', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const one = await picture(8, 8);
    const wrong: [Name, (string | Uint8Array<ArrayBuffer>)[], number, string][] = [
      ['eve', [one], 400, 'Insufficient permission'],
      ['dan', [one, one], 400, 'You may only upload one file at a time'],
      ['dan', ['no picture'], 400, 'Could not decode image; did you upload an image file?'],
      [
        'dan',
        [new Uint8Array(5 * 1024 * 1024 + 1)],
        400,
        'Uploaded file is larger than the allowed limit of 5 MiB',
      ],
    ];
    for (const [who, files, status, msg] of wrong) {
      const refused = await send(world, who, ['PATCH', path], { full_name: 'Changed' }, files);
      assert.deepEqual([refused.status, refused.json.msg], [status, msg]);
    }
    assert.equal((await world.as('dan').patch(path)).json.full_name, 'The Weaver');
    assert.equal(await getSource(world, id), 'J');
    const other = { full_name: 'Other', short_name: 'other' };
    const { status } = await send(world, 'dan', ['POST', '/bots'], other, ['no picture']);
    assert.equal(status, 400);
    assert.equal((await world.as('dan').get('/bots')).json.bots.length, 1);
    assert.deepEqual(storedFiles(world), []);
  });
});
