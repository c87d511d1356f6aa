import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { roles } from '../../../../wire/core.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import {
  base,
  changeDirectory,
  personDn,
  hasSlapd,
  noSlapd,
  reader,
  replaceValue,
  startSlapd,
  type Slapd,
} from '../../../../tests/support/services/slapd.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { syncDirectories } from '../../features/external-sign-in/index.ts';
import { runAdmin } from './admin.ts';

const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3366cc' } })
  .jpeg()
  .toBuffer();
const people = ['ada', 'ben', 'cleo', 'dan', 'hal'].map((uid) => ({
  uid,
  cn: `${uid} of the directory`,
  mail: `${uid}@example.com`,
  password: 'a shuttle and a half',
  ...(uid === 'dan' && { picture: photo }),
}));
const groups = [
  { cn: 'Weavers', members: ['dan', 'cleo'] },
  { cn: 'staff', members: ['dan'] },
];

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

function connected(t: TestContext, engine: Engine, slapd: Slapd, more: WorldOptions = {}) {
  const config = {
    ldapUrl: slapd.url,
    ldapStartTls: 'off',
    ldapTrustEmail: 'everyone',
    ldapSearchBase: base,
    ldapBindDn: reader.dn,
    ldapBindPassword: reader.password,
    ...more.config,
  } as const;
  return makeWorld(t, engine, { ...more, config });
}

function tests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd(people, groups);
  });
  after(() => slapd.stop());

  test('A sync takes names from the directory and deactivates who has left it; a dry run changes nothing', async (t) => {
    const world = await connected(t, engine, slapd);
    const { ada, dan, eve } = world.people;
    assert.equal((await sync(world, { dry_run: true })).changes.length, 8);
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

/** Rules on groups, as `[ldap_groups]` and `[ldap_roles]` have them. */
const ruled: WorldOptions = {
  config: { ldapGroupBase: `ou=groups,${base}`, ldapAvatarAttribute: 'jpegPhoto' },
  toml: `[ldap_groups]\nweavers = "loom"\n[ldap_roles]\n"CN=Staff, ou=groups,${base}" = "moderator"\n`,
};

function groupTests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd(people, groups);
  });
  after(() => slapd.stop());

  const members = async (world: World, group: number): Promise<number[]> =>
    (await world.as('ada').get(`/user_groups/${group}/members`)).json.members as number[];

  test('Groups, roles and avatars follow the directory, and what nobody has a rule for stays', async (t) => {
    const world = await connected(t, engine, slapd, ruled);
    const { ben, cleo, dan, eve } = world.people;
    const group = { name: 'loom', description: '', members: [ben.id, eve.id] };
    const id = Number((await world.as('ada').post('/user_groups/create', group)).json.group_id);
    const planned = (await sync(world, { dry_run: true })).changes;
    assert.deepEqual(
      planned
        .filter(({ change }) => change !== 'rename' && change !== 'link')
        .map(({ email, change }) => `${email} ${change}`)
        .sort(),
      [
        'ben@example.com leave_group',
        'cleo@example.com change_role',
        'cleo@example.com join_group',
        'dan@example.com change_avatar',
        'dan@example.com change_role',
        'dan@example.com join_group',
      ],
    );
    assert.deepEqual(await members(world, id), [ben.id, eve.id], 'a dry run changes nothing');
    await sync(world);
    assert.deepEqual((await members(world, id)).sort(), [cleo.id, dan.id, eve.id].sort());
    const user = (await world.as('ada').get(`/users/${dan.id}`)).json.user;
    assert.deepEqual([user.role, user.avatar_version], [roles.moderator, 2]);
    assert.deepEqual((await sync(world)).changes, []);
  });

  test('Rules on groups of the directory are applied when someone signs in', async (t) => {
    const world = await connected(t, engine, slapd, ruled);
    const group = { name: 'loom', description: '', members: [] };
    const id = Number((await world.as('ada').post('/user_groups/create', group)).json.group_id);
    const given = { username: 'dan', password: 'a shuttle and a half' };
    assert.equal((await world.anonymous.post('/fetch_api_key', given)).status, 200);
    assert.deepEqual(await members(world, id), [world.people.dan.id]);
  });

  test('Accounts are synchronized by themselves as often as is set, also with a directory of the settings', async (t) => {
    const world = await makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.0/8' } });
    const settings = {
      url: slapd.url,
      start_tls: 'off',
      trust_email: 'everyone',
      bind_dn: reader.dn,
      search_base: base,
      sync_hours: 4,
    };
    const path = '/heddle/sign_in_providers';
    const made = await world.as('ada').post(path, { kind: 'ldap', settings, secret: reader.password });
    assert.equal(made.status, 200, made.json.msg);
    const { steps } = (await world.as('ada').post(`${path}/ldap/test`)).json;
    assert.match((steps as { text: string }[]).at(-1)?.text ?? '', /found \d+ entr/);
    const hour = 3600_000;
    const at = (hours: number) => syncDirectories(world.app, () => false, hours * hour);
    await at(1);
    const { dan } = world.people;
    assert.equal((await account(world, dan.id)).full_name, 'dan of the directory');
    const rename = (full_name: string) => world.as('ada').patch(`/users/${dan.id}`, { full_name });
    await rename('Dan');
    await at(2);
    assert.equal((await account(world, dan.id)).full_name, 'Dan');
    await at(5);
    assert.equal((await account(world, dan.id)).full_name, 'dan of the directory');
    const wrong = { ...settings, bind_dn: `cn=nobody,${base}` };
    await world.as('ada').patch(`${path}/ldap`, { settings: wrong });
    const found = (await world.as('ada').post(`${path}/ldap/test`)).json.steps as {
      name: string;
      state: string;
    }[];
    assert.ok(found.some(({ name, state }) => name === 'bind' && state === 'problem'));
    const visitor = new Visitor(world);
    await world.as('ada').patch(`${path}/ldap`, { settings });
    const body = new URLSearchParams({ username: 'dan', password: 'a shuttle and a half' });
    await visitor.open('/login', { method: 'POST', body, headers: { origin: world.url } });
    assert.equal(await visitor.whoAmI(), dan.id);
    await world.as('ada').patch(`${path}/ldap`, { settings: wrong });
    await at(20);
    assert.equal((await account(world, dan.id)).is_active, true, 'a directory that refuses changes nothing');
    assert.equal((await world.as('ada').delete(`${path}/ldap`)).status, 200);
    assert.equal(await visitor.whoAmI(), undefined, 'the session ends with the directory');
  });
}

