import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { SignJWT, UnsecuredJWT, exportSPKI, importSPKI, type JWTPayload } from 'jose';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { codeAt, storeSecondFactor } from '../../../../tests/support/two-factor.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { changeAddress } from '../../features/users/index.ts';
import { ConfigError, loadConfig } from '../../lib/config/config.ts';

const secret = 'a secret that only the portal and this server know';
const proxies = { trustedProxies: '127.0.0.1' };
const jwtTable = `[[jwt]]\nsecret = "${secret}"\n`;
const proxyTable =
  '[remote_user]\nheader = "X-Remote-User"\nname_header = "X-Name"\ndomain = "example.com"\n';

const folder = mkdtempSync(join(tmpdir(), 'heddle-vouched-'));
after(() => rmSync(folder, { recursive: true }));
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const publicKeyFile = join(folder, 'portal.pem');
writeFileSync(publicKeyFile, rsa.publicKey);

const sign = (claims: JWTPayload, key: string = secret, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(key));
const now = () => Math.floor(Date.now() / 1000);
const dan = () => ({ email: 'dan@example.com', exp: now() + 60 });

const connected = (t: TestContext, engine: Engine, toml: string) =>
  makeWorld(t, engine, { toml, config: proxies });

const fetchKey = (world: World, token: string, more = {}) =>
  world.anonymous.post('/jwt/fetch_api_key', { token, ...more });

onBothEngines('Sign-in with a JSON web token', (engine) => {
  test('A signed token brings the API key of whom it names, with the profile if asked', async (t) => {
    const world = await connected(t, engine, jwtTable);
    const plain = await fetchKey(world, await sign({ email: 'DAN@example.com' }));
    const { id, apiKey } = world.people.dan;
    const { api_key, email, user } = plain.json;
    assert.deepEqual([plain.status, api_key, email, user], [200, apiKey, 'dan@example.com', undefined]);
    const { json } = await fetchKey(world, await sign(dan()), { include_profile: true });
    assert.equal(json.user.user_id, id);
  });

  test('A token that proves nothing is refused', async (t) => {
    const world = await connected(
      t,
      engine,
      `${jwtTable}issuer = "portal"\naudience = "chat"\nrequire_expiry = "on"\n`,
    );
    const good = { ...dan(), iss: 'portal', aud: 'chat' };
    assert.equal((await fetchKey(world, await sign(good))).status, 200);
    const { exp: _, ...endless } = good;
    const bad = [
      new UnsecuredJWT(good).encode(),
      await sign(good, 'another secret that is just as long as it'),
      await sign(good, secret, 'HS512'),
      await sign({ ...good, exp: now() - 120 }),
      await sign({ ...good, nbf: now() + 120 }),
      await sign({ ...good, iss: 'someone' }),
      await sign({ ...good, aud: 'mail' }),
      await sign(endless),
      await sign({ ...good, more: 'x'.repeat(9000) }),
      'x.y.z',
    ];
    for (const token of bad) {
      const { status, json } = await fetchKey(world, token);
      assert.deepEqual([status, json.msg], [400, 'Bad JSON web token'], token);
    }
    const { json } = await fetchKey(world, await sign({ ...good, email: 5 }));
    assert.equal(json.msg, 'No email specified in JSON web token claims');
    assert.equal((await fetchKey(world, '')).json.msg, 'No JSON web token passed in request');
  });

  test('A public key is no secret to sign with', async (t) => {
    const world = await connected(t, engine, `[[jwt]]\npublic_key_file = "${publicKeyFile}"\n`);
    const asSecret = [
      rsa.publicKey,
      rsa.publicKey.trim(),
      await exportSPKI(await importSPKI(rsa.publicKey, 'RS256')),
    ];
    for (const text of asSecret) {
      const { json } = await fetchKey(world, await sign(dan(), text));
      assert.equal(json.msg, 'Bad JSON web token');
    }
  });

  test('Accounts that do not exist, have ended or are bots are not signed in to, and no account is made', async (t) => {
    const world = await connected(t, engine, `${jwtTable}new_accounts = "on"\n`);
    for (const email of ['nobody@example.com', 'welcome-bot@heddle.invalid', 'no address']) {
      const { status, json } = await fetchKey(world, await sign({ email }));
      assert.deepEqual([status, json.code], [401, 'AUTHENTICATION_FAILED'], email);
    }
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    const { status, json } = await fetchKey(world, await sign(dan()));
    assert.deepEqual([status, json.code], [401, 'USER_DEACTIVATED']);
  });

  test('An organization that the table does not name takes no tokens', async (t) => {
    const world = await connected(t, engine, `${jwtTable}organizations = ["others"]\n`);
    const { status, json } = await fetchKey(world, await sign(dan()));
    assert.deepEqual([status, json.msg], [400, 'JWT authentication is not enabled for this organization']);
    const visitor = new Visitor(world);
    assert.equal((await enter(visitor, await sign(dan()))).status, 404);
    assert.equal(await visitor.whoAmI(), undefined);
  });

  test('A form with a token signs a browser in once, makes an account where allowed, and replaces nobody', async (t) => {
    const world = await connected(t, engine, `${jwtTable}new_accounts = "on"\n`);
    const visitor = new Visitor(world);
    const token = await sign(dan());
    const first = await enter(visitor, token, '?next=/inbox');
    assert.deepEqual([first.status, first.location], [303, '/inbox'], first.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    assert.equal((await enter(new Visitor(world), token)).status, 400);
    assert.equal((await enter(visitor, await sign({ email: 'eve@example.com' }))).status, 303);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    const newcomer = new Visitor(world);
    await enter(
      newcomer,
      await sign({ email: 'hal@example.com', name: 'Hal Novak' }),
      '?next=//evil.example',
    );
    const { json } = await world.as('ada').get(`/users/${await newcomer.whoAmI()}`);
    assert.equal(json.user.full_name, 'Hal Novak');
    assert.equal((await enter(new Visitor(world), 'x.y.z')).status, 400);
    await world.restart();
    assert.equal((await enter(new Visitor(world), token)).status, 400, 'also after a restart');
  });

  test('A token signs a browser in once for as long as it is valid, and once a year without an end', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { toml: jwtTable, config: proxies, clock });
    const { email } = dan();
    const tokens = [await sign({ email, exp: now() + 3 * 3600 }), await sign({ email })];
    for (const status of [303, 400]) {
      for (const token of tokens) assert.equal((await enter(new Visitor(world), token)).status, status);
      clock.move(2 * 3600_000);
      await world.app.maintenance.deleteExpired();
    }
  });
});

