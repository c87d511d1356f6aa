import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, sendFiles, storedFiles, type GivenFile } from '../../../../tests/support/files.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { animation, picture, vastPng } from '../../../../tests/support/fixtures/pictures.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const drawn = '/static/icon.png';

const photo = async (width = 300, height = 120): Promise<GivenFile> => ({
  name: 'loom.png',
  type: 'image/png',
  content: await picture(width, height),
});

/** What /register returns for the pictures, by the names of the wire without `realm_`. */
async function shown(world: World): Promise<Record<string, string>> {
  const { json } = await world.as('gus').post('/register', { fetch_event_types: ['realm'] });
  const names = ['icon', 'logo', 'night_logo'].flatMap((one) => [`${one}_url`, `${one}_source`]);
  return Object.fromEntries(names.map((name) => [name, json[`realm_${name}`]]));
}

async function sizeAt(world: World, who: Name | 'nobody', url: string): Promise<(number | string)[]> {
  const response = await open(world, who, url);
  assert.equal(response.status, 200, url);
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return [response.headers.get('content-type') ?? '', format, width, height];
}

const nothing = {
  icon_url: drawn,
  icon_source: 'G',
  logo_url: drawn,
  logo_source: 'D',
  night_logo_url: drawn,
  night_logo_source: 'D',
};

