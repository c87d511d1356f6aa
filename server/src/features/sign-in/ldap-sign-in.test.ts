import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { Client as LdapClient } from 'ldapts';
import { setOrganization } from '../../../../tests/support/change.ts';
import type { Account } from '../../../../tests/support/client.ts';
import { askPage } from '../../../../tests/support/clients/pages.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import {
  base,
  hasSlapd,
  noSlapd,
  reader,
  startSlapd,
  type Slapd,
} from '../../../../tests/support/services/slapd.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { filterFor } from '../../lib/ldap/find-person.ts';
import { hashPassword } from '../../lib/passwords.ts';

const password = 'a shuttle and a half';
const ownPassword = 'a loom and a half';
const passwordHash = await hashPassword(ownPassword);

const people = [
  { uid: 'dan', cn: 'Dan in the Directory', mail: 'dan@example.com', password },
  { uid: 'eve', cn: 'Eve in the Directory', mail: 'EVE@example.com', password },
  { uid: 'newton', cn: 'Newton Newcomer', mail: 'newton@example.com', password },
  { uid: 'nell', cn: 'Nell Nomail', password },
  { uid: 'ada@example.com', cn: 'Mallory', mail: 'mallory@example.com', password },
  { uid: 'bare', cn: 'Bare', mail: 'bare@example.com' },
  { uid: 'welcome', cn: 'Welcome', mail: 'welcome-bot@heddle.invalid', password },
  { uid: 'star', cn: 'Star * "Nova"', mail: 'star@example.com', password },
  { uid: 'double', cn: 'Double', mail: 'eve2@example.com', password },
  { uid: 'doppel', cn: 'Doppel', mail: 'eve2@example.com', password },
  { uid: 'twin1', cn: 'Twin', mail: 'one@example.com', password },
  { uid: 'twin2', cn: 'Twin', mail: 'two@example.com', password },
];

const signIn = (world: World, username: string, given = password) =>
  world.anonymous.post('/fetch_api_key', { username, password: given });

async function refusedLike(world: World, username: string, given?: string): Promise<void> {
  const { status, json } = await signIn(world, username, given);
  assert.deepEqual([status, json.code], [401, 'AUTHENTICATION_FAILED'], `${username}: ${json.msg}`);
  assert.equal(json.msg, 'Your username or password is incorrect');
}

const linkMails = async (world: World) =>
  (await emailsTo(world, 'dan@example.com')).filter(({ subject }) =>
    subject.startsWith('New way to sign in'),
  );

async function getDefaultLanguage(world: World, account: Account): Promise<string> {
  const { json } = await world.as(account).post('/register', { fetch_event_types: ['user_settings'] });
  return (json.user_settings as { default_language: string }).default_language;
}

