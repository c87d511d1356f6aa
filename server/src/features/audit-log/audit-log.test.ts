import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import { type Params, basicAuthorization } from '../../../../tests/support/client.ts';
import { auditUser } from '../../core/audit/index.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { runAdmin } from '../../app/cli/admin.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { deleteOldEntries } from './index.ts';

const password = 'warp-and-weft-17';
const passwordHash = await hashPassword(password);

async function entries(world: World, params: Params = {}): Promise<AuditEntry[]> {
  const { status, json } = await world.as('ada').get('/realm/audit_log', params);
  assert.equal(status, 200, json.msg);
  return json.entries;
}

onBothEngines('The audit log', (engine) => {
  test('An entry of the audit log says who changed what, before and after, and from where', async (t) => {
    const world = await makeWorld(t, engine);
    const { ben, dan } = world.people;
    assert.equal((await world.as('ben').patch(`/users/${dan.id}`, { role: 300 })).status, 200);
    const [entry, ...others] = await entries(world);
    assert.ok(entry);
    assert.deepEqual(others, []);
    const { id: _, timestamp, ip_address, client, ...rest } = entry;
    assert.ok(timestamp > 1_000_000_000);
    assert.match(ip_address ?? '', /127\.0\.0\.1|::1/);
    assert.ok(client);
    assert.deepEqual(rest, {
      action: 'user.change_role',
      source: 'api',
      actor: { user_id: ben.id, full_name: 'Ben Okafor' },
      operation: 'update-user',
      target: { type: 'user', id: dan.id, name: 'Dan Ito' },
      before: { role: 400 },
      after: { role: 300 },
    });
  });

  test('Only owners can read the audit log, each that of their own organization', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    await world.as('ada').patch('/realm', { name: 'Spinners' });
    for (const who of names.filter((one) => one !== 'ada')) {
      const { status, json } = await world.as(who).get('/realm/audit_log');
      assert.deepEqual([status, json.msg], [403, 'Must be an organization owner'], who);
    }
    assert.equal((await world.anonymous.get('/realm/audit_log')).status, 401);
    const ids = (await entries(world)).map(({ target }) => target.id);
    assert.deepEqual(ids, [world.orgId]);
  });

  test('A refused change and a change to the same value leave no entry in the audit log', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    assert.equal((await world.as('eve').patch(`/users/${dan.id}`, { role: 300 })).status, 400);
    const half = { full_name: 'New Name', new_email: 'new@example.com' };
    assert.equal((await world.as('ben').patch(`/users/${dan.id}`, half)).status, 400);
    assert.equal((await world.as('ben').patch(`/users/${dan.id}`, { role: 400 })).status, 200);
    assert.deepEqual(await entries(world), []);
  });

  test('The audit log is filtered by actor, action and target, and read page by page', async (t) => {
    const world = await makeWorld(t, engine);
    const { ben, dan, eve } = world.people;
    await world.as('ben').patch(`/users/${dan.id}`, { role: 300 });
    await world.as('ada').patch(`/users/${eve.id}`, { role: 300 });
    await world.as('ada').patch('/realm', { name: 'Spinners' });
    const actions = async (params: Params) => (await entries(world, params)).map(({ action }) => action);
    assert.deepEqual(await actions({ actor_id: ben.id }), ['user.change_role']);
    assert.deepEqual(await actions({ action: 'organization.update' }), ['organization.update']);
    assert.deepEqual(await actions({ target_type: 'user', target_id: eve.id }), ['user.change_role']);
    assert.deepEqual(await actions({ until: 1_000_000_000 }), []);
    const { json } = await world.as('ada').get('/realm/audit_log', { limit: 2 });
    assert.equal(json.has_more, true);
    const last = (json.entries as AuditEntry[]).at(-1)?.id;
    const { json: rest } = await world.as('ada').get('/realm/audit_log', { limit: 2, before_id: last });
    assert.deepEqual([rest.entries.length, rest.has_more], [1, false]);
    assert.equal((await world.as('ada').get('/realm/audit_log', { action: 'nonsense' })).status, 400);
  });

  test('The audit log names the command of an operator and contains no secrets', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const options = {
      email: 'hal@example.com',
      name: 'Hal Novak',
      password: 'warp-and-weft-17',
      role: 'member',
    };
    const { api_key } = await runAdmin(world.app, 'user-create', options);
    const [entry] = await entries(world);
    assert.deepEqual(
      [entry?.action, entry?.actor, entry?.source, entry?.client, entry?.ip_address],
      ['user.create', null, 'command', 'heddle user-create', null],
    );
    const text = JSON.stringify(await entries(world));
    assert.ok(!text.includes(api_key) && !text.includes(options.password));
  });

  test('Sign-ins of administrators are recorded with their address, those of others are not', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const signIn = async (username: string) => {
      const { status, json } = await world.anonymous.post('/fetch_api_key', { username, password });
      assert.equal(status, 200, json.msg);
    };
    await signIn('dan@example.com');
    assert.deepEqual(await entries(world), []);
    await signIn('ben@example.com');
    const [entry, ...others] = await entries(world);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry?.action, entry?.actor?.full_name, entry?.operation, entry?.after],
      ['user.sign_in', 'Ben Okafor', 'fetch-api-key', { role: 200, by: 'api_key' }],
    );
    assert.match(entry?.ip_address ?? '', /127\.0\.0\.1|::1/);
    const wrong = await world.anonymous.post('/fetch_api_key', {
      username: 'ben@example.com',
      password: 'x',
    });
    assert.equal(wrong.status, 401);
    assert.equal((await entries(world)).length, 1);
  });

  test('Subscribing others is recorded for each channel with those who were not in it, oneself is not', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan, eve } = world.people;
    const subscriptions = [{ name: 'lounge' }];
    await world.as('ada').delete('/users/me/subscriptions', { subscriptions: ['lounge'] });
    await world.as('ada').post('/users/me/subscriptions', { subscriptions });
    assert.deepEqual(await entries(world), []);
    const principals = [ada.id, eve.id];
    await world.as('ada').delete('/users/me/subscriptions', { subscriptions: ['lounge'], principals });
    await world.as('ada').post('/users/me/subscriptions', { subscriptions, principals: [ada.id, dan.id] });
    const [added, removed, ...others] = await entries(world);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [added?.action, added?.target.name, added?.after],
      ['channel.add_subscribers', 'lounge', { user_ids: [dan.id] }],
    );
    assert.equal(removed?.action, 'channel.remove_subscribers');
    assert.deepEqual(removed.after, { user_ids: [eve.id] });
  });

  test('A deleted person leaves no name, email or network address in the audit log', async (t) => {
    const world = await makeWorld(t, engine, { alone: true, passwordHash });
    const { ben, dan } = world.people;
    await runAdmin(world.app, 'user-grant', {
      email: 'ada@example.com',
      permission: 'can_change_user_emails',
      revoke: false,
    });
    await world.as('ada').post('/invites', { invitee_emails: 'dan.old@example.com', stream_ids: [] });
    const change = async (changes: Params) => {
      const { status, json } = await world.as('ada').patch(`/users/${dan.id}`, changes);
      assert.equal(status, 200, json.msg);
    };
    await change({ new_email: 'dan.old@example.com' });
    await change({ new_email: 'dan.new@example.com', full_name: 'Daniel Canary' });
    await change({ role: 200 });
    await world.app.db.write(world.orgId, 'system', (tx) =>
      auditUser(tx, { id: dan.id, isBot: false }, 'update', {
        before: { ldap_entry: null },
        after: { ldap_entry: 'uid=dan.old,ou=people,dc=example', groups: [{ name: 'Dan Ito' }] },
      }),
    );
    await world.anonymous.post('/fetch_api_key', { username: 'dan.new@example.com', password });
    await world.as('ada').patch(`/users/${ben.id}`, { full_name: 'Benjamin' });
    await runAdmin(world.app, 'user-delete', { email: 'dan.new@example.com' });
    const all = await entries(world);
    const stored = await world.app.db.read.q.selectFrom('audit_entry').selectAll().execute();
    for (const text of [JSON.stringify(all), JSON.stringify(stored)])
      assert.doesNotMatch(text, /dan\.(old|new)|dan@|Canary|Dan Ito/);
    const signIn = all.find(({ action }) => action === 'user.sign_in');
    assert.deepEqual([signIn?.actor?.user_id, signIn?.ip_address, signIn?.client], [dan.id, null, null]);
    const renamed = all.find(({ after }) => after && 'full_name' in after && after.full_name === null);
    assert.equal(renamed?.target.id, dan.id);
    assert.deepEqual(
      all.filter(({ target }) => target.id === ben.id).map(({ after }) => after),
      [{ full_name: 'Benjamin' }],
    );
    assert.equal(all[0]?.action, 'user.delete');
  });

  test('Entries older than the server keeps them are deleted, and without a limit none', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { db, clock, config } = world.app;
    for (const name of ['Spinners', 'Dyers']) await world.as('ada').patch('/realm', { name });
    const day = 24 * 3600_000;
    const soon = Date.now() + day;
    const never = () => false;
    await deleteOldEntries({ db, clock, config: { ...config, auditLogDays: 0 } }, never, soon + 40_000 * day);
    assert.equal((await entries(world)).length, 2);
    await deleteOldEntries({ db, clock, config: { ...config, auditLogDays: 2 } }, never, soon);
    assert.equal((await entries(world)).length, 2);
    await deleteOldEntries({ db, clock, config: { ...config, auditLogDays: 2 } }, never, soon + 2 * day);
    assert.deepEqual(await entries(world), []);
  });
});

