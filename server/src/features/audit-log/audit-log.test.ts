import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { runAdmin } from '../../app/cli/admin.ts';

async function entries(world: World, params: Params = {}): Promise<AuditEntry[]> {
  const { status, json } = await world.as('ada').get('/realm/audit_log', params);
  assert.equal(status, 200, json.msg);
  return json.entries as AuditEntry[];
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
    assert.deepEqual([(rest.entries as AuditEntry[]).length, rest.has_more], [1, false]);
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
    const { text } = { text: JSON.stringify(await entries(world)) };
    assert.ok(!text.includes(String(api_key)) && !text.includes(options.password));
  });
});
