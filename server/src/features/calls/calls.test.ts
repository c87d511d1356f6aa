import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { callServers } from '../../../../tests/support/services/call-servers.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

async function connected(t: TestContext, engine: Engine) {
  const servers = await callServers(t);
  const world = await makeWorld(t, engine, { config: servers.settings() });
  return { servers, world };
}

/** A browser in which someone is signed in. */
async function visitorAs(world: World, who: Name): Promise<Visitor> {
  const visitor = new Visitor(world);
  const [name = '', value = ''] = ((await getBrowser(world, who)).cookie ?? '').split('=');
  visitor.cookies.set(name, value);
  return visitor;
}

const stateIn = (location: string): string => new URL(location).searchParams.get('state') ?? '';
const completed = (provider: string, state: string, code = 'code') =>
  `/calls/${provider}/complete?${new URLSearchParams({ code, state }).toString()}`;

async function connect(visitor: Visitor, provider: 'zoom' | 'webex'): Promise<void> {
  const { location } = await visitor.open(`/calls/${provider}/register`);
  const { status, text } = await visitor.comeBack(completed(provider, stateIn(location)));
  assert.equal(status, 200, text);
}

async function accounts(world: World, who: Name): Promise<unknown> {
  const { json } = await world
    .as(who)
    .post('/register', { fetch_event_types: ['video_calls'], event_types: [] });
  return { zoom: json.has_zoom_token, webex: json.has_webex_token };
}

