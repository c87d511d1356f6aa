/** The law of the audit log: every endpoint and every command that administers an organization leaves an entry. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { AuditEntry } from '../../wire/audit-log.ts';
import { runAdmin, withApp } from '../../server/src/app/cli/admin.ts';
import { adminCommandNames } from '../../server/src/app/cli/command-list.ts';
import { auditArchive } from '../../server/src/app/cli/archives/archive-audit.ts';
import { renewSecrets } from '../../server/src/app/cli/secrets/renew.ts';
import { routes, jobs } from '../../server/src/app/features.ts';
import type { Route } from '../../server/src/http/route.ts';
import { auditProperties as declared } from '../../wire/audit-properties.ts';
import { auditProperties } from '../../server/src/transfer/organization-archive/audit-references.ts';
import { importOrganization } from '../../server/src/transfer/organization-archive/import.ts';
import { setGrant } from '../../server/src/core/users/grants.ts';
import { makeExport } from '../support/fixtures/archived.ts';
import { asStream, emptyPlace } from '../support/fixtures/archives.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeSecondFactor } from '../support/two-factor.ts';
import { makeWorld, type World } from '../support/world.ts';
import { signIns, withoutChange } from './audit-exempt.ts';
import { steps } from './audit-steps.ts';
import { tools } from '../../server/src/features/mcp/tools/index.ts';
import { jobWords, toolWords } from '../../web/src/view/settings/audit-values.ts';

async function latest(world: World): Promise<AuditEntry | undefined> {
  const { json } = await world.as('ada').get('/realm/audit_log', { limit: 1 });
  return (json.entries as AuditEntry[])[0];
}

/** Whether a value consists of IDs. The order of things has those of its target. */
const isReference = (name: string, value: unknown): boolean =>
  Array.isArray(value) ? name !== 'order' && value.some(isNumber) : isNumber(value) && name.endsWith('_id');
const isNumber = (value: unknown) => typeof value === 'number';

/** Properties of entries that the web client has no words for. */
async function undeclared({ app }: World): Promise<string[]> {
  const rows = await app.db.read.q.selectFrom('audit_entry').select(['before', 'after']).execute();
  const found = rows.flatMap(({ before, after }) =>
    [before, after].flatMap((values) => Object.keys(values === null ? {} : JSON.parse(values))),
  );
  return [...new Set(found)].filter((name) => !declared.has(name));
}

const email = 'dan@example.com';
/** In order: later ones use what earlier ones did. */
const commands: readonly (readonly [string, Record<string, unknown>])[] = [
  ['user-create', { email: 'hal@example.com', name: 'Hal', password: 'warp-and-weft-17', role: 'member' }],
  ['user-set-role', { email, role: 'moderator' }],
  ['user-grant', { email, permission: 'can_create_users', revoke: false }],
  ['user-require-password-change', { email }],
  ['user-reset-password', { email }],
  ['user-reset-two-factor', { email }],
  ['user-sign-out', { email }],
  ['keys-create', { email, name: 'Loom', scopes: ['read'] }],
  ['keys-revoke', { email, bots: false }],
  ['user-deactivate', { email }],
  ['user-reactivate', { email }],
  ['user-delete', { email: 'hal@example.com' }],
  ['import-links', {}],
  ['scim-create-token', { name: 'Okta' }],
  ['organization-set', { setting: 'name', value: 'Spinners' }],
];
/** Nobody is signed in after it; it has a test of its own below. */
const ending = ['deactivate-realm'];
/** They show something, act on the server as a whole, or have tests of their own below. */
const others = [
  'archive-audit',
  'certificates-list',
  'export-foreign',
  'export-html',
  'files-hold',
  'import-list',
  'import-progress',
  'import-run',
  'import-stop',
  'import-undo',
  'jobs-drop',
  'jobs-list',
  'nodes-list',
  'jobs-retry',
  'keys-list',
  'ldap-link',
  'ldap-sync',
  'mail-digest',
  'mail-receive',
  'mail-test',
  'org-create',
  'organization-list',
  'organization-set-active',
  'proxy-probe',
  'queue-stats',
  'secrets-rotate',
  'scim-revoke-token',
  'scim-tokens',
  'settings-list',
  'sign-in-test',
  'storage-stats',
  'support-facts',
  'user-list',
  'user-show',
];

