import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readFileSync } from 'node:fs';
import { roles } from '../../../../wire/core.ts';
import type { SignInProviderEntry } from '../../../../wire/sign-in-providers.ts';
import { setRole } from '../../../../tests/support/change.ts';
import { Client } from '../../../../tests/support/client.ts';
import { onBothEngines, onEngine, type Engine } from '../../../../tests/support/engines.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { FakeIdp } from '../../../../tests/support/services/fake-idp.ts';
import { fakeIssuer, type FakeIssuer } from '../../../../tests/support/services/fake-issuer.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { ConfidentialityRequiredError, StrongAuthRequiredError } from 'ldapts';
import { loadConfig } from '../../lib/config/config.ts';
import { textsIn } from '../../lib/i18n/i18n.ts';
import { ldapOfConfig } from '../../lib/ldap/settings.ts';
import { describeLdapFailure } from './test-ldap.ts';

const path = '/heddle/sign_in_providers';
const secret = 'kepttoitself4711';

/** A world whose organizations may have providers on this machine. */
const reachable = (t: TestContext, engine: Engine) =>
  makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.0/8' } });

const oidcSettings = ({ url }: { url: string }) => ({ name: 'Company', issuer: url, client_id: 'heddle' });

const add = (world: World, issuer: { url: string }, more: Record<string, unknown> = {}) =>
  world
    .as('ada')
    .post(path, { kind: 'oidc', slug: 'company', settings: oidcSettings(issuer), secret, ...more });

async function list(world: World): Promise<SignInProviderEntry[]> {
  return (await world.as('ada').get(path)).json.providers as SignInProviderEntry[];
}

interface Step {
  name: string;
  state: string;
  text: string;
}

async function steps(world: World, slug = 'company'): Promise<Record<string, Step>> {
  const { json, status } = await world.as('ada').post(`${path}/${slug}/test`);
  assert.equal(status, 200, json.msg);
  return Object.fromEntries((json.steps as Step[]).map((step) => [step.name, step]));
}

async function signIn(
  world: World,
  issuer: FakeIssuer,
  slug = 'company',
  visitor = new Visitor(world),
): Promise<number | undefined> {
  const { location } = await visitor.open(`/accounts/login/social/${slug}`);
  if (!location.startsWith(issuer.url)) return undefined;
  const asked = new URL(location).searchParams;
  const claims = { sub: 'd-1', email: 'dan@example.com', email_verified: true };
  issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...claims });
  await visitor.comeBack(`/complete/${slug}/?code=abc&state=${asked.get('state') ?? ''}`);
  return visitor.whoAmI();
}

