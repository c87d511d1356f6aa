import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { open, sendFiles, storedFiles, type GivenFile } from '../../../../tests/support/files.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { animation, longGif, picture, vastPng } from '../../../../tests/support/fixtures/pictures.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { isGeneratedAvatar } from '../../../../wire/avatars.ts';
import { drawAvatar } from './draw.ts';

const send = (world: World, who: Name, ...files: GivenFile[]) =>
  sendFiles(world, who, files, '/users/me/avatar');

const photo = async (): Promise<GivenFile> => ({
  name: 'me.png',
  type: 'image/png',
  content: await picture(300, 200),
});

async function setAvatar(world: World, who: Name): Promise<string> {
  const { status, json } = await send(world, who, await photo());
  assert.equal(status, 200, json.msg);
  return json.avatar_url;
}

async function imageAt(world: World, who: Name | 'nobody', url: string): Promise<Buffer> {
  const response = await open(world, who, url);
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], url);
  return Buffer.from(await response.arrayBuffer());
}

const own = async (world: World, who: Name) => (await world.as(who).get('/users/me')).json;

const medium = (url: string): string => url.replace('?', '/medium?');

onBothEngines('Uploaded avatars', (engine) => {
  test('An uploaded avatar is served square in two sizes at the avatar_url', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const before = await own(world, 'dan');
    const url = await setAvatar(world, 'dan');
    const { avatar_url, avatar_version } = await own(world, 'dan');
    assert.equal(avatar_url, url);
    assert.deepEqual([before.avatar_version, avatar_version], [1, 2]);
    assert.deepEqual([before.avatar_url, medium(before.avatar_url), url].map(isGeneratedAvatar), [
      true,
      true,
      false,
    ]);
    for (const [address, size] of [
      [url, 100],
      [medium(url), 500],
    ] as const) {
      const bytes = await imageAt(world, 'nobody', address);
      const { width, height, format } = await sharp(bytes).metadata();
      assert.deepEqual([width, height, format], [size, size, 'png']);
      assert.deepEqual([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)], [200, 80, 40]);
    }
    await world.restart();
    assert.equal((await sharp(await imageAt(world, 'eve', url)).metadata()).width, 100);
  });

  test('An uploaded avatar is announced to everyone and part of the owner’s next registration', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const avatar_url = await setAvatar(world, 'dan');
    const [event, more] = await gus.received();
    const person: Record<string, unknown> = event.person;
    assert.deepEqual(person, {
      user_id: world.people.dan.id,
      avatar_url,
      avatar_url_medium: medium(avatar_url),
      avatar_source: 'U',
      avatar_version: 2,
    });
    assert.equal(more, undefined);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm_user'] });
    assert.deepEqual(
      [json.avatar_source, json.avatar_url, json.avatar_url_medium],
      ['U', avatar_url, medium(avatar_url)],
    );
  });

  test('An uploaded avatar increments its version and has an unguessable URL', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.dan;
    const urls = [];
    for (const version of [2, 3, 4]) {
      urls.push(await setAvatar(world, 'dan'));
      assert.equal((await own(world, 'dan')).avatar_version, version);
      const uploaded = await imageAt(world, 'eve', `/avatar/${id}`);
      assert.notDeepEqual(await imageAt(world, 'nobody', `/avatar/${id}?version=${version}`), uploaded);
      assert.deepEqual(await imageAt(world, 'nobody', urls.at(-1) ?? ''), uploaded);
    }
    assert.equal(new Set(urls).size, 3);
    await world.as('dan').delete('/users/me/avatar');
    assert.equal((await own(world, 'dan')).avatar_version, 5);
  });

  test('An uploaded avatar is served to signed-in users and by its URL, without revealing who exists', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.dan;
    const uploaded = await imageAt(world, 'nobody', await setAvatar(world, 'dan'));
    const none = drawAvatar(id, 'small');
    assert.deepEqual(await imageAt(world, 'eve', `/avatar/${id}`), uploaded);
    for (const address of [`/avatar/${id}`, `/avatar/${id}.png`, `/avatar/${id}?version=2`])
      assert.deepEqual(await imageAt(world, 'nobody', address), none);
    const wrong = await fetch(`${world.url}/avatar/${id}`, { headers: { authorization: 'Basic eDp5' } });
    assert.deepEqual(Buffer.from(await wrong.arrayBuffer()), none);
    const unversioned = await open(world, 'eve', `/avatar/${id}`);
    assert.equal(unversioned.headers.get('cache-control'), 'private, no-cache');
  });

  test('An uploaded avatar is hidden from guests to whom its owner is not visible', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.ben;
    await setAvatar(world, 'ben');
    await world.as('gus').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const cache = await world.app.organizations.cache(world.orgId);
    const members = [...cache.groups.values()].find(({ name }) => name === 'role:members');
    await setOrganization(world, { can_access_all_users_group: members?.id });
    assert.deepEqual(await imageAt(world, 'gus', `/avatar/${id}`), drawAvatar(id, 'small'));
    assert.notDeepEqual(await imageAt(world, 'eve', `/avatar/${id}`), drawAvatar(id, 'small'));
  });

  test('An uploaded avatar is replaced by the next, and by the drawn one when it is deleted', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await setAvatar(world, 'dan');
    const second = await setAvatar(world, 'dan');
    assert.notEqual(second, first);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 2);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const { status, json } = await world.as('dan').delete('/users/me/avatar');
    assert.equal(status, 200);
    const drawn = drawAvatar(world.people.dan.id, 'small');
    assert.deepEqual([first, second, json.avatar_url].map(isGeneratedAvatar), [false, false, true]);
    for (const address of [first, second, json.avatar_url])
      assert.deepEqual(await imageAt(world, 'dan', address), drawn);
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    const again = await world.as('dan').delete('/users/me/avatar');
    assert.deepEqual([again.status, again.json.avatar_url], [200, json.avatar_url]);
    const sources = (await gus.received()).map(
      ({ person }) => (person as { avatar_source: string }).avatar_source,
    );
    assert.deepEqual(sources, ['J']);
  });

  test('An uploaded avatar is deleted with the profile', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = world.people.dan;
    const url = await setAvatar(world, 'dan');
    const actions = { delete_profile: true };
    assert.equal((await world.as('ada').delete(`/users/${id}`, { actions })).status, 200);
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    for (const address of [url, `/avatar/${id}`])
      assert.deepEqual(await imageAt(world, 'ada', address), drawAvatar(id, 'small'));
  });

  test('An avatar can have any supported format; only the first frame of an animation is used', async (t) => {
    const world = await makeWorld(t, engine);
    const png = sharp(await picture(20, 10));
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const content = Uint8Array.from(await png.clone().toFormat(format).toBuffer());
      assert.equal((await send(world, 'dan', { name: 'me', type: `image/${format}`, content })).status, 200);
    }
    const moving = { name: 'me.gif', type: 'image/gif', content: await animation(30, 30, 3) };
    const { json } = await send(world, 'dan', moving);
    const { width, height } = await sharp(await imageAt(world, 'dan', json.avatar_url)).metadata();
    assert.deepEqual([width, height], [100, 100]);
  });

  test('An avatar that is invalid, too large or malicious is refused without changes', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const before = await own(world, 'dan');
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const exactlyOne = 'You must upload exactly one avatar.';
    const undecodable = 'Could not decode image; did you upload an image file?';
    const png = (content: GivenFile['content'] = 'no image'): GivenFile => ({
      name: 'me.png',
      type: 'image/png',
      content,
    });
    const wrong: [GivenFile[], string, string][] = [
      [[], 'BAD_REQUEST', exactlyOne],
      [[await photo(), await photo()], 'BAD_REQUEST', exactlyOne],
      [[{}], 'BAD_IMAGE', 'Invalid image format'],
      [[{ name: 'me.svg', type: 'image/svg+xml', content: '<svg/>' }], 'BAD_IMAGE', 'Invalid image format'],
      [[png()], 'BAD_IMAGE', undecodable],
      [[png('')], 'BAD_IMAGE', undecodable],
      [[png(vastPng(65_535, 65_535))], 'BAD_IMAGE', undecodable],
      [[png(vastPng(100, 100))], 'BAD_IMAGE', undecodable],
      [[png(longGif(1001))], 'BAD_IMAGE', undecodable],
      [
        [png(new Uint8Array(5 * 1024 * 1024 + 1))],
        'BAD_REQUEST',
        'Uploaded file is larger than the allowed limit of 5 MiB',
      ],
    ];
    for (const [files, code, msg] of wrong) {
      const { status, json } = await send(world, 'dan', ...files);
      assert.deepEqual([status, json.code, json.msg], [400, code, msg]);
    }
    assert.deepEqual(await own(world, 'dan'), before);
    assert.deepEqual(await gus.received(), []);
    assert.deepEqual(storedFiles(world), []);
  });

  test('Avatars can only be changed by administrators where the organization says so', async (t) => {
    const world = await makeWorld(t, engine);
    const had = await setAvatar(world, 'eve');
    const refused = await world.as('dan').patch('/realm', { avatar_changes_disabled: true });
    assert.equal(refused.status, 403);
    const set = await world.as('ben').patch('/realm', { avatar_changes_disabled: true });
    assert.equal(set.status, 200, set.json.msg);
    const { json: registered } = await world.as('gus').post('/register', { fetch_event_types: ['realm'] });
    assert.equal(registered.realm_avatar_changes_disabled, true);
    const msg = 'Avatar changes are disabled in this organization.';
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const) {
      const { status, json } = await send(world, who, await photo());
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
      assert.equal((await world.as(who).delete('/users/me/avatar')).json.msg, msg);
    }
    assert.equal((await own(world, 'eve')).avatar_url, had);
    for (const who of ['ada', 'ben'] as const) {
      await setAvatar(world, who);
      assert.equal((await world.as(who).delete('/users/me/avatar')).status, 200);
    }
  });

  test('Avatar uploads require a sign-in and stay in their organization', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await world.anonymous.post('/users/me/avatar')).status, 401);
    assert.equal((await world.anonymous.delete('/users/me/avatar')).status, 401);
    const { orgId, ownerId } = await addOrganization(world);
    await world.app.db.write(orgId, 'system', async (tx) => {
      const set = { avatar_source: 'U', avatar_version: 5 } as const;
      await tx.q.updateTable('person').set(set).where('id', '=', ownerId).execute();
      await tx.touch({ users: [ownerId] });
    });
    assert.deepEqual(
      await imageAt(world, 'ada', `/avatar/${ownerId}?x=5&version=1`),
      drawAvatar(ownerId, 'small'),
    );
  });
});