onBothEngines('The law of the audit log', (engine) => {
  test('Every endpoint that administers an organization leaves an entry in the audit log', async (t) => {
    const covered = new Set([
      ...steps.map(([operationId]) => operationId),
      ...signIns,
      ...withoutChange,
      ...ending,
    ]);
    const ids = (wanted: (one: Route) => boolean) =>
      routes.filter(wanted).map(({ operationId }) => operationId);
    const missing = ids(
      ({ method, personal, operationId }) => method !== 'GET' && !personal && !covered.has(operationId),
    );
    assert.deepEqual(missing, [], 'add a step for each new endpoint, or declare it as personal');
    const hidden = ids(
      ({ policy, personal }) => (policy === 'administrators' || policy === 'owners') && personal === true,
    );
    assert.deepEqual(hidden, [], 'what only administrators may do is not personal');
    const world = await makeWorld(t, engine);
    const { ada, ben, cleo } = world.people;
    await world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, ada.id, 'can_create_users', true));
    const made: Record<string, number> = {};
    const actors: Record<string, number> = { 'regenerate-api-key': ben.id, 'deactivate-own-user': cleo.id };
    for (const [operationId, act] of steps) {
      const before = (await latest(world))?.id ?? 0;
      const { status, json } = await act(world, made);
      assert.equal(status, 200, `${operationId}: ${json.msg}`);
      const entry = await latest(world);
      assert.ok(entry && entry.id > before, `${operationId} left no entry`);
      assert.equal(entry.operation, operationId);
      // Archives are imported in browsers only.
      const source = operationId.endsWith('-import') ? 'web' : 'api';
      assert.deepEqual([entry.actor?.user_id, entry.source], [actors[operationId] ?? ada.id, source]);
    }
    const { json } = await world.as('ada').get('/realm/audit_log', { limit: 500 });
    const named = (json.entries as AuditEntry[]).flatMap(({ before, after }) =>
      Object.entries({ ...before, ...after }).filter(([name, value]) => isReference(name, value)),
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      [...new Set(named.map(([name]) => name))].filter((name) => auditProperties[name] === undefined),
      [],
      'declare in auditProperties of which table its IDs are',
    );
    assert.deepEqual(await undeclared(world), [], 'declare them in wire/audit-properties.ts');
  });

  test('Every command that administers an organization leaves an entry in the audit log', async (t) => {
    const known = [...commands.map(([name]) => name), ...others].sort();
    assert.deepEqual(adminCommandNames.toSorted(), known, 'add each new command to one of the lists');
    const world = await makeWorld(t, engine, { alone: true });
    await storeSecondFactor(world, world.people.dan.id);
    for (const [name, options] of commands) {
      const before = (await latest(world))?.id ?? 0;
      await runAdmin(world.app, name, options);
      const entry = await latest(world);
      assert.ok(entry && entry.id > before, `${name} left no entry`);
      assert.deepEqual([entry.actor, entry.source, entry.client], [null, 'command', `heddle ${name}`]);
    }
    assert.deepEqual(await undeclared(world), [], 'declare them in wire/audit-properties.ts');
  });

  test('A command changes no password and stores no link when its entry in the audit log cannot be stored', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { q } = world.app.db.read;
    const stored = async () => [
      await q.selectFrom('account_link').select('user_id').execute(),
      await q.selectFrom('person').select('password_hash').where('id', '=', world.people.dan.id).execute(),
    ];
    const rename = (from: string, to: string) =>
      world.app.db.write(0, 'system', (tx) =>
        sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(tx.q),
      );
    const before = await stored();
    await rename('audit_entry', 'audit_entry_away');
    try {
      for (const options of [{ email }, { email, password: 'warp-and-weft-17' }])
        await assert.rejects(runAdmin(world.app, 'user-reset-password', options), /audit_entry/);
    } finally {
      await rename('audit_entry_away', 'audit_entry');
    }
    assert.deepEqual(await stored(), before);
  });

  test('Creating, deactivating and reactivating an organization is recorded in its audit log', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const owner = { ownerEmail: 'zoe@example.com', ownerName: 'Zoe', ownerPassword: 'warp-and-weft-17' };
    const made = await runAdmin(world.app, 'org-create', { name: 'Second', subdomain: 'second', ...owner });
    for (const active of [false, true])
      await runAdmin(world.app, 'organization-set-active', { active, org: 'second' });
    const rows = await world.app.db.read.q
      .selectFrom('audit_entry')
      .select(['action', 'source'])
      .where('org_id', '=', made.realm_id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ action, source }) => [action, source]),
      ['create', 'deactivate', 'reactivate'].map((verb) => [`organization.${verb}`, 'command']),
    );
  });

  test('Retrying and dropping jobs and exporting pages leave an entry in the audit log', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { app, orgId } = world;
    await app.jobs.stop();
    const job = { kind: 'email', payload: '{}', run_at: 0, attempts: 9, is_dead: 1, last_error: 'refused' };
    await app.db.write(0, 'system', (tx) =>
      tx.q
        .insertInto('job')
        .values({ ...job, id: 900_001, org_id: orgId, created_at: 0 })
        .execute(),
    );
    const acts = [
      [
        'jobs-retry',
        { ids: [900_001], dead: false },
        'organization.retry_jobs',
        { jobs: 1, kinds: ['email'] },
      ],
      [
        'jobs-drop',
        { ids: [900_001, 7], dead: false },
        'organization.drop_jobs',
        { jobs: 1, kinds: ['email'] },
      ],
      [
        'export-html',
        { folder: join(app.config.data, 'pages'), all: true },
        'organization.export',
        { export_type: 'html', channels: 'all' },
      ],
    ] as const;
    for (const [name, options, action, after] of acts) {
      await runAdmin(app, name, options);
      const entry = await latest(world);
      assert.deepEqual([entry?.action, entry?.source, entry?.client], [action, 'command', `heddle ${name}`]);
      assert.deepEqual(entry?.after, after);
    }
    const before = (await latest(world))?.id;
    await runAdmin(app, 'jobs-drop', { ids: [900_001], dead: false });
    assert.equal((await latest(world))?.id, before, 'nothing was dropped');
  });

  test('Commands that read or write the whole database without the server leave an entry in the audit log', async (t) => {
    const { config } = await emptyPlace(t, engine);
    const owner = { ownerEmail: 'zoe@example.com', ownerName: 'Zoe', ownerPassword: 'warp-and-weft-17' };
    await withApp(config, (app) =>
      runAdmin(app, 'org-create', { name: 'First', subdomain: 'first', ...owner }),
    );
    const { data, databaseUrl } = config;
    await renewSecrets({ data, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    const after = { files: true, secrets: false };
    assert.equal(await auditArchive(config, { command: 'backup', after }), true);
    const { bytes } = await makeExport(config);
    const { organization } = await importOrganization(config, asStream(bytes), { subdomain: 'second' });
    await withApp(config, (app) =>
      runAdmin(app, 'archive-audit', {
        command: 'export',
        subdomain: 'second',
        after: { export_type: 'full' },
      }),
    );
    assert.equal(await auditArchive(config, { command: 'export', subdomain: 'third', after }), false);
    const shown = await withApp(config, ({ db }) =>
      db.read.q.selectFrom('audit_entry').select(['org_id', 'action', 'client']).orderBy('id').execute(),
    );
    const first = [
      ['organization.create', 'heddle org-create'],
      ['organization.rotate_secrets', 'heddle secrets-renew'],
      ['organization.back_up', 'heddle backup'],
    ];
    const second = [
      ...first,
      ['organization.import', 'heddle import'],
      ['organization.export', 'heddle export'],
    ];
    const of = (isSecond: boolean) =>
      shown
        .filter((row) => (row.org_id === organization.id) === isSecond)
        .map(({ action, client }) => [action, client]);
    assert.deepEqual([of(false), of(true)], [first, second]);
  });

  test('Deactivating an organization leaves an entry in the audit log', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ada').post('/realm/deactivate');
    assert.equal(status, 200, json.msg);
    const {
      action,
      actor_id: actorId,
      operation,
    } = await world.app.db.read.q
      .selectFrom('audit_entry')
      .select(['action', 'actor_id', 'operation'])
      .where('org_id', '=', world.orgId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const expected = ['organization.deactivate', world.people.ada.id, 'deactivate-realm'];
    assert.deepEqual([action, actorId, operation], expected);
  });
});

// The audit log of the web client has words for all background jobs and tools that the server has.

test('Each kind of background job has words in the audit log', () => {
  const kinds = new Set(jobs.map(({ kind }) => kind));
  assert.ok(kinds.size > 20);
  assert.deepEqual(
    [...kinds].filter((kind) => !Object.hasOwn(jobWords, kind)),
    [],
  );
});

test('Each tool that programs can call has words in the audit log', () => {
  assert.deepEqual(tools.map(({ name }) => name).toSorted(), Object.keys(toolWords).toSorted());
});
