/** The law of callers: each route outside the API declares who may call it, and gives others nothing that is not theirs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildServer, type Mount } from '../../server/src/http/server.ts';
import { callerKinds, type Callers } from '../../server/src/http/callers.ts';
import { addOrganization, setChannel, setOrganization } from '../support/change.ts';
import { basicAuthorization, type Params } from '../support/client.ts';
import { atHost } from '../support/clients/at-host.ts';
import { getBrowser } from '../support/clients/browser.ts';
import { announce } from '../support/clients/tus.ts';
import { onBothEngines, type Engine } from '../support/engines.ts';
import { upload } from '../support/files.ts';
import { makeKey } from '../support/fixtures/api-keys.ts';
import { finishExports } from '../support/fixtures/exports.ts';
import { say } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

type Headers = Readonly<Record<string, string>>;

/** Whether outsiders are refused; the rest only has to hide what is closed. */
const refusesOutsiders: Readonly<Record<Callers, boolean>> = {
  anyone: false,
  visitors: false,
  demo: false,
  operations: false,
  signedIn: true,
  administrators: true,
  session: true,
  namedKey: true,
  scimToken: true,
  secret: true,
  provider: true,
  proxy: true,
};

/** In a message, a channel and a file that outsiders may not read. */
const closedText = 'canary-7';

const toml = `[[oidc]]
id = "company"
issuer = "http://127.0.0.1:1"
client_id = "heddle"
client_secret = "x"

[[jwt]]
secret = "a secret that only the portal and this server know"

[remote_user]
header = "X-Remote-User"
domain = "example.com"
`;

const config = {
  zoomClientId: 'zoom',
  zoomClientSecret: 'x',
  zoomSecretToken: 'x',
  webPublicChannels: 'on',
  trustedProxies: '127.0.0.1',
} as const;

interface Place {
  world: World;
  /** Paths of things that exist, by the pattern of their route. */
  paths: Readonly<Record<string, string>>;
  scimToken: string;
  namedKey: string;
}