interface Downloaded {
  status: number;
  text: string;
  headers: Headers;
}

async function download(world: World, params: Params): Promise<Downloaded> {
  const authorization = basicAuthorization(world.people.ada);
  const query = new URLSearchParams(params as Record<string, string>);
  const response = await fetch(`${world.url}/api/v1/realm/audit_log/export?${query.toString()}`, {
    headers: { authorization },
  });
  const { status } = response;
  return {
    status,
    text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
    headers: response.headers,
  };
}

onBothEngines('The export of the audit log', (engine) => {
  test('The audit log is downloaded as JSON Lines with the entries that the API lists, and as CSV', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    await world.as('ben').patch(`/users/${dan.id}`, { role: 300 });
    await world.as('ada').patch('/realm', { name: 'Spinners' });
    const { json } = await world.as('ada').get('/realm/audit_log');
    const lines = await download(world, { format: 'jsonl' });
    assert.equal(lines.status, 200);
    assert.deepEqual(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      json.entries,
    );
    assert.match(
      lines.headers.get('content-disposition') ?? '',
      /^attachment; filename="audit-log-[\d-]+\.jsonl"$/,
    );
    assert.equal(lines.headers.get('cache-control'), 'no-store, private');
    const csv = await download(world, { format: 'csv', action: 'user.change_role' });
    const [header = '', row = '', ...rest] = csv.text.split('\r\n');
    assert.ok(header.startsWith('\uFEFF"id","time"'));
    assert.ok(row.includes('"Ben Okafor","api"') && row.includes('"{""role"":300}"'), row);
    assert.deepEqual(rest, ['']);
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  });

  test('A name that is a formula of spreadsheets is text in the CSV file', async (t) => {
    const world = await makeWorld(t, engine);
    await world
      .as('ada')
      .post('/channels/create', { name: '=HYPERLINK("http://evil.example")', subscribers: [] });
    const { text } = await download(world, { format: 'csv' });
    assert.ok(text.includes(`"'=HYPERLINK(""http://evil.example"")"`), text);
  });

  test('The file has every entry once, however many, and none of another organization', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const entry = {
      created_at: Date.now(),
      source: 'server',
      action: 'organization.update',
      target_type: 'organization',
    } as const;
    const { ids } = await world.app.db.write(world.orgId, 'system', async (tx) => {
      const inserted: number[] = [];
      for (let at = 0; at < 1001; at++) {
        const row = { ...entry, org_id: at === 500 ? other.orgId : world.orgId };
        const { id } = await tx.q
          .insertInto('audit_entry')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow();
        if (at !== 500) inserted.push(id);
      }
      return { ids: inserted };
    });
    const { text } = await download(world, { format: 'jsonl' });
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).id);
    assert.deepEqual(found, ids.toReversed());
  });

  test('Only owners can download the audit log, in a format that there is', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of names.filter((one) => one !== 'ada')) {
      const { status } = await world.as(who).get('/realm/audit_log/export', { format: 'csv' });
      assert.equal(status, 403, who);
    }
    assert.equal((await world.anonymous.get('/realm/audit_log/export', { format: 'csv' })).status, 401);
    for (const params of [{}, { format: 'xlsx' }, { format: 'csv', action: 'nonsense' }])
      assert.equal((await world.as('ada').get('/realm/audit_log/export', params)).status, 400);
  });

  test('A filter beyond all times is refused instead of breaking the download off', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, text } = await download(world, { format: 'csv', since: 1e20 });
    const { code } = JSON.parse(text) as { code: string };
    assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
  });
});
