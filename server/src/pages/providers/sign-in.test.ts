import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { generateKeyPair, type JWTPayload } from 'jose';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { fakeIssuer, type FakeIssuer } from '../../../../tests/support/services/fake-issuer.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { codeAt, storeSecondFactor } from '../../../../tests/support/two-factor.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';

const table = (id: string, { url }: FakeIssuer, more = '') =>
  `[[oidc]]\nid = "${id}"\nname = "Company ${id}"\nissuer = "${url}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n${more}\n`;

async function connected(t: TestContext, engine: Engine, more = '', options: WorldOptions = {}) {
  const issuer = await fakeIssuer(t);
  const world = await makeWorld(t, engine, { toml: table('main', issuer, more), ...options });
  return { issuer, world, visitor: new Visitor(world) };
}

/** Begins, and returns what the provider is asked. */
async function begin(visitor: Visitor, query = '', id = 'main'): Promise<URLSearchParams> {
  const { status, location, text } = await visitor.open(`/accounts/login/social/${id}${query}`);
  assert.equal(status, 303, text);
  return new URL(location).searchParams;
}

const dan: JWTPayload = { sub: 'd-1', email: 'dan@example.com', email_verified: true, name: 'Dan Provided' };

interface SignInFlow {
  issuer: FakeIssuer;
  visitor: Visitor;
}

/** A whole sign-in of someone with these claims. */
async function signIn({ issuer, visitor }: SignInFlow, claims: JWTPayload = dan, query = '', id = 'main') {
  const asked = await begin(visitor, query, id);
  issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...claims });
  return visitor.comeBack(`/complete/${id}/?code=abc&state=${asked.get('state') ?? ''}`);
}

const members = async (world: World): Promise<string[]> => {
  const { json } = await world.as('ada').get('/users');
  return (json.members as { delivery_email: string | null }[]).map((one) => one.delivery_email ?? '');
};