async function openPlace(world: World): Promise<Place> {
  await setOrganization(world, { enable_spectator_access: true, enable_mcp: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  const { vault } = world.channels;
  const renamed = await world.as('ada').patch(`/streams/${vault}`, { new_name: closedText });
  assert.equal(renamed.status, 200, renamed.json.msg);
  const { path, url } = await upload(world, 'dan', { content: closedText, name: 'plans.txt' });
  const message = await say(world, 'dan', 'vault', 'plans', `${closedText} [plans](${url})`);
  const { json } = await world.as('ada').post('/export/realm');
  await finishExports(world);
  const tus = (await announce(world, 'ada', 9)).url;
  const scim = await world.as('ada').post('/heddle/scim_tokens', { name: 'Provider' });
  return {
    world,
    scimToken: scim.json.token as string,
    namedKey: (await makeKey(world, 'ada')).text,
    paths: {
      '/user_uploads/*': `/user_uploads/${path}`,
      '/user_uploads/download/*': `/user_uploads/download/${path}`,
      '/user_uploads/temporary/:token/*': `/user_uploads/temporary/${'x'.repeat(43)}/${path}`,
      '/exports/:id': `/exports/${String(json.id)}`,
      '/api/v1/tus/:id': new URL(tus, world.url).pathname,
      '/public/channel/:channel': `/public/channel/${vault}`,
      '/public/topic/:topic': `/public/topic/${message}`,
      '/public/message/:message': `/public/message/${message}`,
      '/public/news/:topic': `/public/news/${message}`,
      '/public/search': '/public/search?q=plans',
      '/public/narrow/*': `/public/narrow/near/${message}`,
      '/public/feed/channel/:id': `/public/feed/channel/${vault}`,
      '/public/feed/topic/:id': `/public/feed/topic/${message}`,
      '/sitemap-:name': `/sitemap-${vault}-1.xml`,
      '/avatar/*': `/avatar/${world.people.ada.id}`,
      '/complete/:id/': '/complete/company/',
      '/complete/:id/logout': '/complete/company/logout',
    },
  };
}

const asForm = { accept: 'text/html', 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-offset': '0' };

/** The owner of another organization, in each way to prove it. */
async function getForeigners(world: World): Promise<Headers[]> {
  const { orgId, ownerId } = await addOrganization(world);
  const { cookie = '' } = await getBrowser(world, { orgId, userId: ownerId });
  const own = { cookie, 'x-heddle-client': 'web', 'sec-fetch-site': 'same-origin' };
  const ask = async (path: string, form: Params) => {
    const { status, json } = await atHost(world, 'others.localhost', `/api/v1${path}`, {
      form,
      headers: own,
    });
    assert.equal(status, 200, `${path}: ${json.msg}`);
    return json;
  };
  const key = await ask('/users/me/api_key/regenerate', {});
  const named = await ask('/heddle/api_keys', { name: 'Loom', scopes: ['full'] });
  const scim = await ask('/heddle/scim_tokens', { name: 'Provider' });
  const email = 'olga@others.example';
  return [
    own,
    { authorization: basicAuthorization({ email, apiKey: key.api_key as string }) },
    { authorization: basicAuthorization({ email, apiKey: named.api_key as string }) },
    { authorization: `Bearer ${named.api_key as string}` },
    { authorization: `Bearer ${scim.token as string}` },
  ];
}

async function respond(world: World, method: string, path: string, headers: Headers) {
  const response = await fetch(world.url + path, {
    method,
    redirect: 'manual',
    headers: { ...asForm, ...headers },
  });
  const { status } = response;
  return { status, location: response.headers.get('location') ?? '', text: await response.text() };
}

type Response = Awaited<ReturnType<typeof respond>>;

/** 503 is of a proxy that does not send its header, which is an error of the operator. */
const isRefused = ({ status, location }: Response): boolean =>
  [400, 401, 403, 404, 503].includes(status) || (status === 303 && location.startsWith('/login'));

const describe = (method: string, path: string, headers: Headers, { status }: Response): string =>
  `${method} ${path} with ${JSON.stringify(headers)}: ${status}`;

const openWorld = (t: Parameters<typeof makeWorld>[0], engine: Engine): Promise<World> =>
  makeWorld(t, engine, { alone: true, toml, config });

test('A server with a route that does not declare who may call it does not start', async (t) => {
  const { app } = await makeWorld(t, 'sqlite');
  const bare: Mount = (fastify) => fastify.get('/bare', () => 'x');
  const inPlugin: Mount = (fastify) =>
    void fastify.register((scope, _options, done) => {
      scope.get('/plugin', () => 'x');
      done();
    });
  const declared: Mount = (fastify) => fastify.get('/declared', { config: { callers: 'anyone' } }, () => 'x');
  await assert.rejects(async () => buildServer(app, [], [bare, inPlugin, declared]).ready(), {
    message:
      'Routes do not declare in their config who may call them: GET /bare; HEAD /bare; GET /plugin; HEAD /plugin',
  });
});

onBothEngines('Routes outside the API', (engine) => {
  test('An anonymous request and a member of another organization are refused by each route that is not for anyone', async (t) => {
    const world = await openWorld(t, engine);
    const { paths } = await openPlace(world);
    const outsiders: Headers[] = [{}, ...(await getForeigners(world))];
    const unused = new Set(Object.keys(paths));
    const walked = new Set<Callers>();
    for (const { method, url, callers } of world.mounted) {
      assert.ok(callers && Object.hasOwn(callerKinds, callers), `${method} ${url} declares who may call it`);
      walked.add(callers);
      unused.delete(url);
      const path = paths[url] ?? url.replaceAll(/:\w+|\*/g, 'x'.repeat(43));
      for (const headers of outsiders) {
        const response = await respond(world, method, path, headers);
        const failed = describe(method, path, headers, response);
        if (refusesOutsiders[callers]) assert.ok(isRefused(response), failed);
        assert.ok(response.status !== 500 && !response.text.includes(closedText), failed);
      }
    }
    assert.deepEqual([...unused], []);
    // `tests/laws/api-key-scopes.test.ts` and the tests of policies walk the operations.
    const expected = Object.keys(callerKinds).filter((kind) => kind !== 'demo' && kind !== 'operations');
    assert.deepEqual([...walked].sort(), expected.sort());
  });

  test('Those whom a route is for are not refused where outsiders are', async (t) => {
    const world = await openWorld(t, engine);
    const { paths, scimToken, namedKey } = await openPlace(world);
    const ada = { authorization: basicAuthorization(world.people.ada) };
    const { cookie = '' } = await getBrowser(world, 'ada');
    for (const [method, path, headers] of [
      ['GET', paths['/user_uploads/*'], ada],
      ['GET', paths['/user_uploads/download/*'], { cookie, 'sec-fetch-site': 'same-origin' }],
      ['GET', paths['/exports/:id'], ada],
      ['HEAD', paths['/api/v1/tus/:id'], ada],
      ['GET', '/logout', { cookie }],
      ['GET', paths['/public/narrow/*'], { cookie }],
      ['GET', '/mcp', { authorization: `Bearer ${namedKey}` }],
      ['GET', '/scim/v2/Users', { authorization: `Bearer ${scimToken}` }],
      ['GET', '/accounts/login/sso/', { 'x-remote-user': 'dan' }],
    ] as const) {
      const response = await respond(world, method, path ?? '', headers);
      assert.ok(!isRefused(response), `${method} ${path}: ${response.status}`);
    }
  });
});
