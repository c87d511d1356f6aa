import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import { basicAuthorization, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';

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