onBothEngines('Sign-in providers of an organization', (engine) => {
  test('An owner adds a provider that signs people in at once, turns it off, and removes it', async (t) => {
    const world = await reachable(t, engine);
    const issuer = await fakeIssuer(t);
    const { json } = await add(world, issuer);
    assert.equal(json.result, 'success', json.msg);
    const entry = json.provider as Record<string, unknown>;
    assert.deepEqual(
      [entry.name, entry.has_secret, entry.is_fixed, entry.redirect_uri],
      ['Company', true, false, `${world.url}/complete/company/`],
    );
    assert.ok(!JSON.stringify(await list(world)).includes(secret));
    assert.equal(await signIn(world, issuer), world.people.dan.id);
    const given = Buffer.from(issuer.requests[0]?.authorization?.split(' ')[1] ?? '', 'base64').toString();
    assert.equal(given, `heddle:${secret}`);
    const change = await world.as('ada').patch(`${path}/company`, { is_enabled: false });
    assert.equal(change.json.provider.is_enabled, false);
    assert.equal(await signIn(world, issuer), undefined);
    assert.equal((await world.as('ada').delete(`${path}/company`)).status, 200);
    assert.equal((await world.as('ada').delete(`${path}/company`)).status, 404);
    assert.deepEqual(await list(world), []);
    const { entries } = (await world.as('ada').get('/realm/audit_log', { limit: 3 })).json;
    const actions = (entries as { action: string }[]).map(({ action }) => action);
    assert.deepEqual(actions, [
      'sign_in_provider.delete',
      'sign_in_provider.update',
      'sign_in_provider.create',
    ]);
    assert.ok(!JSON.stringify(entries).includes(secret));
  });

  test('Sessions that began with a provider end when it is removed, and no others', async (t) => {
    const world = await reachable(t, engine);
    const [issuer, other] = [await fakeIssuer(t), await fakeIssuer(t)];
    await add(world, issuer);
    await add(world, other, { slug: 'other' });
    const [visitor, kept] = [new Visitor(world), new Visitor(world)];
    const { dan } = world.people;
    assert.equal(await signIn(world, issuer, 'company', visitor), dan.id);
    assert.equal(await signIn(world, other, 'other', kept), dan.id);
    assert.equal((await world.as('ada').delete(`${path}/company`)).status, 200);
    assert.deepEqual([await visitor.whoAmI(), await kept.whoAmI()], [undefined, dan.id]);
  });

  test('The secret goes where the provider accepts it, and in a header it is encoded no more than it must be', async (t) => {
    const world = await reachable(t, engine);
    const ways: [methods: string[] | undefined, inBody: boolean][] = [
      [undefined, false],
      [['client_secret_basic'], false],
      [['client_secret_post', 'client_secret_basic'], true],
      [['client_secret_post'], true],
    ];
    for (const [i, [methods, inBody]] of ways.entries()) {
      const issuer = await fakeIssuer(t);
      if (methods) issuer.metadata = { token_endpoint_auth_methods_supported: methods };
      await add(world, issuer, { slug: `way-${i}`, secret: 'a-b_c.d~e f+g%:' });
      assert.equal(await signIn(world, issuer, `way-${i}`), world.people.dan.id);
      const [request] = issuer.requests;
      const header = Buffer.from(request?.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
      assert.deepEqual(
        [request?.body.get('client_secret'), header],
        inBody ? ['a-b_c.d~e f+g%:', ''] : [null, 'heddle:a-b_c.d~e%20f%2Bg%25%3A'],
      );
    }
  });

  test('A stored secret is encrypted, and is sent to no address but the one that it was entered for', async (t) => {
    const world = await reachable(t, engine);
    const issuer = await fakeIssuer(t);
    await add(world, issuer);
    const rows = await world.app.db.read.q.selectFrom('sign_in_provider').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(secret));
    const thief = await fakeIssuer(t);
    const moved = await world.as('ada').patch(`${path}/company`, { settings: oidcSettings(thief) });
    assert.equal(moved.status, 400);
    assert.match(moved.json.msg, /Enter the secret again/);
    const again = await world
      .as('ada')
      .patch(`${path}/company`, { settings: oidcSettings(thief), secret: 'other' });
    assert.equal(again.status, 200);
    const renamed = { ...oidcSettings(thief), name: 'Firm' };
    assert.equal((await world.as('ada').patch(`${path}/company`, { settings: renamed })).status, 200);
  });

  test('A stored password of LDAP is not sent with less encryption than it was entered for', async (t) => {
    const world = await reachable(t, engine);
    const settings = { url: 'ldap://127.0.0.1:9', search_base: 'dc=example', bind_dn: 'cn=reader' };
    const directory = { ...settings, start_tls: 'on' };
    const made = await world.as('ada').post(path, { kind: 'ldap', settings: directory, secret });
    assert.equal(made.status, 200, made.json.msg);
    const weaker = await world
      .as('ada')
      .patch(`${path}/ldap`, { settings: { ...settings, start_tls: 'off' } });
    assert.equal(weaker.status, 400);
    assert.match(weaker.json.msg, /Enter the secret again/);
    const renamed = { ...directory, search_base: 'dc=weavers' };
    assert.equal((await world.as('ada').patch(`${path}/ldap`, { settings: renamed })).status, 200);
  });

  test('Nobody but an owner sets up sign-in, and no bot, and no named key', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('ada').post('/heddle/api_keys', { name: 'All', scopes: ['full'] });
    const named = world.as({ ...world.people.ada, apiKey: String(json.api_key) });
    const made = await world.as('ada').post('/bots', { full_name: 'Loom', short_name: 'loom' });
    await setRole(world, Number(made.json.user_id), roles.owner);
    const bot = new Client(world.url, { email: String(made.json.email), apiKey: String(made.json.api_key) });
    for (const client of [world.as('ben'), world.as('gus'), named, bot])
      for (const ask of [
        () => client.get(path),
        () => client.post(path, { kind: 'google', settings: { client_id: 'x' }, secret }),
        () => client.post(`${path}/google/test`),
        () => client.delete(`${path}/google`),
      ])
        assert.notEqual((await ask()).status, 200);
    assert.equal((await world.anonymous.get(path)).status, 401);
    assert.deepEqual(await list(world), []);
  });

  test('Settings that are not valid are refused by name, and an ID is given once', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const refused = async (params: Record<string, unknown>) => {
      const { status, json } = await ada.post(path, params);
      assert.equal(status, 400, JSON.stringify(params));
      return json.msg;
    };
    const google = { kind: 'google', settings: { client_id: 'x' }, secret };
    assert.match(await refused({ ...google, secret: '' }), /client_secret is not set/);
    assert.match(await refused({ ...google, settings: {} }), /client_id is not set/);
    for (const name of ['organizations', 'client_secret_file', 'icon_file', 'provider'])
      assert.match(
        await refused({ ...google, settings: { client_id: 'x', [name]: '/etc/passwd' } }),
        new RegExp(`${name} is not a setting`),
      );
    for (const [kind, name] of [
      ['saml', 'own_certificate_file'],
      ['saml', 'certificate_file'],
      ['jwt', 'public_key_file'],
      ['jwt', 'secret'],
      ['ldap', 'organizations'],
    ] as const)
      assert.match(
        await refused({ kind, settings: { [name]: '/etc/passwd' }, secret }),
        new RegExp(`${name} is not a setting of an organization`),
      );
    const open = { kind: 'oidc', settings: { issuer: 'http://example.com', client_id: 'x' }, secret };
    assert.match(await refused(open), /issuer must be an https:\/\/ URL/);
    assert.match(await refused({ ...google, slug: 'sso' }), /ID sso is taken/);
    assert.match(await refused({ ...google, slug: 'ldap' }), /ID ldap is taken/);
    const ldap = { url: 'ldap://directory.example.com', search_base: 'dc=example', filter: '(uid=*)' };
    assert.match(await refused({ kind: 'ldap', settings: ldap }), /filter must be/);
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
    assert.match(await refused({ kind: 'jwt', settings: { public_key: key } }), /it is a private key/);
    assert.equal((await ada.post(path, google)).status, 200);
    assert.match(await refused(google), /ID google is taken/);
    const other = await makeWorld(t, engine);
    assert.deepEqual(await list(other), [], 'another organization has none of it');
    assert.equal((await other.as('ada').post(`${path}/google/test`)).status, 404);
  });

  test('What the operator has configured is shown as fixed, and counts instead of the organization’s own', async (t) => {
    const issuer = await fakeIssuer(t);
    const toml = `[[oidc]]\nid = "company"\nissuer = "${issuer.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n`;
    const world = await makeWorld(t, engine, { toml });
    const [fixed] = await list(world);
    assert.deepEqual([fixed?.slug, fixed?.is_fixed, fixed?.settings], ['company', true, {}]);
    assert.equal((await add(world, issuer)).status, 400);
    assert.equal((await world.as('ada').patch(`${path}/company`, { is_enabled: false })).status, 404);
    assert.equal((await steps(world)).connection?.state, 'ok');
  });

  test('A test of an OpenID Connect provider names the error in the terms of its settings', async (t) => {
    const world = await reachable(t, engine);
    const issuer = await fakeIssuer(t);
    await add(world, issuer);
    issuer.metadata = { code_challenge_methods_supported: ['S256'] };
    issuer.tokenError = [400, { error: 'invalid_grant' }];
    const right = await steps(world);
    assert.deepEqual(
      Object.values(right).filter(({ state, name }) => state !== 'ok' && name !== 'base_url'),
      [],
    );
    assert.match(right.redirect?.text ?? '', /\/complete\/company\/$/);
    issuer.tokenError = [401, { error: 'invalid_client' }];
    assert.deepEqual((await steps(world)).secret?.state, 'problem');
    issuer.keys.keys = [];
    issuer.clockSkewMs = 90_000;
    issuer.metadata = {};
    const worse = await steps(world);
    assert.deepEqual(
      [worse.keys?.state, worse.pkce?.state, worse.clock?.state],
      ['problem', 'warning', 'problem'],
    );
    assert.match(worse.clock?.text ?? '', /(?:89|90|91) seconds/);
    issuer.metadata = { issuer: `${issuer.url}/realm` };
    assert.match(
      (await steps(world)).discovery?.text ?? '',
      /calls itself .*\/realm, but the issuer is set to/,
    );
    issuer.isDown = true;
    assert.match((await steps(world)).discovery?.text ?? '', /status 503/);
    const settings = { ...oidcSettings(issuer), issuer: 'http://127.0.0.1:9' };
    await world.as('ada').patch(`${path}/company`, { settings, secret });
    assert.match((await steps(world)).connection?.text ?? '', /refuses the connection/);
    await world.as('ada').patch('/settings', { default_language: 'de' });
    assert.match((await steps(world)).connection?.text ?? '', /lehnt die Verbindung ab/);
  });

  test('A provider that owners name in a private network is not called unless the operator allows it', async (t) => {
    const world = await makeWorld(t, engine);
    const issuer = await fakeIssuer(t);
    assert.equal((await add(world, issuer)).status, 200);
    assert.match((await steps(world)).connection?.text ?? '', /private network.*reachable_networks/);
    const { status } = await new Visitor(world).open('/accounts/login/social/company');
    assert.equal(status, 503);
    const ldap = { url: 'ldap://127.0.0.1:9', start_tls: 'off', search_base: 'dc=example' };
    assert.equal((await world.as('ada').post(path, { kind: 'ldap', settings: ldap })).status, 200);
    assert.match((await steps(world, 'ldap')).connection?.text ?? '', /private network/);
    const metadata = await world.as('ada').post(`${path}/saml_metadata`, { url: issuer.url });
    assert.match(metadata.json.msg, /not a public one/);
  });

  test('A provider that is broken keeps nobody from signing in with a password', async (t) => {
    const { hashPassword } = await import('../../lib/passwords.ts');
    const world = await makeWorld(t, engine, {
      config: { reachableNetworks: '127.0.0.0/8' },
      passwordHash: await hashPassword('a loom and a half'),
    });
    await add(world, { url: 'http://127.0.0.1:9' });
    const directory = { url: 'ldap://127.0.0.1:9', start_tls: 'off', search_base: 'dc=example' };
    await world.as('ada').post(path, { kind: 'ldap', settings: directory });
    const given = { username: 'ada@example.com', password: 'a loom and a half' };
    assert.equal((await world.anonymous.post('/fetch_api_key', given)).status, 200);
    const { text } = await new Visitor(world).open('/accounts/login/social/company');
    assert.match(text, /href="\/login"/);
    assert.equal((await world.as('ada').patch(`${path}/ldap`, { is_enabled: false })).status, 200);
  });

  test('SAML settings are read from the provider’s metadata, and the server generates its own key', async (t) => {
    const world = await makeWorld(t, engine);
    const idp = new FakeIdp();
    const certificate = readFileSync(idp.certificateFile, 'utf8').replace(/-----[A-Z ]+-----|\s/g, '');
    const xml = idp.metadata(certificate);
    const { json } = await world.as('ada').post(`${path}/saml_metadata`, { xml });
    const settings = json.settings as Record<string, unknown>;
    assert.deepEqual(
      [settings.entity_id, settings.url, settings.slo_url],
      [idp.entityId, idp.url, idp.sloUrl],
    );
    const made = await world.as('ada').post(path, { kind: 'saml', slug: 'firm', settings });
    assert.equal(made.status, 200, made.json.msg);
    const { text } = await new Visitor(world).open('/saml/metadata.xml?idp=firm');
    assert.match(text, /use="encryption"/);
    const found = await steps(world, 'firm');
    assert.equal(found.certificate?.state, 'ok');
    assert.match(found.redirect?.text ?? '', /metadata\.xml\?idp=firm/);
    for (const wrong of ['<html/>', 'no XML', `<!DOCTYPE x []>${xml}`])
      assert.equal((await world.as('ada').post(`${path}/saml_metadata`, { xml: wrong })).status, 400);
  });
});