onBothEngines('Calls', (engine) => {
  test('Organizations can choose the services for calls whose credentials the server has, and no others', async (t) => {
    const { world } = await connected(t, engine);
    const { json } = await world.as('ada').post('/register', { fetch_event_types: ['realm'] });
    const available: Record<string, { id: number }> = json.realm_available_video_chat_providers;
    const ids = Object.entries(available).map(([name, { id }]) => `${name} ${id}`);
    assert.deepEqual(ids.sort(), [
      'big_blue_button 4',
      'constructor_groups 6',
      'disabled 0',
      'jitsi_meet 1',
      'nextcloud_talk 7',
      'webex 8',
      'zoom 3',
    ]);
    assert.equal((await world.as('ada').patch('/realm', { video_chat_provider: 8 })).status, 200);
    const refused = await world.as('ada').patch('/realm', { video_chat_provider: 5 });
    assert.deepEqual([refused.status, refused.json.msg], [400, 'Invalid video_chat_provider 5']);
  });

  test('A Zoom account is connected in the browser that asked, and calls are created in its name', async (t) => {
    const { servers, world } = await connected(t, engine);
    const unconnected = await world.as('dan').post('/calls/zoom/create');
    assert.deepEqual(
      [unconnected.status, unconnected.json.code, unconnected.json.msg],
      [400, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', 'Invalid Zoom access token'],
    );
    const queue = await openQueue(world, 'dan', { event_types: ['has_zoom_token'] });
    const visitor = await visitorAs(world, 'dan');
    const { location } = await visitor.open('/calls/zoom/register');
    const asked = new URL(location);
    assert.equal(asked.origin + asked.pathname, `${servers.url}/oauth/authorize`);
    assert.match(
      asked.searchParams.get('redirect_uri') ?? '',
      /^http:\/\/localhost:\d+\/calls\/zoom\/complete$/,
    );
    servers.codes = ['code'];
    const back = await visitor.comeBack(completed('zoom', stateIn(location)));
    assert.deepEqual([back.status, back.text.includes('Zoom is connected')], [200, true]);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ type, value }) => [type, value]),
      [['has_zoom_token', true]],
    );
    assert.deepEqual(await accounts(world, 'dan'), { zoom: true, webex: false });
    assert.deepEqual(await accounts(world, 'eve'), { zoom: false, webex: false });
    const { json } = await world.as('dan').post('/calls/zoom/create', { is_video_call: false });
    assert.equal(json.url, 'https://zoom.us/j/1?pwd=secret');
    const { body = '' } = servers.asked.at(-1) ?? {};
    const { settings }: { settings: unknown } = JSON.parse(body);
    assert.deepEqual(settings, { host_video: false, participant_video: false });
    const stored = await world.app.db.read.q.selectFrom('call_token').selectAll().executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(stored).includes('access '), 'the token is stored as it is');
  });

  test('A response of Zoom counts once, and only in the session, account and time that it belongs to', async (t) => {
    const { servers, world } = await connected(t, engine);
    const [dan, eve, other] = [
      await visitorAs(world, 'dan'),
      await visitorAs(world, 'eve'),
      await visitorAs(world, 'dan'),
    ];
    const state = stateIn((await dan.open('/calls/zoom/register')).location);
    const refusedTo = async (visitor: Visitor, path: string) => {
      servers.codes = ['code'];
      const { status, text } = await visitor.comeBack(path);
      assert.deepEqual([status, text.includes('Invalid Zoom session identifier')], [400, true], text);
    };
    await refusedTo(eve, completed('zoom', state));
    await refusedTo(other, completed('zoom', state));
    await refusedTo(dan, completed('zoom', `${state}x`));
    await refusedTo(dan, completed('zoom', ''));
    const { location } = await dan.open('/calls/webex/register');
    await refusedTo(dan, completed('zoom', stateIn(location)));
    assert.equal((await dan.comeBack(completed('zoom', state))).status, 200);
    await refusedTo(dan, completed('zoom', state));
    assert.deepEqual(await accounts(world, 'eve'), { zoom: false, webex: false });
    const anonymous = await new Visitor(world).open('/calls/zoom/register');
    assert.deepEqual([anonymous.status, anonymous.location], [303, '/login?next=%2Fcalls%2Fzoom%2Fregister']);
    const declined = stateIn((await dan.open('/calls/zoom/register')).location);
    const { status, text } = await dan.comeBack(`/calls/zoom/complete?error=access_denied&state=${declined}`);
    assert.deepEqual([status, text.includes('Access to Zoom was not granted')], [400, true]);
  });

  test('A token that expires is refreshed once, and one that was revoked disconnects the account', async (t) => {
    const { servers, world } = await connected(t, engine);
    const visitor = await visitorAs(world, 'dan');
    servers.codes = ['code'];
    servers.lifetime = 30;
    await connect(visitor, 'zoom');
    const refreshes = () =>
      servers.asked.filter(({ body }) => body.includes('grant_type=refresh_token')).length;
    servers.lifetime = 3600;
    const calls = await Promise.all([1, 2, 3].map(() => world.as('dan').post('/calls/zoom/create')));
    assert.deepEqual(
      calls.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(refreshes(), 1);
    servers.revoke();
    const queue = await openQueue(world, 'dan', { event_types: ['has_zoom_token'] });
    const { json } = await world.as('dan').post('/calls/zoom/create');
    assert.equal(json.code, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ value }) => value),
      [false],
    );
    assert.deepEqual(await accounts(world, 'dan'), { zoom: false, webex: false });
  });

  test('Accounts are disconnected by their owners, by a signed notice of Zoom, and when they are deactivated', async (t) => {
    const { servers, world } = await connected(t, engine);
    const notice = (token: string, age = 0) => {
      const body = JSON.stringify({ event: 'app_deauthorized', payload: { user_id: 'zoom-1' } });
      const timestamp = String(Math.floor(Date.now() / 1000) - age);
      const signature = `v0=${createHmac('sha256', token).update(`v0:${timestamp}:${body}`).digest('hex')}`;
      const headers = {
        'content-type': 'application/json',
        'x-zm-signature': signature,
        'x-zm-request-timestamp': timestamp,
      };
      return fetch(`${world.url}/calls/zoom/deauthorize`, { method: 'POST', body, headers });
    };
    const connectBoth = async () => {
      const visitor = await visitorAs(world, 'dan');
      for (const provider of ['zoom', 'webex'] as const) {
        servers.codes = ['code'];
        await connect(visitor, provider);
      }
      assert.deepEqual(await accounts(world, 'dan'), { zoom: true, webex: true });
    };
    await connectBoth();
    assert.equal((await notice('another')).status, 400);
    assert.equal((await notice('zoom token', 3600)).status, 400);
    assert.deepEqual(await accounts(world, 'dan'), { zoom: true, webex: true });
    assert.equal((await notice('zoom token')).status, 200);
    assert.deepEqual(await accounts(world, 'dan'), { zoom: false, webex: true });
    assert.equal((await world.as('dan').delete('/heddle/calls/accounts/webex')).status, 200);
    assert.equal((await world.as('dan').delete('/heddle/calls/accounts/jitsi')).status, 400);
    assert.deepEqual(await accounts(world, 'dan'), { zoom: false, webex: false });
    await connectBoth();
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    assert.equal((await world.as('ada').post(`/users/${world.people.dan.id}/reactivate`)).status, 200);
    assert.deepEqual(await accounts(world, 'dan'), { zoom: false, webex: false });
  });

  test('Webex meetings are in a public room, or in the person’s own without a licence', async (t) => {
    const { servers, world } = await connected(t, engine);
    servers.codes = ['code'];
    await connect(await visitorAs(world, 'dan'), 'webex');
    for (const hasPublicRooms of [true, false]) {
      servers.hasPublicRooms = hasPublicRooms;
      const { json } = await world.as('dan').post('/calls/webex/create');
      assert.equal(json.url, 'https://example.webex.com/m/1', json.msg);
    }
  });

  test('Zoom calls of a whole account need no connecting, but an address that Zoom knows', async (t) => {
    const servers = await callServers(t);
    const world = await makeWorld(t, engine, { config: { ...servers.settings(), zoomAccountId: 'account' } });
    servers.zoomUsers = ['dan@example.com'];
    for (let n = 0; n < 2; n++) {
      const { json } = await world.as('dan').post('/calls/zoom/create');
      assert.equal(json.url, 'https://zoom.us/j/1?pwd=secret', json.msg);
    }
    assert.equal(servers.asked.filter(({ path }) => path === '/oauth/token').length, 1);
    const { status, json } = await world.as('eve').post('/calls/zoom/create');
    assert.deepEqual([status, json.code, json.msg], [400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email']);
    servers.revoke();
    assert.equal((await world.as('dan').post('/calls/zoom/create')).json.msg, 'Failed to create Zoom call');
    assert.equal((await world.as('dan').post('/calls/zoom/create')).status, 200);
    const { status: page } = await (await visitorAs(world, 'dan')).open('/calls/zoom/register');
    assert.equal(page, 400);
  });

  test('Nextcloud Talk and Constructor Groups give the address of a room', async (t) => {
    const { servers, world } = await connected(t, engine);
    const talk = await world.as('dan').post('/calls/nextcloud_talk/create', { room_name: 'x'.repeat(300) });
    assert.equal(talk.json.url, `${servers.url}/index.php/call/abc123xy`, talk.json.msg);
    const groups = await world.as('dan').post('/calls/constructorgroups/create');
    assert.equal(groups.json.url, 'https://groups.example.com/rooms/1', groups.json.msg);
  });

  test('A BigBlueButton meeting is joined with the name of the account, and moderated by who created it', async (t) => {
    const { servers, world } = await connected(t, engine);
    const { json } = await world
      .as('dan')
      .get('/calls/bigbluebutton/create', { meeting_name: '#general > looms' });
    const path: string = json.url;
    assert.match(path, /^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+$/);
    for (const [who, role, name] of [
      ['dan', 'MODERATOR', 'Dan Ito'],
      ['gus', 'VIEWER', 'Gus Parker'],
    ] as const) {
      const { status, location } = await (await visitorAs(world, who)).open(path);
      assert.equal(status, 303);
      const url = new URL(location);
      assert.equal(url.origin + url.pathname, `${servers.url}/bigbluebutton/api/join`);
      const { role: given, fullName, createTime } = Object.fromEntries(url.searchParams);
      assert.deepEqual([given, fullName, createTime], [role, name, '1764177600000']);
    }
    const dan = await visitorAs(world, 'dan');
    const forged = await dan.open(path.slice(0, -4));
    assert.deepEqual([forged.status, forged.text.includes('Invalid signature.')], [400, true]);
    const anonymous = await new Visitor(world).open(path);
    assert.equal(anonymous.location, `/login?next=${encodeURIComponent(path)}`);
    servers.bigBlueButtonSecret = 'changed';
    const { text } = await dan.open(path);
    assert.match(text, /Error authenticating to the BigBlueButton server/);
  });

  test('What servers of calls send is bounded, leads nowhere else, and no address but one of a web page is passed on', async (t) => {
    const { servers, world } = await connected(t, engine);
    const create = () => world.as('dan').post('/calls/constructorgroups/create');
    const answers: Record<string, () => void> = {
      redirect: () =>
        (servers.override = (response) =>
          response.writeHead(302, { location: `${servers.url}/xapi/room/default` }).end()),
      script: () => (servers.override = (response) => response.end('{"url": "javascript:alert(1)"}')),
      'no JSON': () => (servers.override = (response) => response.end('<html>')),
      'too much': () =>
        (servers.override = (response) =>
          response.end(`{"url": "https://a.example", "x": "${'x'.repeat(300_000)}"}`)),
      failure: () =>
        (servers.override = (response) => response.writeHead(500).end('{"url": "https://a.example"}')),
    };
    for (const [name, answer] of Object.entries(answers)) {
      answer();
      const { status, json } = await create();
      assert.deepEqual([status, json.msg], [400, 'Failed to create Constructor Groups call'], name);
    }
    servers.override = (response) => response.writeHead(503).end('secret of the server');
    const talk = await world.as('dan').post('/calls/nextcloud_talk/create', { room_name: 'Looms' });
    assert.equal(talk.json.msg, 'Error connecting to the Nextcloud Talk server: HTTP 503');
  });
});
