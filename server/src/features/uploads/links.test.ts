import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { asPrincipal } from '../../../../tests/support/change.ts';
import type { Client } from '../../../../tests/support/client.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, upload } from '../../../../tests/support/files.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { temporaryUrl } from './links.ts';

const say1 = (world: World, who: Name, channel: 'general' | 'design' | 'vault' | 'lounge', url: string) =>
  say(world, who, channel, 'files', `see [it](${url})`);

onBothEngines('Temporary links', (engine) => {
  test('A temporary link opens one file for a minute, for anyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { url, path } = await upload(world, 'dan', { name: 'Zażółć.txt' });
    const { url: other } = await upload(world, 'dan', { name: 'Zażółć.txt' });
    const { json } = await world.as('dan').get(url);
    const link = json.url as string;
    const response = await open(world, 'nobody', link);
    assert.deepEqual([response.status, await response.text()], [200, 'warp and weft']);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('cache-control'), 'private, no-store', 'it outlives the link nowhere');
    const prefix = link.slice(0, link.indexOf('/', '/user_uploads/temporary/'.length));
    const bent = (text: string) => text.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'));
    for (const bad of [
      `${prefix}${other.replace('/user_uploads', '')}`,
      link.replace(prefix, bent(prefix)),
      link.replace(prefix, prefix.replace(/\d\./, '9.')),
      link.replace(prefix, '/user_uploads/temporary/x'),
      `/user_uploads/temporary/${path}`,
    ]) {
      if (bad === link) continue;
      assert.equal(await canOpen(world, 'nobody', bad), false, bad);
    }
    const dan = await asPrincipal(world, 'dan');
    const { db, clock } = world.app;
    const made = async (agoMs: number, secrets = world.app.secrets) =>
      canOpen(world, 'nobody', await temporaryUrl({ db, clock, secrets }, dan, path, Date.now() - agoMs));
    assert.equal(await made(0), true);
    assert.equal(await made(60_000), false);
    assert.equal(await made(0, { serverKey: Buffer.alloc(32, 8) }), false);
  });

  test('A temporary link ends with the session that requested it, and with no other', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    const [browser, other] = [await getBrowser(world, 'dan'), await getBrowser(world, 'dan')];
    const link = (await browser.get(url)).json.url as string;
    await other.delete('/heddle/session');
    assert.equal(await canOpen(world, 'nobody', link), true);
    await browser.post('/users/me/api_key/regenerate');
    assert.equal(await canOpen(world, 'nobody', link), true);
    await browser.delete('/heddle/session');
    assert.equal(await canOpen(world, 'nobody', link), false);
  });

  test('A temporary link ends with the API key that requested it', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    const link = (await world.as('dan').get(url)).json.url as string;
    await (await getBrowser(world, 'dan')).delete('/heddle/session');
    assert.equal(await canOpen(world, 'nobody', link), true);
    await world.as('dan').post('/users/me/api_key/regenerate');
    assert.equal(await canOpen(world, 'nobody', link), false);
  });

  test('A temporary link ends with the named key that requested it, and opens what that key may read', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    await say1(world, 'dan', 'general', url);
    const [revoked, kept] = [await makeKey(world, 'eve'), await makeKey(world, 'eve')];
    const [link, other] = [
      (await revoked.client.get(url)).json.url as string,
      (await kept.client.get(url)).json.url as string,
    ];
    assert.equal(await canOpen(world, 'nobody', link), true);
    assert.equal((await world.as('eve').delete(`/heddle/api_keys/${revoked.id}`)).status, 200);
    assert.equal(await canOpen(world, 'nobody', link), false);
    assert.equal(await canOpen(world, 'nobody', other), true);
    const { general, lounge } = world.channels;
    for (const [channelId, opens] of [
      [general, true],
      [lounge, false],
    ] as const) {
      const { id } = await makeKey(world, 'eve', { scopes: ['read'], channel_id: channelId });
      const key = await world.app.apiKeys.findById(world.orgId, id);
      assert.ok(key);
      const me = { ...(await asPrincipal(world, 'eve')), key, onlyChannel: channelId };
      const path = url.replace('/user_uploads/', '');
      assert.equal(await canOpen(world, 'nobody', await temporaryUrl(world.app, me, path)), opens);
    }
  });

  test('A temporary link ends with the deactivation of its holder, and stays ended after reactivation', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    await say1(world, 'dan', 'general', url);
    const { eve } = world.people;
    const linkBy = async (client: Pick<Client, 'get'>) => (await client.get(url)).json.url as string;
    const links = [await linkBy(await getBrowser(world, 'eve')), await linkBy(world.as('eve'))];
    for (const link of links) assert.equal(await canOpen(world, 'nobody', link), true);
    for (let times = 0; times < 2; times++) {
      assert.equal((await world.as('ada').delete(`/users/${eve.id}`)).status, 200);
      for (const link of links) assert.equal(await canOpen(world, 'nobody', link), false);
      assert.equal((await world.as('ada').post(`/users/${eve.id}/reactivate`)).status, 200);
      for (const link of links) assert.equal(await canOpen(world, 'nobody', link), false);
      links.push(await linkBy(world.as('eve')));
      assert.equal(await canOpen(world, 'nobody', links.at(-1) ?? ''), true);
    }
  });

  test('A temporary link ends when its holder loses access to the file, for them only', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'ada');
    await say1(world, 'ada', 'design', url);
    const [dans, cleos] = await Promise.all(
      (['dan', 'cleo'] as const).map(async (who) => (await world.as(who).get(url)).json.url as string),
    );
    const left = await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    assert.equal(left.status, 200);
    assert.equal(await canOpen(world, 'nobody', dans ?? ''), false);
    assert.equal(await canOpen(world, 'nobody', cleos ?? ''), true);
  });

  test('A temporary link cannot be transferred to another user', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'ada');
    await say1(world, 'ada', 'design', url);
    const link = (await world.as('dan').get(url)).json.url as string;
    const { dan, ada } = world.people;
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    assert.ok(link.includes(`.k${dan.id}.`));
    for (const holder of [`k${ada.id}`, 's1', `k${dan.id + 1000}`, 'k'])
      assert.equal(await canOpen(world, 'nobody', link.replace(`.k${dan.id}.`, `.${holder}.`)), false);
  });

  test('A temporary link requires access to the file', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    const { status, json } = await world.as('eve').get(url);
    assert.deepEqual([status, json.code], [404, 'NOT_FOUND']);
    assert.equal((await world.anonymous.get(url)).status, 401);
    assert.equal((await world.as('dan').get('/user_uploads/x/y')).status, 400);
  });

  test('A temporary link is not logged', async (t) => {
    const lines: string[] = [];
    const { pino } = await import('pino');
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const world = await makeWorld(t, engine, { log });
    const { url } = await upload(world, 'dan');
    const link = (await world.as('dan').get(url)).json.url as string;
    assert.equal(await canOpen(world, 'nobody', link), true);
    const text = lines.join('');
    assert.ok(text.includes('/user_uploads/temporary/'));
    assert.ok(!text.includes(link.split('/')[3] ?? link));
  });
});