onBothEngines('Sign-in with a provider', (engine) => {
  test('A provider is offered on the sign-in page and in the server settings, and asked with PKCE, state and nonce', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const { text } = await visitor.open('/login?next=/inbox');
    assert.match(text, /href="\/accounts\/login\/social\/main\?next=%2Finbox"\s*>Sign in with Company main</);
    const { json } = await world.anonymous.get('/server_settings');
    assert.deepEqual(json.external_authentication_methods, [
      {
        name: 'oidc:main',
        display_name: 'Company main',
        display_icon: null,
        login_url: '/accounts/login/social/main',
        signup_url: '/accounts/register/social/main',
      },
    ]);
    assert.equal((json.authentication_methods as Record<string, boolean>)['openid connect'], true);
    const asked = await begin(visitor);
    assert.deepEqual(
      ['response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'].map((key) =>
        asked.get(key),
      ),
      ['code', 'heddle', `${world.url}/complete/main/`, 'openid profile email', 'S256'],
    );
    for (const key of ['state', 'nonce', 'code_challenge'])
      assert.match(asked.get(key) ?? '', /^[\w-]{43}$/, key);
    const line = (await visitor.open('/accounts/login/social/main')).headers.getSetCookie().join();
    assert.match(line, /^heddle_sign_in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    assert.ok(!line.includes(asked.get('state') ?? '?'));
    assert.equal(issuer.requests.length, 0);
  });

  test('An account with a second factor is linked with a provider once the second factor was shown', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const secret = await storeSecondFactor(world, world.people.dan.id);
    const asked = await signIn({ issuer, visitor }, dan, '?next=/inbox');
    assert.equal(asked.status, 200);
    assert.equal(await visitor.whoAmI(), undefined);
    const [, step = ''] = /name="step" value="([^"]+)"/.exec(asked.text) ?? [];
    const enter = (code: string) =>
      visitor.open('/login/code', { method: 'POST', body: new URLSearchParams({ step, code }) });
    assert.equal((await enter('000000')).status, 401);
    assert.equal(await visitor.whoAmI(), undefined);
    const done = await enter(codeAt(secret, 0));
    assert.deepEqual([done.status, done.location], [303, '/inbox'], done.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    const again = new Visitor(world);
    assert.equal(
      (await signIn({ issuer, visitor: again })).status,
      303,
      'the identity is known from then on',
    );
  });

  test('A verified email signs in to its account, which is then known by issuer and subject', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const back = await signIn({ issuer, visitor }, dan, '?next=/inbox');
    assert.deepEqual([back.status, back.location], [303, '/inbox'], back.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    assert.ok(!visitor.cookies.has('heddle_sign_in'));
    const [request] = issuer.requests;
    assert.ok(request);
    assert.match(request.body.get('code_verifier') ?? '', /^[\w-]{43}$/);
    assert.equal(request.body.get('redirect_uri'), `${world.url}/complete/main/`);
    const credentials = Buffer.from(request.authorization?.split(' ')[1] ?? '', 'base64').toString();
    assert.equal(credentials, 'heddle:s3cret');
    const again = new Visitor(world);
    await signIn({ issuer, visitor: again }, { sub: 'd-1', email: 'eve@example.com', email_verified: true });
    assert.equal(await again.whoAmI(), world.people.dan.id, 'the subject counts, not the email');
  });

  test('An email that is not verified finds and creates no account, unless the operator trusts the provider', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine, 'new_accounts = "on"');
    for (const email_verified of [false, undefined, 'false', 1])
      for (const email of ['dan@example.com', 'new@example.com']) {
        const back = await signIn({ issuer, visitor }, { sub: 'x', email, email_verified });
        assert.equal(back.status, 403, String(email_verified));
        assert.match(back.text, /did not provide a verified email address/);
      }
    assert.equal(await visitor.whoAmI(), undefined);
    assert.ok(!(await members(world)).includes('new@example.com'));
    const trusting = await connected(t, engine, 'trust_email = "on"');
    await signIn(trusting, { sub: 'd-1', email: 'dan@example.com' });
    assert.equal(await trusting.visitor.whoAmI(), trusting.world.people.dan.id);
  });

  test('A second identity with the email of a linked account is refused', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    await signIn({ issuer, visitor });
    const other = new Visitor(world);
    const back = await signIn({ issuer, visitor: other }, { ...dan, sub: 'd-2' });
    assert.equal(back.status, 403);
    assert.match(back.text, /linked to another identity/);
    assert.equal(await other.whoAmI(), undefined);
  });

  test('Claims of the userinfo endpoint count if they are of the same subject', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    issuer.userinfo = { ...dan };
    await signIn({ issuer, visitor }, { sub: 'd-1' });
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    issuer.userinfo = { ...dan, sub: 'e-1' };
    const other = new Visitor(world);
    assert.equal((await signIn({ issuer, visitor: other }, { sub: 'd-3' })).status, 400);
  });

  test('A sign-in creates an account as the provider and the organization allow it', async (t) => {
    const hal = { sub: 'h-1', email: 'hal@example.com', email_verified: true, name: 'Hal **Holt**' };
    const invited = await connected(t, engine);
    assert.match((await signIn(invited, hal)).text, /You need an invitation/);
    await setOrganization(invited.world, { invite_required: false });
    assert.equal((await signIn(invited, hal)).status, 303);
    const { json } = await invited.world.as('ada').get(`/users/${(await invited.visitor.whoAmI()) ?? 0}`);
    const user = json.user as { full_name: string; role: number; delivery_email: string };
    assert.deepEqual([user.full_name, user.role, user.delivery_email], ['Hal Holt', 400, 'hal@example.com']);

    const off = await connected(t, engine, 'new_accounts = "off"');
    await setOrganization(off.world, { invite_required: false });
    assert.match((await signIn(off, hal)).text, /You have no account in this organization/);
    assert.equal((await signIn(off)).status, 303);

    const on = await connected(t, engine, 'new_accounts = "on"');
    await setOrganization(on.world, { emails_restricted_to_domains: true });
    const refused = await signIn(on, hal);
    assert.deepEqual([refused.status, refused.text.includes('domain')], [400, true]);
    await setOrganization(on.world, { emails_restricted_to_domains: false });
    assert.equal((await signIn(on, { ...hal, name: 'Hal Holt' })).status, 303);
    assert.ok((await members(on.world)).includes('hal@example.com'));
  });

  test('An invitation brings its role to the identity with its email, and to no other', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const params = { invitee_emails: 'hal@example.com', stream_ids: [], invite_as: 300 };
    assert.equal((await world.as('ada').post('/invites', params)).status, 200);
    const newcomer = { sub: 'z-1', email: 'zoe@example.com', email_verified: true, name: 'Zoe Zimmer' };
    assert.match((await signIn({ issuer, visitor }, newcomer)).text, /You need an invitation/);
    await signIn({ issuer, visitor }, { ...newcomer, sub: 'h-1', email: 'HAL@example.com' });
    const id = (await visitor.whoAmI()) ?? 0;
    const { json } = await world.as('ada').get(`/users/${id}`);
    assert.equal((json.user as { role: number }).role, 300);
    const { json: left } = await world.as('ada').get('/invites');
    assert.deepEqual(left.invites, []);
  });

  test('A link for many lets identities join, with its key from the join page', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const { json } = await world.as('ada').post('/invites/multiuse', { stream_ids: [] });
    const path = new URL(String(json.invite_link)).pathname;
    const page = await visitor.open(path);
    const [, href = ''] = /href="(\/accounts\/register\/social\/main\?key=[^"]+)"/.exec(page.text) ?? [];
    for (const name of ['hal', 'ida']) {
      const joining = new Visitor(world);
      const asked = new URL((await joining.open(href)).location).searchParams;
      const claims = { sub: name, email: `${name}@example.com`, email_verified: true, name: `${name} Holt` };
      issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...claims });
      const back = await joining.comeBack(`/complete/main/?code=c&state=${asked.get('state') ?? ''}`);
      assert.equal(back.status, 303, back.text);
      assert.ok((await joining.whoAmI()) !== undefined);
    }
  });

  test('Deactivated accounts and organizations, and bots, are refused', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    await signIn({ issuer, visitor });
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    assert.equal(await visitor.whoAmI(), undefined);
    const eve = { sub: 'e-1', email: 'eve@example.com', email_verified: true };
    assert.match((await signIn({ issuer, visitor })).text, /Account is deactivated/);
    const bot = { sub: 'b-1', email: 'welcome-bot@heddle.invalid', email_verified: true };
    assert.match((await signIn({ issuer, visitor }, bot)).text, /belongs to a bot/);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('organization')
        .set({ is_deactivated: 1 })
        .where('id', '=', world.orgId)
        .execute();
      await tx.touch({ organization: true });
    });
    assert.equal((await signIn({ issuer, visitor }, eve)).status, 401);
    assert.equal(await visitor.whoAmI(), undefined);
  });
});