function tests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd(people);
  });
  after(() => slapd.stop());

  const connected = (t: TestContext, config: WorldOptions['config'] = {}, options: WorldOptions = {}) =>
    makeWorld(t, engine, {
      passwordHash,
      ...options,
      config: {
        ldapUrl: slapd.url,
        ldapStartTls: 'off',
        ldapTrustEmail: 'everyone',
        ldapSearchBase: base,
        ldapBindDn: reader.dn,
        ldapBindPassword: reader.password,
        ...config,
      },
    });

  test('LDAP sign-in is announced in the server settings', async (t) => {
    const { json } = await (await connected(t)).anonymous.get('/server_settings');
    const methods = json.authentication_methods as Record<string, boolean>;
    assert.deepEqual([methods.ldap, methods.email, methods.password], [true, true, true]);
    assert.deepEqual([json.email_auth_enabled, json.require_email_format_usernames], [true, false]);
  });

  test('LDAP sign-in maps the LDAP user name to the account by email', async (t) => {
    const world = await connected(t);
    for (const username of ['dan', 'DAN', ' dan ', 'ｄａｎ']) {
      const { status, json } = await signIn(world, username);
      assert.equal(status, 200, json.msg);
      assert.deepEqual([json.user_id, json.email], [world.people.dan.id, 'dan@example.com']);
      assert.equal(json.api_key, world.people.dan.apiKey);
    }
    assert.equal((await signIn(world, 'eve')).json.user_id, world.people.eve.id);
  });

  test('A password of LDAP is confirmed by the address of the account, whatever user names the directory has', async (t) => {
    const world = await connected(t);
    const confirm = async (who: 'ada' | 'dan', given: string) =>
      (await world.as(who).post('/heddle/two_factor/setup', { password: given })).status;
    assert.deepEqual([await confirm('dan', password), await confirm('dan', 'guessed')], [200, 400]);
    assert.deepEqual([await confirm('ada', password), await confirm('ada', ownPassword)], [400, 200]);
  });

  test('A password of LDAP confirms nothing for a person whom the filter no longer admits', async (t) => {
    const world = await connected(t, { ldapFilter: '(&(uid={username})(!(cn=Dan in the Directory)))' });
    const setup = (who: 'dan' | 'eve') => world.as(who).post('/heddle/two_factor/setup', { password });
    assert.deepEqual([(await setup('dan')).status, (await setup('eve')).status], [400, 200]);
  });

  test('LDAP sign-in accepts an email where the filter allows it', async (t) => {
    const world = await connected(t, {
      ldapFilter: '(&(objectClass=person)(|(uid={username})(mail={username})))',
    });
    for (const username of ['dan', 'dan@example.com'])
      assert.equal((await signIn(world, username)).json.user_id, world.people.dan.id);
  });

  test('LDAP sign-in keeps the local passwords of accounts', async (t) => {
    const world = await connected(t);
    assert.equal((await signIn(world, 'ada@example.com', ownPassword)).status, 200);
    await refusedLike(world, 'dan@example.com', password);
  });

  test('The first LDAP sign-in creates and announces an account once', async (t) => {
    const world = await connected(t);
    const both = await Promise.all([signIn(world, 'newton'), signIn(world, 'newton')]);
    const [first, second] = both.map(({ json }) => json);
    assert.ok(first && second);
    assert.equal(first.user_id, second.user_id, first.msg);
    const account = {
      id: first.user_id as number,
      email: 'newton@example.com',
      apiKey: first.api_key as string,
    };
    const { json } = await world.as(account).get('/users/me');
    assert.deepEqual(
      [json.full_name, json.role, json.delivery_email],
      ['Newton Newcomer', 400, 'newton@example.com'],
    );
    const { json: notified } = await world
      .as(account)
      .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.equal(notified.messages.length, 1);
    await refusedLike(world, 'newton@example.com', '');
  });

  test('An account that a browser creates by LDAP sign-in is in its language', async (t) => {
    const world = await connected(t);
    const form = { username: 'newton', password };
    const { status, text } = await askPage(world.url, { path: '/login', wish: 'de-AT', form });
    assert.equal(status, 303, text);
    const { json } = await signIn(world, 'newton');
    const newton = { id: json.user_id as number, email: 'newton@example.com', apiKey: String(json.api_key) };
    assert.equal(await getDefaultLanguage(world, newton), 'de');
  });

  test('An account that an app creates by LDAP sign-in is in the language that it accepts', async (t) => {
    const world = await connected(t);
    const response = await fetch(`${world.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { 'accept-language': 'fr-CA, en;q=0.5' },
      body: new URLSearchParams({ username: 'newton', password }),
    });
    const { user_id, api_key } = (await response.json()) as { user_id: number; api_key: string };
    const newton = { id: user_id, email: 'newton@example.com', apiKey: api_key };
    assert.equal(await getDefaultLanguage(world, newton), 'fr');
  });

  test('LDAP sign-in creates no account where ldap_new_accounts is off', async (t) => {
    const world = await connected(t, { ldapNewAccounts: 'off' });
    await refusedLike(world, 'newton');
    assert.equal((await signIn(world, 'dan')).status, 200);
  });

  test('A name of the directory with characters that names cannot have becomes one without them', async (t) => {
    const world = await connected(t);
    const { json } = await signIn(world, 'star');
    const { user } = (await world.as('ada').get(`/users/${json.user_id}`)).json;
    assert.equal(user.full_name, 'Star Nova');
  });

  test('An account that came by LDAP before entries were stored is linked at its next sign-in, without an email', async (t) => {
    const kept = keepLog();
    const world = await connected(t, { ldapTrustEmail: 'off' }, { log: kept.log });
    const { dan } = world.people;
    assert.equal((await signIn(world, 'dan')).status, 400, 'while it has a password');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('person').set({ password_hash: null }).where('id', '=', dan.id).execute(),
    );
    assert.equal((await signIn(world, 'dan')).json.user_id, dan.id);
    assert.equal(kept.saying('an account was bound to an entry of the LDAP directory').length, 1);
    assert.deepEqual(await linkMails(world), []);
  });

  test('A person whose account is linked by its address gets one email about it', async (t) => {
    const world = await connected(t);
    await signIn(world, 'dan');
    await signIn(world, 'dan');
    assert.equal((await linkMails(world)).length, 1);
  });

  test('LDAP sign-in creates no account with an address that several entries have', async (t) => {
    const world = await connected(t);
    for (const username of ['double', 'doppel']) {
      const { status, json } = await signIn(world, username);
      assert.equal(status, 400);
      assert.match(json.msg, /Several entries/);
    }
  });

  test('LDAP sign-in creates no account for a disallowed email domain', async (t) => {
    const world = await connected(t);
    await setOrganization(world, { emails_restricted_to_domains: true });
    const { status, json } = await signIn(world, 'newton');
    assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
    assert.match(json.msg, /domain/);
    const { json: listed } = await world.as('ada').get('/users');
    const emails = (listed.members as { delivery_email: string }[]).map((one) => one.delivery_email);
    assert.ok(!emails.includes('newton@example.com'));
  });

  test('LDAP sign-in explains that the directory has no email for the user', async (t) => {
    const { status, json } = await signIn(await connected(t), 'nell');
    assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
    assert.match(json.msg, /no email address/);
  });

  test('LDAP sign-in responds to unknown names and wrong passwords alike, in similar time', async (t) => {
    const world = await connected(t);
    const work = { search: 0, bind: 0 };
    for (const name of ['search', 'bind'] as const) {
      const original = LdapClient.prototype[name] as (...given: unknown[]) => Promise<unknown>;
      t.mock.method(LdapClient.prototype, name, function (this: LdapClient, ...given: unknown[]) {
        work[name] += 1;
        return original.apply(this, given);
      });
    }
    for (const username of ['dan', 'nobody', 'bare', 'dan@example.com', 'newton']) {
      Object.assign(work, { search: 0, bind: 0 });
      await refusedLike(world, username, 'guessed it');
      assert.deepEqual(work, { search: 1, bind: 2 }, username);
    }
  });

  test('LDAP sign-in requires a password even if the directory accepts an empty one', async (t) => {
    const world = await connected(t);
    for (const username of ['dan', 'newton', 'bare', 'nobody', '']) await refusedLike(world, username, '');
  });

  test('LDAP sign-in escapes the typed name in the filter', async (t) => {
    const world = await connected(t);
    const tricks = [
      '*',
      'da*',
      'dan)(uid=*',
      '*)(objectClass=*',
      'dan)(|(uid=*',
      'dan\0',
      '\\64an',
      'uid=dan',
      '(',
      ')',
    ];
    for (const username of [...tricks, `uid=dan,ou=people,${base}`, '$&', '{username}'])
      await refusedLike(world, username);
    assert.equal(
      await filterFor('(|(uid={username})(cn={username}))', '*)(\\\0'),
      '(|(uid=\\2a\\29\\28\\5c\\00)(cn=\\2a\\29\\28\\5c\\00))',
    );
  });

  test('LDAP sign-in is refused where two entries match', async (t) => {
    const world = await connected(t, { ldapFilter: '(cn={username})' });
    await refusedLike(world, 'Twin');
    assert.equal((await signIn(world, 'Dan in the Directory')).status, 200);
  });

  test('LDAP sign-in is refused for bots', async (t) => {
    await refusedLike(await connected(t), 'welcome');
  });

  test('LDAP sign-in to a deactivated account is refused, with a reason only for the right password', async (t) => {
    const world = await connected(t);
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    assert.equal((await signIn(world, 'dan')).json.code, 'USER_DEACTIVATED');
    await refusedLike(world, 'dan', 'guessed it');
  });

  test('LDAP sign-in to a deactivated organization is refused, also without an account', async (t) => {
    const world = await connected(t);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('organization')
        .set({ is_deactivated: 1 })
        .where('id', '=', world.orgId)
        .execute();
      await tx.touch({ organization: true });
    });
    for (const username of ['dan', 'newton'])
      assert.equal((await signIn(world, username)).json.code, 'REALM_DEACTIVATED');
  });

  test('LDAP sign-in is locked after five failures for one name in any spelling', async (t) => {
    const world = await connected(t, {}, { rateLimits: 'on' });
    for (const username of ['dan', 'DAN', ' dan', 'ｄａｎ', 'Dan'])
      await refusedLike(world, username, 'guess');
    const { status, json } = await signIn(world, 'dan');
    assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_HIT']);
  });

  test('LDAP sign-in counts failures for one account across all of its LDAP names', async (t) => {
    const ldapFilter = '(|(uid={username})(mail={username}))';
    const world = await connected(t, { ldapFilter }, { rateLimits: 'on' });
    for (const username of ['dan', 'dan@example.com', 'dan', 'dan', 'dan@example.com'])
      await refusedLike(world, username, 'guess');
    await refusedLike(world, 'dan', password);
    await refusedLike(world, 'dan@example.com', ownPassword);
    assert.equal((await signIn(world, 'eve')).status, 200);
    for (const username of ['newton', 'newton@example.com', 'newton', 'newton', 'newton@example.com'])
      await refusedLike(world, username, 'guess');
    await refusedLike(world, 'newton@example.com', password);
  });

  /** Encrypted from the beginning, and from the first request on. */
  const encrypted = (host: string) =>
    [
      { ldapUrl: `ldaps://${host}:${slapd.securePort}`, ldapStartTls: 'off' },
      { ldapUrl: slapd.url.replace('127.0.0.1', host), ldapStartTls: 'on' },
    ] as const;

  test('LDAP sign-in is encrypted and verifies the certificate', async (t) => {
    for (const config of encrypted('localhost')) {
      const world = await connected(t, { ...config, ldapCaFile: slapd.authority });
      const { status, json } = await signIn(world, 'dan');
      assert.equal(status, 200, `${config.ldapUrl}: ${json.msg}`);
      assert.equal(json.user_id, world.people.dan.id);
      await refusedLike(world, 'dan', 'guessed it');
    }
  });

  test('LDAP sign-in is refused without encryption or with an unverified certificate', async (t) => {
    const wrong: WorldOptions['config'][] = [
      ...encrypted('localhost').flatMap((config) => [config, { ...config, ldapCaFile: slapd.unrelated }]),
      // The certificate is for another name.
      ...encrypted('127.0.0.1').map((config) => ({ ...config, ldapCaFile: slapd.authority })),
      { ldapUrl: `ldaps://localhost:${new URL(slapd.url).port}`, ldapCaFile: slapd.authority },
    ];
    for (const config of wrong) {
      const { status, json } = await signIn(await connected(t, config), 'dan');
      assert.deepEqual([status, json.code], [503, 'SERVER_NOT_READY'], JSON.stringify(config));
    }
  });

  test('LDAP sign-in reports an unreachable directory, and local passwords keep working', async (t) => {
    for (const config of [
      { ldapUrl: 'ldap://127.0.0.1:9' },
      { ldapBindPassword: 'another' },
      { ldapCaFile: '/nowhere' },
    ]) {
      const world = await connected(t, config);
      for (const username of ['dan', 'nobody']) {
        const { status, json } = await signIn(world, username);
        assert.deepEqual([status, json.code], [503, 'SERVER_NOT_READY']);
        assert.equal(json.msg, 'The user directory cannot be reached. Try again later.');
      }
      assert.equal((await signIn(world, 'ada@example.com', ownPassword)).status, 200);
    }
  });

  test('LDAP sign-in works the same in a browser', async (t) => {
    const world = await connected(t);
    const page = await fetch(`${world.url}/login`);
    assert.match(await page.text(), /Username or email address/);
    const post = (username: string, given: string) =>
      fetch(`${world.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ username, password: given, next: '/' }),
        headers: { origin: world.url },
        redirect: 'manual',
      });
    const right = await post('dan', password);
    assert.equal(right.status, 303);
    assert.ok(right.headers.get('set-cookie'));
    const wrong = await post('dan', 'guessed it');
    assert.equal(wrong.status, 401);
    assert.match(await wrong.text(), /Incorrect username or password/);
  });
}

if (hasSlapd) onBothEngines('LDAP sign-in', tests);
else declareNotRun('LDAP sign-in', noSlapd);