const enter = (visitor: Visitor, token: string, query = '') =>
  visitor.open(`/accounts/login/jwt/${query}`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://portal.example.com' },
  });

const rename = ({ app, orgId, people }: World, email: string): Promise<void> =>
  app.db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(people.dan.id);
    assert.ok(user);
    await changeAddress(tx, user, email);
  });

/** Through a proxy that names someone. */
function through(world: World, user: string, name = ''): Visitor {
  const visitor = new Visitor(world);
  visitor.headers = { 'x-remote-user': user, 'x-name': Buffer.from(name).toString('latin1') };
  return visitor;
}

onBothEngines('Sign-in by the header of a proxy', (engine) => {
  test('A trusted proxy signs in whom its header names, with and without a domain', async (t) => {
    const world = await connected(t, engine, proxyTable);
    const { json } = await world.anonymous.get('/server_settings');
    const [entry] = json.external_authentication_methods;
    const path = '/accounts/login/start/sso/';
    assert.deepEqual(entry, {
      name: 'remoteuser',
      display_name: 'SSO',
      display_icon: null,
      login_url: path,
      signup_url: path,
    });
    assert.equal(json.authentication_methods.remoteuser, true);
    for (const name of ['dan', 'Dan@example.com']) {
      const visitor = through(world, name);
      const start = await visitor.open(`${path}?next=/inbox`);
      assert.deepEqual([start.status, start.location], [303, '/accounts/login/sso/?next=/inbox']);
      assert.equal((await visitor.comeBack(start.location)).location, '/inbox');
      assert.equal(await visitor.whoAmI(), world.people.dan.id);
    }
  });

  test('An app gets its key through the proxy', async (t) => {
    const world = await connected(t, engine, proxyTable);
    const otp = 'ab'.repeat(32);
    const { status, location } = await through(world, 'dan').open(
      `/accounts/login/sso/?mobile_flow_otp=${otp}`,
    );
    assert.equal(status, 302);
    const given = new URL(location).searchParams.get('otp_encrypted_api_key') ?? '';
    const key = Buffer.from(Buffer.from(given, 'hex').map((byte) => byte ^ 0xab));
    assert.equal(key.toString('ascii'), world.people.dan.apiKey);
    const wrong = await through(world, 'dan').open('/accounts/login/sso/?mobile_flow_otp=abc');
    assert.equal(wrong.status, 400);
  });

  test('Nobody else is believed: another peer, no header, two names, an account that has ended', async (t) => {
    const world = await connected(t, engine, proxyTable);
    const far = await makeWorld(t, engine, { toml: proxyTable, config: { trustedProxies: '192.0.2.1' } });
    const attempts: [Visitor, number][] = [
      [through(far, 'dan'), 503],
      [through(world, ''), 503],
      [through(world, 'dan, ada'), 403],
      [through(world, 'welcome-bot@heddle.invalid'), 403],
      [through(world, 'nobody'), 403],
    ];
    await world.as('ada').delete(`/users/${world.people.eve.id}`);
    attempts.push([through(world, 'eve'), 401]);
    for (const [visitor, status] of attempts) {
      assert.equal(
        (await visitor.open('/accounts/login/sso/')).status,
        status,
        String(visitor.headers['x-remote-user']),
      );
      assert.equal(await visitor.whoAmI(), undefined);
    }
    assert.equal((await through(world, 'dan').open('/accounts/login/social/sso')).status, 404);
  });

  test('A token signs in the account that has the email address now, not one that had it before', async (t) => {
    const world = await connected(t, engine, `${proxyTable}new_accounts = "on"\n`);
    await through(world, 'dan').open('/accounts/login/sso/');
    await rename(world, 'daniel@example.com');
    const daniel = through(world, 'daniel');
    await daniel.open('/accounts/login/sso/');
    assert.equal(await daniel.whoAmI(), world.people.dan.id);
    const other = through(world, 'dan', 'Dán Second');
    await other.open('/accounts/login/sso/');
    const { json } = await world.as('ada').get(`/users/${await other.whoAmI()}`);
    assert.equal(json.user.full_name, 'Dán Second');
  });
});