onEngine('postgres', 'Sign-in providers on several nodes', () => {
  test('A provider that was set up on one node signs people in on another', async (t) => {
    const issuer = await fakeIssuer(t);
    const [a, b] = await makeNodes(t, { reachableNetworks: '127.0.0.0/8' });
    await add(a, issuer);
    await until('the other node has it', async () => (await signIn(b, issuer)) === b.people.dan.id);
    await a.as('ada').patch(`${path}/company`, { is_enabled: false });
    await until('the other node has it no more', async () => (await signIn(b, issuer)) === undefined);
  });
});

function describeFailure(error: Error, account?: { ldapBindDn: string; ldapBindPassword: string }): string {
  const given = { data: '/nowhere', ldapUrl: 'ldap://directory', ldapSearchBase: 'dc=example', ...account };
  const settings = ldapOfConfig(loadConfig(given, {}));
  assert.ok(settings);
  return describeLdapFailure(textsIn.en, error, settings);
}

test('A directory that takes no password unencrypted is not taken for one that wants an account for searches', () => {
  const account = { ldapBindDn: 'cn=reader', ldapBindPassword: 'x' };
  // Samba 4.17.12 as Active Directory: “BindSimple: Transport encryption required.”
  assert.match(describeFailure(new StrongAuthRequiredError(''), account), /without encryption.*StartTLS/);
  // OpenLDAP with “security simple_bind=128”.
  assert.match(
    describeFailure(new ConfidentialityRequiredError(''), account),
    /without encryption.*StartTLS/,
  );
  assert.match(describeFailure(new StrongAuthRequiredError('')), /requires an account/);
});
