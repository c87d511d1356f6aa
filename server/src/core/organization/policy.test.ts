import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { basicAuthorization, type Account } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { mounts, routes } from '../../app/features.ts';
import { buildServer, type Mount } from '../../http/server.ts';

const incomingWebhook = { bot_type: 2 };
const refused = [401, 'UNAUTHORIZED', 'This API is not available to incoming webhook bots.'];

const basic = ({ email, apiKey }: Account) => ({
  authorization: basicAuthorization({ email, apiKey }),
});

/** A path of the route in which every name stands for something that exists. */
function pathFor(world: World, path: string, file: string): string {
  const values: Record<string, string> = {
    stream_id: String(world.channels.general),
    user_id: String(world.people.dan.id),
    user_id_or_email: String(world.people.dan.id),
    realm_id_str: file.split('/', 1)[0] ?? '',
    filename: file.split('/').slice(1).join('/'),
  };
  return path.replace(/:(\w+)\*?/g, (_, name: string) => values[name] ?? '1');
}

/** Every method and path that is served beside the API's own routes, patterns filled in. */
async function servedBeside(world: World, file: string): Promise<[method: string, path: string][]> {
  const found: [string, string][] = [];
  const record: Mount = (edge) =>
    edge.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'OPTIONS') found.push([one, pathFor(world, url, file).replace('*', file)]);
    });
  const edge = buildServer(world.app, [], [record, ...mounts]);
  await edge.ready();
  await edge.close();
  return found;
}

async function withFile(world: World): Promise<string> {
  const { path, url } = await upload(world, 'dan');
  await say(world, 'dan', 'general', 'files', `[notes](${url})`);
  return path;
}

/** Status of a read with a session cookie for this account, however it came to have one. */
const statusInSession = async (world: World, userId: number): Promise<number> =>
  (await (await getBrowser(world, { orgId: world.orgId, userId })).get('/users/me')).status;

onBothEngines('The API key of an incoming webhook bot', (engine) => {
  test('The API key of an incoming webhook bot sends messages', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan', incomingWebhook));
    const toChannel = { type: 'channel', to: 'general', topic: 'builds', content: 'Build 7 passed' };
    assert.equal((await bot.post('/messages', toChannel)).status, 200);
    const toPerson = { type: 'direct', to: [world.people.dan.id], content: 'Build 8 failed' };
    assert.equal((await bot.post('/messages', toPerson)).status, 200);
  });

  test('The API key of an incoming webhook bot is refused by every other authenticated route', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan', incomingWebhook));
    const file = await withFile(world);
    for (const { method, path, policy } of routes) {
      if (policy === 'anyone' || policy === 'senders' || policy === 'bots') continue;
      const reply = await bot.send(method, pathFor(world, path, file));
      assert.deepEqual(refusal(reply), refused, `${method} ${path}`);
    }
  });

  test('The API key of an incoming webhook bot is accepted by POST /messages and deliveries only', () => {
    const admitting = routes.filter(({ policy }) => policy === 'senders' || policy === 'bots');
    assert.deepEqual(
      admitting.map(({ method, path }) => `${method} ${path}`),
      ['GET /external/:integration', 'POST /external/:integration', 'POST /messages'],
    );
  });

  test('The API key of an incoming webhook bot gives no access to protected routes outside the API', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incomingWebhook);
    const file = await withFile(world);
    const paths = await servedBeside(world, file);
    assert.ok(paths.length > 10);
    for (const [method, path] of paths) {
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch(world.url + path, { method, redirect: 'manual', headers });
        return { status: response.status, text: await response.text() };
      };
      const upload = {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': 'filename YS50eHQ=',
      };
      const [asBot, anonymous] = [await ask({ ...upload, ...basic(bot) }), await ask(upload)];
      if (asBot.status === 401) assert.equal(anonymous.status, 401, `${method} ${path}`);
      else assert.deepEqual(asBot, anonymous, `${method} ${path}`);
    }
  });

  test('The API key of an incoming webhook bot neither starts nor reads uploads', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incomingWebhook);
    const file = await withFile(world);
    const begun = await fetch(`${world.url}/api/v1/tus`, {
      method: 'POST',
      headers: { ...basic(bot), 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    assert.equal(begun.status, 401);
    for (const path of [`/user_uploads/${file}`, `/user_uploads/download/${file}`]) {
      const response = await fetch(world.url + path, { headers: basic(bot) });
      const json = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, json.code, json.msg], refused, path);
    }
  });

  test('The API key of an incoming webhook bot is refused on public routes too, instead of being treated as anonymous', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan', incomingWebhook));
    const query = { anchor: 'newest', num_before: 1, num_after: 0 };
    assert.deepEqual(refusal(await bot.get('/messages', query)), refused);
  });

  test('The API key of an incoming webhook bot is refused for every role and owner', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'ada', incomingWebhook);
    assert.equal((await world.as('ada').patch(`/bots/${bot.id}`, { role: 200 })).status, 200);
    assert.deepEqual(refusal(await world.as(bot).get('/users')), refused);
  });

  test('A regenerated API key of an incoming webhook bot has the same restrictions', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incomingWebhook);
    const { json } = await world.as('dan').post(`/bots/${bot.id}/api_key/regenerate`);
    const renewed = world.as({ ...bot, apiKey: json.api_key });
    assert.deepEqual(refusal(await renewed.get('/users/me')), refused);
  });
});

onBothEngines('A bot', (engine) => {
  test('A bot cannot use a session cookie', async (t) => {
    const world = await makeWorld(t, engine);
    const incoming = await makeBot(world, 'dan', incomingWebhook);
    const generic = await makeBot(world, 'dan', { bot_type: 1, short_name: 'loom', full_name: 'The Loom' });
    assert.equal(await statusInSession(world, world.people.dan.id), 200);
    for (const bot of [incoming, generic]) assert.equal(await statusInSession(world, bot.id), 401);
  });

  test('A bot of any other type can read', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    assert.equal((await world.as(bot).get('/users/me')).status, 200);
    assert.equal((await world.as(bot).post('/register')).status, 200);
  });
});
