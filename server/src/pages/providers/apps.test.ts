import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { JWTPayload } from 'jose';
import { groupId, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { fakeIssuer } from '../../../../tests/support/services/fake-issuer.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { userSetting } from '../../core/organization/index.ts';
import { StorageFault } from '../../lib/storage/faults.ts';

async function connected(t: TestContext, engine: Engine, more = '') {
  const issuer = await fakeIssuer(t);
  const kept = keepLog();
  const settings = `id = "main"\nissuer = "${issuer.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"`;
  const world = await makeWorld(t, engine, { toml: `[[oidc]]\n${settings}\n${more}\n`, log: kept.log });
  const visitor = new Visitor(world);
  /** A whole sign-in of someone with these claims. */
  const signIn = async (claims: JWTPayload = {}, query = '', by = visitor) => {
    const { location, text } = await by.open(`/accounts/login/social/main${query}`);
    assert.notEqual(location, '', text);
    const asked = new URL(location).searchParams;
    const dan = { sub: 'd-1', email: 'dan@example.com', email_verified: true, sid: 'sid-1' };
    issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...dan, ...claims });
    return by.comeBack(`/complete/main/?code=abc&state=${asked.get('state') ?? ''}`);
  };
  return { issuer, world, visitor, signIn, kept };
}

async function userLanguage({ app, orgId }: World, id: number): Promise<unknown> {
  const user = (await app.organizations.cache(orgId)).users.get(id);
  return user && userSetting(user, 'default_language');
}

const otp = (): string => randomBytes(32).toString('hex');

function xor(hex: string, pad: string): string {
  const [a, b] = [Buffer.from(hex, 'hex'), Buffer.from(pad, 'hex')];
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0))).toString('ascii');
}

function decrypt(hex: string, pad: string): string {
  const data = Buffer.from(hex, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), data.subarray(0, 12));
  decipher.setAuthTag(data.subarray(-16));
  return decipher.update(data.subarray(12, -16), undefined, 'ascii') + decipher.final('ascii');
}

onBothEngines('Sign-in with a provider in apps', (engine) => {
  test('A mobile app gets the encrypted API key in a redirect to its own scheme, and the browser no session', async (t) => {
    const { world, visitor, signIn } = await connected(t, engine);
    const pad = otp();
    const back = await signIn({}, `?mobile_flow_otp=${pad}`);
    assert.equal(back.status, 302);
    const url = new URL(back.location);
    assert.deepEqual([url.protocol, url.host], ['zulip:', 'login']);
    const { otp_encrypted_api_key = '', ...rest } = Object.fromEntries(url.searchParams);
    const { id, email, apiKey } = world.people.dan;
    assert.deepEqual(rest, { email, user_id: String(id), realm: world.url });
    assert.equal(xor(otp_encrypted_api_key, pad), apiKey);
    assert.equal(await visitor.whoAmI(), undefined);
  });

  test('The desktop app gets a page that opens the browser, whose token becomes its session once', async (t) => {
    const { world, visitor, signIn } = await connected(t, engine);
    const app = new Visitor(world);
    // COMPAT(ZulipElectron): this is what it calls itself.
    app.headers = { 'user-agent': 'Mozilla/5.0 ZulipElectron/5.12.0 (Linux)' };
    const page = await app.open('/accounts/login/social/main');
    assert.equal(page.status, 200);
    assert.match(page.text, /decrypt_clipboard/);
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'sha256-[^']+'$/);
    const pad = otp();
    const back = await signIn({}, `?desktop_flow_otp=${pad}&next=/inbox`);
    const [, data = ''] = /id="desktop-data"[^>]*value="([0-9a-f]+)"/.exec(back.text) ?? [];
    assert.equal(await visitor.whoAmI(), undefined, 'the browser is not signed in');
    const token = decrypt(data, pad);
    const finished = await app.open(`/accounts/login/subdomain/${token}`);
    assert.deepEqual([finished.status, finished.location], [303, '/inbox']);
    assert.equal(await app.whoAmI(), world.people.dan.id);
    const other = new Visitor(world);
    assert.equal((await other.open(`/accounts/login/subdomain/${token}`)).status, 400);
  });

  test('Malformed one-time pads are refused, and two at once', async (t) => {
    const { visitor } = await connected(t, engine);
    for (const query of [
      'mobile_flow_otp=abc',
      'desktop_flow_otp=xyz',
      `mobile_flow_otp=${'g'.repeat(64)}`,
    ]) {
      const { status, text } = await visitor.open(`/accounts/login/social/main?${query}`);
      assert.deepEqual([status, (JSON.parse(text) as { msg: string }).msg], [400, 'Invalid OTP'], query);
    }
    const both = `mobile_flow_otp=${otp()}&desktop_flow_otp=${otp()}`;
    const { status, text } = await visitor.open(`/accounts/login/social/main?${both}`);
    assert.deepEqual([status, text.includes("Can't use both")], [400, true]);
  });
});

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };

onBothEngines('Signing out with a provider', (engine) => {
  test('A logout token ends the sessions of its identity, the key that was handed out, and the queues', async (t) => {
    const { issuer, world, visitor, signIn } = await connected(t, engine);
    await signIn();
    await signIn({}, `?mobile_flow_otp=${otp()}`, new Visitor(world));
    await listen(world.as('dan'));
    const other = new Visitor(world);
    await signIn({ sub: 'e-1', email: 'eve@example.com', sid: 'sid-2' }, '', other);
    const send = async (claims: JWTPayload) => {
      const logout_token = await issuer.sign({
        jti: randomBytes(8).toString('hex'),
        events: event,
        ...claims,
      });
      const body = new URLSearchParams({ logout_token });
      return (await visitor.open('/complete/main/logout', { method: 'POST', body })).status;
    };
    for (const wrong of [
      { sub: 'd-1', events: {} },
      { sub: 'd-1', nonce: 'n' },
      { sub: 'd-1', more: 'x'.repeat(8192) },
      { sub: 'd-1', aud: 'another' },
      { sub: 'd-1', iss: 'https://evil.example' },
      { sub: 'd-1', iat: Math.floor(Date.now() / 1000) - 3600 },
      {},
    ] as JWTPayload[])
      assert.equal(await send(wrong), 400, JSON.stringify(wrong));
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    assert.equal(await send({ sub: 'd-1', jti: 'once' }), 200);
    assert.equal(await send({ sub: 'd-1', jti: 'once' }), 400, 'replayed');
    assert.equal(await visitor.whoAmI(), undefined);
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
    const queues = await world.app.db.read.q.selectFrom('event_queue').select('user_id').execute();
    assert.ok(!queues.some(({ user_id }) => user_id === world.people.dan.id));
    assert.equal(await other.whoAmI(), world.people.eve.id, 'others stay');
  });

  test('A logout token whose sessions could not be ended works when the provider sends it again', async (t) => {
    const { issuer, world, visitor, signIn } = await connected(t, engine);
    await signIn();
    const body = new URLSearchParams({
      logout_token: await issuer.sign({ jti: 'again', events: event, sub: 'd-1' }),
    });
    const send = async () => (await visitor.open('/complete/main/logout', { method: 'POST', body })).status;
    const write = world.app.db.write.bind(world.app.db);
    const failing = t.mock.method(world.app.db, 'write', (...given: Parameters<typeof write>) =>
      given[0] === world.orgId ? Promise.reject(new StorageFault('busy')) : write(...given),
    );
    assert.equal(await send(), 503);
    failing.mock.restore();
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    assert.equal(await send(), 200);
    assert.equal(await visitor.whoAmI(), undefined);
    assert.equal(await send(), 400);
  });

  test('A logout token with a session ID ends that session only, and keeps a key that was not handed out', async (t) => {
    const { issuer, world, visitor, signIn } = await connected(t, engine);
    const second = new Visitor(world);
    await signIn();
    await signIn({ sid: 'sid-2' }, '', second);
    const body = new URLSearchParams({
      logout_token: await issuer.sign({ jti: 'j', events: event, sid: 'sid-1' }),
    });
    assert.equal((await visitor.open('/complete/main/logout', { method: 'POST', body })).status, 200);
    assert.deepEqual([await visitor.whoAmI(), await second.whoAmI()], [undefined, world.people.dan.id]);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
  });

  test('Signing out leads to the provider, unless the configuration says otherwise', async (t) => {
    for (const [more, expected] of [
      ['', true],
      ['provider_sign_out = "off"', false],
    ] as const) {
      const { issuer, world, visitor, signIn } = await connected(t, engine, more);
      issuer.metadata = { end_session_endpoint: `${issuer.url}/end` };
      await signIn();
      const { text, location } = await visitor.open('/logout', { method: 'POST' });
      const [, href = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
      assert.equal(href !== '', expected, location);
      assert.equal(await visitor.whoAmI(), undefined);
      if (!expected) continue;
      const url = new URL(href.replaceAll('&amp;', '&'));
      assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${world.url}/login`);
      assert.equal(url.searchParams.get('id_token_hint'), issuer.idToken);
    }
  });
});

onBothEngines('New accounts of a provider', (engine) => {
  test('A new account is in the language of the browser, otherwise in that of the organization', async (t) => {
    const { world, signIn } = await connected(t, engine, 'new_accounts = "on"');
    await setOrganization(world, { default_language: 'fr' });
    const joinWith = async (name: string, wish: string): Promise<unknown> => {
      const visitor = new Visitor(world);
      visitor.headers = { 'accept-language': wish };
      const { status } = await signIn({ sub: name, email: `${name}@example.com` }, '', visitor);
      assert.equal(status, 303);
      return userLanguage(world, (await visitor.whoAmI()) ?? 0);
    };
    assert.equal(await joinWith('hal', 'de-AT, en;q=0.5'), 'de');
    assert.equal(await joinWith('kim', 'tlh'), 'fr');
    assert.equal(await joinWith('dan', 'de'), 'en', 'an existing account keeps its language');
    const invitation = { invitee_emails: 'ida@example.com', stream_ids: [] };
    assert.equal((await world.as('ada').post('/invites', invitation)).status, 200);
    assert.equal(await joinWith('ida', 'ja'), 'ja');
  });
});

onBothEngines('Rules of a provider', (engine) => {
  test('Groups and roles follow the claims at each sign-in, and the log reports it', async (t) => {
    const rules = `groups_claim = "realm.groups"
[oidc.groups]
"weavers" = "Weaving"
"dyers" = "Dyeing"
[oidc.roles]
"chat-mods" = "moderator"
"chat-admins" = "administrator"`;
    const { world, signIn, kept } = await connected(t, engine, rules);
    const create = { name: 'Weaving', description: '', members: [world.people.dan.id] };
    assert.equal((await world.as('ada').post('/user_groups/create', create)).status, 200);
    const weaving = await groupId(world, 'Weaving');
    const state = async () => {
      const { json } = await world.as('ada').get(`/user_groups/${weaving}/members`);
      const me = await world.as('dan').get('/users/me');
      return [(json.members as number[]).includes(world.people.dan.id), me.json.role];
    };
    await signIn({ realm: { groups: ['weavers', 'chat-mods', 'chat-admins'] } });
    assert.deepEqual(await state(), [true, 200]);
    await signIn({ realm: { groups: ['chat-mods'] } });
    assert.deepEqual(await state(), [false, 300]);
    await signIn({ realm: { groups: 'weavers' } });
    assert.deepEqual(await state(), [true, 400]);
    await signIn();
    assert.deepEqual(await state(), [false, 400]);
    await signIn({ realm: { groups: ['weavers'] }, _claim_names: { 'realm.groups': 'src1' } });
    assert.deepEqual(await state(), [false, 400], 'nothing is concluded from a list that is elsewhere');
    const lines = kept.saying('signed in with a provider');
    assert.deepEqual(
      lines.map(({ role, joined, left }) => [role ?? null, joined, left]),
      [
        [200, [], []],
        [300, [], ['Weaving']],
        [400, ['Weaving'], []],
        [null, [], ['Weaving']],
        [null, [], []],
      ],
    );
    const [ignored] = kept.saying('rules of a provider could not be applied');
    assert.deepEqual(ignored?.ignored, ['Dyeing']);
  });

  test('Rules leave roles that they do not name, and the only owner', async (t) => {
    const { world, signIn } = await connected(
      t,
      engine,
      '[oidc.roles]\n"all" = "member"\n"owners" = "owner"',
    );
    const fetchRole = async (id: number) =>
      ((await world.as('ada').get(`/users/${id}`)).json.user as { role: number }).role;
    await signIn({ sub: 'c', email: 'cleo@example.com', groups: [] }, '', new Visitor(world));
    assert.equal(await fetchRole(world.people.cleo.id), 300);
    await signIn({ sub: 'a', email: 'ada@example.com', groups: ['all'] }, '', new Visitor(world));
    assert.equal(await fetchRole(world.people.ada.id), 100);
  });
});