onBothEngines('Second factors of accounts that someone vouches for', (engine) => {
  test('An account with a second factor is asked for it once in a browser, before a proxy or a token signs in to it', async (t) => {
    const world = await connected(t, engine, jwtTable + proxyTable);
    const second = await storeSecondFactor(world, world.people.dan.id);
    const { status, json } = await fetchKey(world, await sign(dan()));
    assert.deepEqual([status, json.code], [401, 'TWO_FACTOR_REQUIRED']);
    const visitor = new Visitor(world);
    const signIns = [
      async () => enter(visitor, await sign({ ...dan(), jti: String(Math.random()) })),
      async () => through(world, 'dan').open('/accounts/login/sso/'),
    ];
    for (const [later, signIn] of signIns.entries()) {
      const asked = await signIn();
      assert.equal(asked.status, 200);
      const [, step = ''] = /name="step" value="([^"]+)"/.exec(asked.text) ?? [];
      const fields = new URLSearchParams({ step, code: codeAt(second, later === 0 ? 0 : 1) });
      const done = await visitor.open('/login/code', { method: 'POST', body: fields });
      assert.equal(done.status, 303, done.text);
      visitor.cookies.clear();
      assert.equal((await signIn()).status, 303, 'it is known from then on');
      visitor.cookies.clear();
    }
    assert.equal((await fetchKey(world, await sign(dan()))).status, 200);
  });
});

test('A configuration with which anyone could sign in is refused', () => {
  const findProblems = (toml: string, flags = {}): readonly string[] => {
    writeFileSync(join(folder, 'heddle.toml'), toml);
    try {
      loadConfig({ data: folder, ...flags }, {});
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems;
    }
  };
  assert.deepEqual(findProblems(proxyTable, proxies), []);
  assert.deepEqual(findProblems(jwtTable), []);
  const wrong: [string, RegExp][] = [
    [proxyTable, /needs trusted_proxies/],
    ['[remote_user]\nname = "Portal"', /header is not set/],
    ['[remote_user]\nheader = "X-Forwarded-For"', /header must be/],
    ['[[jwt]]\nsecret = "short"', /32 bytes/],
    ['[[jwt]]\n', /set one of/],
    [`[[jwt]]\nsecret_file = "${publicKeyFile}"`, /public_key_file/],
    [`[[jwt]]\npublic_key_file = "${publicKeyFile}"\nalgorithms = ["HS256"]`, /algorithms must be/],
    [`${jwtTable}algorithms = ["none"]`, /algorithms must be/],
    [`${jwtTable}colour = "red"`, /colour is not a setting/],
  ];
  for (const [toml, expected] of wrong) {
    const found = findProblems(toml).join('\n');
    assert.match(found, expected, toml);
    assert.ok(!found.includes(secret));
  }
});