onBothEngines('Organization images', (engine) => {
  test('The organization icon is public', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm'] });
    const { status, json } = await sendFiles(world, 'ben', [await photo()], '/realm/icon');
    assert.equal(status, 200, json.msg);
    const icon_url = json.icon_url as string;
    assert.notEqual(icon_url, drawn);
    assert.deepEqual(await shown(world), { ...nothing, icon_url, icon_source: 'U' });
    assert.equal((await world.anonymous.get('/server_settings')).json.realm_icon, icon_url);
    for (const who of ['nobody', 'gus'] as const)
      assert.deepEqual(await sizeAt(world, who, icon_url), ['image/png', 'png', 200, 200]);
    const [event] = await gus.received();
    assert.deepEqual(
      [event?.op, event?.property, event?.data],
      ['update_dict', 'icon', { icon_url, icon_source: 'U' }],
    );
  });

  test('The organization has separate logos for the light and the dark theme', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = await listen(world.as('ada'), { event_types: ['realm'] });
    const day = await sendFiles(world, 'ada', [await photo(2400, 600)], '/realm/logo?night=false');
    const night = await sendFiles(world, 'ben', [await photo(40, 20)], '/realm/logo?night=true');
    for (const { status, json } of [day, night]) assert.equal(status, 200, json.msg);
    const now = await shown(world);
    assert.deepEqual([now.logo_source, now.night_logo_source, now.icon_source], ['U', 'U', 'G']);
    assert.deepEqual(await sizeAt(world, 'nobody', now.logo_url ?? ''), ['image/png', 'png', 400, 100]);
    assert.deepEqual(await sizeAt(world, 'nobody', now.night_logo_url ?? ''), ['image/png', 'png', 40, 20]);
    const gone = await world.as('ben').delete('/realm/logo', { night: false });
    assert.equal(gone.status, 200);
    assert.deepEqual(await shown(world), { ...now, logo_url: drawn, logo_source: 'D' });
    assert.deepEqual(
      (await ada.received()).map(({ property, data }) => [property, data]),
      [
        ['logo', { logo_url: now.logo_url, logo_source: 'U' }],
        ['night_logo', { night_logo_url: now.night_logo_url, night_logo_source: 'U' }],
        ['logo', { logo_url: drawn, logo_source: 'D' }],
      ],
    );
  });

  test('Organization images are served at the URLs from GET responses', async (t) => {
    const world = await makeWorld(t, engine);
    await sendFiles(world, 'ada', [await photo()], '/realm/icon');
    await sendFiles(world, 'ada', [await photo()], '/realm/logo?night=true');
    const { icon_url, logo_url, night_logo_url } = await shown(world);
    const places = { icon: icon_url, 'logo?night=false': logo_url, 'logo?night=true': night_logo_url };
    for (const [path, url] of Object.entries(places)) {
      const authorization = basicAuthorization(world.people.gus);
      const asked = await fetch(`${world.url}/api/v1/realm/${path}`, {
        redirect: 'manual',
        headers: { authorization },
      });
      assert.deepEqual([asked.status, asked.headers.get('location')], [302, url]);
    }
    assert.equal((await world.anonymous.get('/realm/icon')).status, 401);
    assert.equal((await world.as('gus').get('/realm/logo')).json.code, 'REQUEST_VARIABLE_MISSING');
  });

  test('Organization images are deleted with their files when they are replaced or removed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await sendFiles(world, 'ada', [await photo()], '/realm/icon');
    const moving = { name: 'a.gif', type: 'image/gif', content: await animation(30, 20, 3) };
    const second = await sendFiles(world, 'ada', [moving], '/realm/icon');
    await world.app.jobs.runDue();
    assert.equal(await canOpen(world, 'ada', first.json.icon_url), false);
    assert.equal(await canOpen(world, 'ada', second.json.icon_url), true);
    assert.equal(storedFiles(world).length, 1);
    const gus = await listen(world.as('gus'), { event_types: ['realm'] });
    for (const time of ['once', 'again']) {
      const { status, json } = await world.as('ben').delete('/realm/icon');
      assert.deepEqual([status, json.icon_url], [200, drawn], time);
    }
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    assert.equal((await gus.received()).length, 1, 'removing what is not there is no news');
    assert.deepEqual(await shown(world), nothing);
  });

  test('Organization images can only be changed by administrators', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await sendFiles(world, 'ada', [await photo()], '/realm/icon')).status, 200);
    const before = await shown(world);
    for (const who of ['cleo', 'dan', 'gus'] as const)
      for (const path of ['/realm/icon', '/realm/logo?night=true']) {
        const sent = await sendFiles(world, who, [await photo()], path);
        const removed = await world.as(who).delete(path);
        for (const { status, json } of [sent, removed])
          assert.deepEqual(
            [status, json.code, json.msg],
            [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
          );
      }
    assert.equal((await world.anonymous.post('/realm/icon')).status, 401);
    assert.deepEqual(await shown(world), before);
  });

  test('An organization image must be one image file of limited size', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const png = (content: string | Uint8Array<ArrayBuffer>): GivenFile => ({
      name: 'a.png',
      type: 'image/png',
      content,
    });
    const undecodable = 'Could not decode image; did you upload an image file?';
    const wrong: [GivenFile[], string, string][] = [
      [[], 'BAD_REQUEST', 'You must upload exactly one NOUN.'],
      [[await photo(), await photo()], 'BAD_REQUEST', 'You must upload exactly one NOUN.'],
      [[{}], 'BAD_IMAGE', 'Invalid image format'],
      [[png('no picture')], 'BAD_IMAGE', undecodable],
      [[png(vastPng(60_000, 60_000))], 'BAD_IMAGE', undecodable],
      [
        [png(new Uint8Array(5 * 1024 * 1024 + 1))],
        'BAD_REQUEST',
        'Uploaded file is larger than the allowed limit of 5 MiB',
      ],
    ];
    for (const [noun, path] of [
      ['icon', '/realm/icon'],
      ['logo', '/realm/logo?night=false'],
    ] as const)
      for (const [files, code, msg] of wrong) {
        const { status, json } = await sendFiles(world, 'ada', files, path);
        assert.deepEqual([status, json.code, json.msg], [400, code, msg.replace('NOUN', noun)]);
      }
    const unsaid = await sendFiles(world, 'ada', [await photo()], '/realm/logo');
    assert.deepEqual([unsaid.status, unsaid.json.code], [400, 'REQUEST_VARIABLE_MISSING']);
    assert.deepEqual(await shown(world), nothing);
    assert.deepEqual(storedFiles(world), []);
  });

  test('Organization images are separate per organization and survive a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId } = await addOrganization(world);
    const { json } = await sendFiles(world, 'ada', [await photo()], '/realm/icon');
    const icon_url = json.icon_url as string;
    await world.restart();
    assert.equal((await shown(world)).icon_url, icon_url);
    const other = await world.app.organizations.cache(orgId);
    assert.deepEqual(other.organization.pictures, {});
  });
});

onBothEngines('The organization icon', (engine) => {
  test('The organization icon is served at the URL from before and after the sign-in', async (t) => {
    const world = await makeWorld(t, engine);
    const { json: settings } = await world.anonymous.get('/server_settings');
    const { json: state } = await world.as('gus').post('/register', { fetch_event_types: ['realm'] });
    for (const path of [settings.realm_icon, state.realm_icon_url]) {
      const response = await fetch(new URL(path, world.url));
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
      assert.equal(bytes.readUInt32BE(16), 128);
    }
  });
});
