import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, asPrincipal, setRole } from '../../../../tests/support/change.ts';
import type { Client } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names } from '../../../../tests/support/world.ts';
import { createFolder, updateFolder, getFolders } from './actions.ts';

const create = async (client: Client, name: string): Promise<number> => {
  const { json } = await client.post('/channel_folders/create', { name, description: '' });
  assert.equal(json.result, 'success', json.msg);
  return json.channel_folder_id;
};
const list = async (
  client: Client,
  include_archived = false,
): Promise<{ id: number; name: string; is_archived: boolean }[]> =>
  (await client.get('/channel_folders', { include_archived })).json.channel_folders;

onBothEngines('Channel folders', (engine) => {
  test('Channel folders are created by administrators and visible to everyone in order', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world
      .as('ben')
      .post('/channel_folders/create', { name: ' Workshops ', description: 'What we **make**' });
    const second = await create(world.as('ada'), 'Archive');
    const [first, next] = (await world.as('gus').get('/channel_folders')).json.channel_folders;
    assert.deepEqual(first, {
      id: json.channel_folder_id,
      name: 'Workshops',
      description: 'What we **make**',
      rendered_description: '<p>What we <strong>make</strong></p>',
      creator_id: world.people.ben.id,
      date_created: first.date_created,
      is_archived: false,
      order: 0,
    });
    assert.deepEqual([next.id, next.order], [second, 1]);
  });

  test('Channel folders cannot be changed by non-administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), 'Workshops');
    const before = await list(world.as('ada'), true);
    for (const name of names.filter((one) => one !== 'ada' && one !== 'ben')) {
      const person = world.as(name);
      for (const refused of [
        await person.post('/channel_folders/create', { name: 'Mine', description: '' }),
        await person.patch(`/channel_folders/${id}`, { is_archived: true }),
        await person.patch('/channel_folders', { order: [id] }),
      ])
        assert.deepEqual(
          [refused.status, refused.json.code, refused.json.msg],
          [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
        );
    }
    assert.deepEqual(await list(world.as('ada'), true), before);
  });

  test('A channel folder request is refused when the permission is revoked during it', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), 'Workshops');
    const me = await asPrincipal(world, 'ben');
    await setRole(world, me.id, 400);
    const late = world.app.db.write(world.orgId, me, (tx) => updateFolder(tx, me, id, { name: 'Late' }));
    await assert.rejects(late, { code: 'UNAUTHORIZED_PRINCIPAL' });
    assert.deepEqual(
      (await list(world.as('ada'))).map(({ name }) => name),
      ['Workshops'],
    );
  });

  test('Channel folders are renamed, described, archived and unarchived', async (t) => {
    const world = await makeWorld(t, engine);
    const ben = world.as('ben');
    const id = await create(ben, 'Workshops');
    assert.equal(
      (await ben.patch(`/channel_folders/${id}`, { name: 'Studios', description: 'Rooms' })).status,
      200,
    );
    const notified = await listen(world.as('gus'), { event_types: ['channel_folder'] });
    for (const is_archived of [false, true, true])
      assert.equal((await ben.patch(`/channel_folders/${id}`, { is_archived })).status, 200);
    assert.deepEqual(await list(ben), []);
    assert.deepEqual(
      (await notified.received()).map(({ op, data }) => [op, data]),
      [['update', { is_archived: true }]],
    );
    const [archived] = await list(ben, true);
    assert.deepEqual([archived?.name, archived?.is_archived], ['Studios', true]);
    assert.equal((await ben.patch(`/channel_folders/${id}`, { is_archived: false })).status, 200);
    assert.equal((await list(ben)).length, 1);
  });

  test('Missing and foreign channel folders are refused as an invalid ID', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const other = await addOrganization(world);
    const theirs = await world.app.db.write(other.orgId, 'system', (tx) =>
      createFolder(tx, other.ownerId, { name: 'Theirs', description: '' }),
    );
    for (const id of [999_999_999, theirs]) {
      const { status, json } = await world.as('ben').patch(`/channel_folders/${id}`, { name: 'x' });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel folder ID']);
    }
    assert.deepEqual(await list(world.as('ben'), true), []);
    const [folder] = await getFolders(world.app.db.read, other.orgId, { includeArchived: true });
    assert.equal(folder?.name, 'Theirs');
  });

  test('Channel folder names are not empty, not too long, well-formed and unique', async (t) => {
    const world = await makeWorld(t, engine);
    const ben = world.as('ben');
    const id = await create(ben, 'Workshops');
    const wrong: [string, string][] = [
      ['  ', "Channel folder name can't be empty."],
      ['a'.repeat(61), 'name is too long (limit: 60 characters)'],
      ['a\u0007', 'Invalid character in channel folder name, at position 2.'],
      ['WORKSHOPS', "Channel folder 'WORKSHOPS' already exists"],
    ];
    const other = await create(ben, 'Other');
    for (const [name, msg] of wrong) {
      assert.equal((await ben.post('/channel_folders/create', { name, description: '' })).json.msg, msg);
      assert.equal((await ben.patch(`/channel_folders/${other}`, { name })).json.msg, msg);
    }
    const long = await ben.patch(`/channel_folders/${id}`, { description: '𝒳'.repeat(1025) });
    assert.equal(long.json.msg, 'description is too long (limit: 1024 characters)');
    const unwritable = await ben.patch(`/channel_folders/${id}`, { description: 'a\u0000b' });
    assert.deepEqual(
      [unwritable.status, unwritable.json.msg],
      [400, 'Invalid character in channel folder description.'],
    );
    assert.equal((await ben.patch(`/channel_folders/${id}`, { description: '𝒳'.repeat(1024) })).status, 200);
    assert.equal((await ben.patch(`/channel_folders/${id}`, { name: 'workshops' })).status, 200);
    assert.deepEqual(
      (await list(ben)).map((one) => one.name),
      ['workshops', 'Other'],
    );
  });

  test('Channel folders are reordered by listing each once, archived ones included', async (t) => {
    const world = await makeWorld(t, engine);
    const ben = world.as('ben');
    const [a, b, c] = [await create(ben, 'A'), await create(ben, 'B'), await create(ben, 'C')];
    await ben.patch(`/channel_folders/${b}`, { is_archived: true });
    for (const order of [[a, c], [a, b, b], [a, b, c, 99], []]) {
      const { status, json } = await ben.patch('/channel_folders', { order });
      assert.deepEqual([status, json.msg], [400, 'Invalid order mapping']);
    }
    assert.equal((await ben.patch('/channel_folders', { order: [c, b, a] })).status, 200);
    assert.deepEqual(
      (await list(ben, true)).map((one) => one.id),
      [c, b, a],
    );
  });
});