onBothEngines('Attacks on sign-in with a provider', (engine) => {
  test('A response in a browser that began no sign-in is refused', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const asked = await begin(visitor);
    issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...dan });
    const path = `/complete/main/?code=abc&state=${asked.get('state') ?? ''}`;
    const victim = new Visitor(world);
    assert.equal((await victim.comeBack(path)).status, 400);
    await begin(victim);
    assert.equal((await victim.comeBack(path)).status, 400, 'with a cookie of another sign-in');
    victim.cookies.set('heddle_sign_in', 'A'.repeat(400));
    assert.equal((await victim.comeBack(path)).status, 400, 'with a made-up cookie');
    assert.deepEqual([await victim.whoAmI(), issuer.requests.length], [undefined, 0]);
  });

  test('A response is accepted once, even with the same cookie', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const asked = await begin(visitor);
    issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...dan });
    const cookie = visitor.cookies.get('heddle_sign_in') ?? '';
    const path = `/complete/main/?code=abc&state=${asked.get('state') ?? ''}`;
    assert.equal((await visitor.comeBack(path)).status, 303);
    const thief = new Visitor(world);
    thief.cookies.set('heddle_sign_in', cookie);
    assert.equal((await thief.comeBack(path)).status, 400);
    assert.equal(issuer.requests.length, 1);
  });

  test('An ID token with the nonce of another sign-in is refused', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    const first = await begin(new Visitor(world));
    for (const nonce of [first.get('nonce') ?? '', '', undefined])
      assert.equal((await signIn({ issuer, visitor }, { ...dan, nonce })).status, 400);
    assert.equal(await visitor.whoAmI(), undefined);
  });

  test('A response of one provider is refused at another', async (t) => {
    const [honest, evil] = [await fakeIssuer(t), await fakeIssuer(t)];
    const world = await makeWorld(t, engine, { toml: table('honest', honest) + table('evil', evil) });
    const visitor = new Visitor(world);
    const asked = await begin(visitor, '', 'evil');
    honest.idToken = await honest.sign({ nonce: asked.get('nonce') ?? '', ...dan });
    const state = asked.get('state') ?? '';
    assert.equal((await visitor.comeBack(`/complete/honest/?code=abc&state=${state}`)).status, 400);
    // The evil one hands on a token that the honest one has signed.
    evil.idToken = honest.idToken;
    assert.equal((await visitor.comeBack(`/complete/evil/?code=abc&state=${state}`)).status, 400);
    const more = await begin(visitor, '', 'evil');
    const mixed = `/complete/evil/?code=abc&state=${more.get('state') ?? ''}&iss=${encodeURIComponent(honest.url)}`;
    assert.equal((await visitor.comeBack(mixed)).status, 400);
    assert.equal(await visitor.whoAmI(), undefined);
    assert.equal(honest.requests.length, 0);
  });

  test('The same subject at another provider is another identity', async (t) => {
    const [one, other] = [await fakeIssuer(t), await fakeIssuer(t)];
    const world = await makeWorld(t, engine, { toml: table('one', one) + table('other', other) });
    await signIn({ issuer: one, visitor: new Visitor(world) }, dan, '', 'one');
    const visitor = new Visitor(world);
    await signIn({ issuer: other, visitor }, { ...dan, email: 'eve@example.com' }, '', 'other');
    assert.equal(await visitor.whoAmI(), world.people.eve.id);
  });

  test('An ID token is refused unsigned, with a wrong key, algorithm, audience or issuer, and outside its time', async (t) => {
    const { issuer, visitor } = await connected(t, engine);
    issuer.metadata = { id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] };
    const otherKeys = await generateKeyPair('RS256');
    const now = Math.floor(Date.now() / 1000);
    const forgeries: [string, (claims: JWTPayload) => Promise<string> | string][] = [
      ['none', (claims) => issuer.unsigned(claims)],
      ['another key', (claims) => issuer.sign(claims, otherKeys.privateKey)],
      ['the public key as a secret', (claims) => issuer.sign(claims, Buffer.from(issuer.publicKey), 'HS256')],
      ['the client secret', (claims) => issuer.sign(claims, Buffer.from('s3cret'.padEnd(32, '.')), 'HS256')],
      ['audience', (claims) => issuer.sign({ ...claims, aud: 'another' })],
      ['audiences', (claims) => issuer.sign({ ...claims, aud: ['heddle', 'another'], azp: 'another' })],
      ['issuer', (claims) => issuer.sign({ ...claims, iss: 'https://evil.example' })],
      ['expired', (claims) => issuer.sign({ ...claims, iat: now - 600, exp: now - 300 })],
      ['not yet', (claims) => issuer.sign({ ...claims, nbf: now + 300 })],
      ['no token', () => ''],
    ];
    for (const [what, forge] of forgeries) {
      const asked = await begin(visitor);
      issuer.idToken = await forge({ nonce: asked.get('nonce') ?? '', ...dan });
      const back = await visitor.comeBack(`/complete/main/?code=abc&state=${asked.get('state') ?? ''}`);
      assert.equal(back.status, 400, what);
      assert.match(back.text, /could not be verified/, what);
    }
    assert.equal(await visitor.whoAmI(), undefined);
    assert.equal((await signIn({ issuer, visitor })).status, 303, 'an honest one is accepted');
  });

  test('A sign-in redirects to no other site', async (t) => {
    const { issuer, visitor } = await connected(t, engine);
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const back = await signIn({ issuer, visitor }, dan, `?next=${encodeURIComponent(next)}`);
      assert.equal(back.location, '/', next);
    }
  });

  test('A sign-in starts a new session, and the one planted before it ends', async (t) => {
    const { issuer, world, visitor } = await connected(t, engine);
    await signIn({ issuer, visitor }, { sub: 'e-1', email: 'eve@example.com', email_verified: true });
    const planted = visitor.cookies.get('heddle_session') ?? '';
    await signIn({ issuer, visitor });
    assert.notEqual(visitor.cookies.get('heddle_session'), planted);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    const attacker = new Visitor(world);
    attacker.cookies.set('heddle_session', planted);
    assert.equal(await attacker.whoAmI(), undefined);
  });

  test('A sign-in of one organization is not accepted in another', async (t) => {
    const issuer = await fakeIssuer(t);
    const config = { baseUrl: 'http://localhost' };
    const world = await makeWorld(t, engine, { toml: table('main', issuer, 'organizations = [""]'), config });
    await addOrganization(world);
    const port = new URL(world.url).port;
    const visitor = new Visitor(world);
    const asked = await begin(visitor);
    const cookie = `heddle_sign_in=${visitor.cookies.get('heddle_sign_in') ?? ''}`;
    const others = `http://others.localhost:${port}`;
    const path = `/complete/main/?code=abc&state=${asked.get('state') ?? ''}`;
    assert.equal((await fetch(others + path, { headers: { cookie }, redirect: 'manual' })).status, 404);
    assert.equal((await fetch(`${others}/accounts/login/social/main`, { redirect: 'manual' })).status, 404);
    assert.ok(!(await (await fetch(`${others}/login`)).text()).includes('social/main'));
  });

  test('A provider that is down or refuses gives a page, and passwords keep working', async (t) => {
    const { issuer, visitor } = await connected(t, engine);
    const asked = await begin(visitor);
    const denied = await visitor.comeBack(
      `/complete/main/?error=access_denied&state=${asked.get('state') ?? ''}`,
    );
    assert.deepEqual([denied.status, denied.text.includes('You cancelled the sign-in')], [403, true]);
    const more = await begin(visitor);
    issuer.isDown = true;
    const failed = await visitor.comeBack(`/complete/main/?code=c&state=${more.get('state') ?? ''}`);
    assert.equal(failed.status, 503);
    assert.match(failed.text, /Company main cannot be reached/);
    issuer.isDown = false;
    const invalid = await begin(visitor);
    issuer.tokenError = [200, { access_token: 'access', token_type: 'Bearer', id_token: 'none' }];
    const answered = await visitor.comeBack(`/complete/main/?code=c&state=${invalid.get('state') ?? ''}`);
    assert.equal(answered.status, 400);
    const down = await connected(t, engine);
    down.issuer.isDown = true;
    const { status, text } = await down.visitor.open('/accounts/login/social/main');
    assert.equal(status, 503);
    assert.match(text, /Company main cannot be reached or is not set up correctly/);
    assert.match(text, /<a href="\/login">Sign in with a password<\/a>/);
    assert.match((await down.visitor.open('/login')).text, /name="password"/);
  });

  test('A discovery document of another issuer, or with endpoints in a private network, is refused', async (t) => {
    const { issuer, visitor } = await connected(t, engine);
    issuer.metadata = { issuer: 'https://evil.example' };
    assert.equal((await visitor.open('/accounts/login/social/main')).status, 503);
    const inside = await connected(t, engine);
    const target = await fakeIssuer(t);
    inside.issuer.metadata = { token_endpoint: `${target.url}/token` };
    assert.equal((await signIn(inside)).status, 503);
    assert.equal(target.requests.length, 0);
  });
});