const changed = [
  { uid: 'dan', cn: 'Dan', mail: 'dan@example.com', password: 'a shuttle and a half' },
  { uid: 'daniel', cn: 'Daniel', mail: 'dan@example.com', password: 'a shuttle and a half' },
  { uid: 'cleo', cn: 'Cleo', mail: 'cleo@example.com', picture: photo },
  { uid: 'ben', cn: 'ben of the directory', mail: 'ben@example.com', picture: photo },
];

function changedTests(engine: Engine): void {
  let slapd: Slapd;
  beforeEach(async () => {
    slapd = await startSlapd(changed);
  });
  afterEach(() => slapd.stop());

  const syncOnly = async (world: World, ...uids: string[]) => {
    const filter = `(&(uid={username})(|${uids.map((uid) => `(uid=${uid})`).join('')}))`;
    const { changes } = await sync(world, {}, filter);
    return changes.map(({ email, change }) => `${email} ${change}`).sort();
  };
  const isActive = async (world: World, { id }: { id: number }) => (await account(world, id)).is_active;
  const signIn = (world: World, username: string) => {
    Object.assign(world.app.config, { ldapFilter: '(uid={username})' });
    return world.anonymous.post('/fetch_api_key', { username, password: 'a shuttle and a half' });
  };

  test('A person whose name, address and DN change in the directory keeps the account', async (t) => {
    const world = await connected(t, engine, slapd);
    const { dan } = world.people;
    await syncOnly(world, 'dan', 'ben');
    await changeDirectory(slapd, async (client) => {
      await replaceValue(client, 'dan', 'mail', 'd.ostrow@example.com');
      await replaceValue(client, 'dan', 'cn', 'Dan Ostrow');
      await client.modifyDN(personDn('dan'), 'uid=d.ostrow');
    });
    assert.equal((await signIn(world, 'd.ostrow')).json.user_id, dan.id, 'at a sign-in before the next sync');
    assert.deepEqual(await syncOnly(world, 'd.ostrow', 'ben'), ['dan@example.com rename']);
    assert.equal((await account(world, dan.id)).full_name, 'Dan Ostrow');
    assert.deepEqual(await syncOnly(world, 'ben'), ['dan@example.com deactivate'], 'when the entry is gone');
  });

  test('Who has signed in by LDAP and left before the first sync is deactivated by it', async (t) => {
    const world = await connected(t, engine, slapd);
    assert.equal((await signIn(world, 'dan')).json.code, 'BAD_REQUEST', 'a second entry has the address');
    await changeDirectory(slapd, (client) => client.del(personDn('daniel')));
    assert.equal((await signIn(world, 'dan')).status, 200);
    await changeDirectory(slapd, (client) => client.del(personDn('dan')));
    assert.deepEqual(await syncOnly(world, 'dan', 'ben'), [
      'ben@example.com link',
      'ben@example.com rename',
      'dan@example.com deactivate',
    ]);
  });

  test('An account stays with its entry if the entry gets the address of another account', async (t) => {
    const world = await connected(t, engine, slapd);
    const { cleo, eve } = world.people;
    await syncOnly(world, 'cleo', 'ben');
    await changeDirectory(slapd, (client) => replaceValue(client, 'cleo', 'mail', 'eve@example.com'));
    assert.deepEqual(await syncOnly(world, 'cleo', 'ben'), []);
    assert.deepEqual(await syncOnly(world, 'ben', 'dan'), [
      'cleo@example.com deactivate',
      'dan@example.com link',
      'dan@example.com rename',
    ]);
    assert.deepEqual([await isActive(world, cleo), await isActive(world, eve)], [false, true]);
  });

  test('Of several entries with the address of an account, none is linked, and the one that was before stays', async (t) => {
    const world = await connected(t, engine, slapd);
    const { dan } = world.people;
    const shared = ['dan@example.com not_linked', 'dan@example.com not_linked'];
    assert.deepEqual(await syncOnly(world, 'dan', 'daniel'), shared);
    await syncOnly(world, 'daniel');
    assert.deepEqual(await syncOnly(world, 'dan', 'daniel'), shared.slice(1));
    assert.equal((await account(world, dan.id)).full_name, 'Daniel');
  });

  test('An account that was synchronized before IDs were stored is found by its DN, and by its ID from then on', async (t) => {
    const world = await connected(t, engine, slapd);
    const { ben, cleo } = world.people;
    await syncOnly(world, 'ben', 'cleo');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (const [user, subject] of [
        [ben, personDn('ben')],
        [cleo, `uid=cleo,ou=former,${base}`],
      ] as const)
        await tx.q.updateTable('external_identity').set({ subject }).where('user_id', '=', user.id).execute();
    });
    await changeDirectory(slapd, (client) => replaceValue(client, 'ben', 'mail', 'b.okafor@example.com'));
    assert.deepEqual(await syncOnly(world, 'ben', 'cleo'), ['cleo@example.com link']);
    await changeDirectory(slapd, async (client) => {
      await client.modifyDN(personDn('ben'), 'uid=b.okafor');
      await replaceValue(client, 'cleo', 'mail', 'c@example.com');
    });
    assert.deepEqual(await syncOnly(world, 'b.okafor', 'cleo'), []);
  });

  test('Pictures that cannot be stored keep nothing else from being synchronized, and are tried again', async (t) => {
    const config = { ldapAvatarAttribute: 'jpegPhoto' };
    const world = await connected(t, engine, slapd, { alone: true, config });
    const failures: Error[] = [new StorageFault('disk_full'), new Error('The bucket does not respond.')];
    const put = t.mock.method(world.app.files.store, 'put', () => {
      throw failures.shift() ?? new Error('It is asked too often.');
    });
    await syncOnly(world, 'cleo', 'ben');
    put.mock.restore();
    const { ben } = world.people;
    assert.deepEqual([failures, (await account(world, ben.id)).full_name], [[], 'ben of the directory']);
    const pictures = ['ben@example.com change_avatar', 'cleo@example.com change_avatar'];
    assert.deepEqual(await syncOnly(world, 'cleo', 'ben'), pictures);
    assert.equal((await world.as('ada').get(`/users/${ben.id}`)).json.user.avatar_version, 2);
    assert.deepEqual(await syncOnly(world, 'cleo', 'ben'), []);
  });
}

if (hasSlapd) {
  onBothEngines('Entries of an LDAP directory that change', changedTests);
  onBothEngines('Groups of an LDAP directory', groupTests);
  onBothEngines('LDAP synchronization', tests);
} else declareNotRun('LDAP synchronization and groups', noSlapd);
