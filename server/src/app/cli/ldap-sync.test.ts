import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { base, hasSlapd, reader, startSlapd, type Slapd } from '../../../../tests/support/services/slapd.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { runAdmin } from './admin.ts';

const people = ['ada', 'ben', 'cleo', 'dan', 'hal'].map((uid) => ({
  uid,
  cn: `${uid} of the directory`,
  mail: `${uid}@example.com`,
}));

/** @param filter Whom it leaves out has left. */
function sync(world: World, options: Record<string, unknown> = {}, filter = '(uid={username})') {
  Object.assign(world.app.config, { ldapFilter: filter });
  const given = { dry_run: false, max_percent: 50, ...options };
  return runAdmin(world.app, 'ldap-sync', given) as Promise<{ changes: { email: string; change: string }[] }>;
}

const without = (...uids: string[]): string =>
  `(&(uid={username})${uids.map((uid) => `(!(uid=${uid}))`).join('')})`;

const account = async (world: World, id: number): Promise<{ full_name: string; is_active: boolean }> =>
  (await world.as('ben').get(`/users/${id}`)).json.user;

function tests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd(people);
  });
  after(() => slapd.stop());

  test('A sync takes names from the directory and deactivates who has left it; a dry run changes nothing', async (t) => {
    const world = await makeWorld(t, engine, {
      config: {
        ldapUrl: slapd.url,
        ldapStartTls: 'off',
        ldapSearchBase: base,
        ldapBindDn: reader.dn,
        ldapBindPassword: reader.password,
      },
    });
    const { ada, dan, eve } = world.people;
    assert.equal((await sync(world, { dry_run: true })).changes.length, 4);
    assert.equal((await account(world, dan.id)).full_name, 'Dan Ito');
    await sync(world);
    assert.equal((await account(world, dan.id)).full_name, 'dan of the directory');
    assert.deepEqual((await sync(world)).changes, []);
    const expected = [{ email: 'dan@example.com', change: 'deactivate', detail: 'dan of the directory' }];
    assert.deepEqual((await sync(world, { dry_run: true }, without('dan'))).changes, expected);
    assert.equal((await account(world, dan.id)).is_active, true);
    for (const [filter, percent] of [
      [without('dan'), 10],
      ['(uid=nobody{username})', 50],
      ['(uid=nobody{username})', 99],
    ] as const)
      await assert.rejects(sync(world, { max_percent: percent }, filter), /nothing was changed/);
    assert.deepEqual((await sync(world, {}, without('dan'))).changes, expected);
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
    const [entry] = (await world.as('ada').get('/realm/audit_log', { limit: 1 })).json.entries;
    assert.deepEqual([entry.target.id, entry.client], [dan.id, 'heddle ldap-sync']);
    assert.equal((await account(world, eve.id)).is_active, true, 'was never in the directory');
    const [kept] = (await sync(world, {}, without('dan', 'ada'))).changes;
    assert.deepEqual([kept?.email, kept?.change], ['ada@example.com', 'none'], 'the only owner stays');
    assert.equal((await account(world, ada.id)).is_active, true);
  });
}

if (hasSlapd) onBothEngines('LDAP synchronization', tests);
else describe('LDAP synchronization: not tested, because slapd or openssl is not installed', () => undefined);
