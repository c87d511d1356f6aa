import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listed } from '../../../../tests/support/fixtures/invites.ts';
import { sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const forged = 'evil.example';
const forwarded = { headers: { 'x-forwarded-host': forged } };

/** Everything that sends a link to someone else, asked with a forwarded host name that is not ours; the sites of the links. */
async function sitesInMail(world: World): Promise<string[]> {
  const as = world.people.ada;
  const form = { invitee_emails: 'hal@example.com', stream_ids: [] };
  const invitations = '/api/v1/invites';
  assert.equal((await atHost(world, forged, invitations, { as, form })).status, 404);
  assert.equal((await atHost(world, 'localhost', invitations, { as, form, ...forwarded })).status, 200);
  const [invitation] = await listed(world, 'ada');
  const again = `/api/v1/invites/${invitation?.id ?? 0}/resend`;
  assert.equal((await atHost(world, 'localhost', again, { as, form: {}, ...forwarded })).status, 200);
  for (const email of ['ida@example.com', 'dan@example.com'])
    assert.equal((await atHost(world, 'localhost', '/join', { form: { email }, ...forwarded })).status, 200);
  const emails = await sentEmails(world);
  assert.equal(emails.length, 4);
  return emails.flatMap(({ text }) => {
    assert.ok(!text.includes(forged), text);
    return /^(https?:\/\/[^/\s]+)/m.exec(text)?.[1] ?? [];
  });
}

async function linkAt(world: World, host: string): Promise<string> {
  const as = world.people.ada;
  const { status, json } = await atHost(world, host, '/api/v1/invites/multiuse', { as, form: {} });
  assert.equal(status, 200, json.msg);
  return new URL(String(json.invite_link)).origin;
}

onBothEngines('Join links', (engine) => {
  test('Join links use the configured base URL, whatever host a request names', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'https://chat.example.com:8443' } });
    await setOrganization(world, { invite_required: false });
    const site = 'https://chat.example.com:8443';
    assert.deepEqual(await sitesInMail(world), [site, site, site, site]);
    assert.equal(await linkAt(world, '127.0.0.1'), site);
  });

  test('Join links use the listening address without a base URL', async (t) => {
    const world = await makeWorld(t, engine, { config: { port: 0 } });
    await setOrganization(world, { invite_required: false });
    const site = `http://localhost:${new URL(world.url).port}`;
    assert.deepEqual(await sitesInMail(world), [site, site, site, site]);
    // Only the caller sees this one, and must be able to pass it on.
    assert.equal(await linkAt(world, '192.168.1.5:9000'), 'http://192.168.1.5:9000');
  });

  test('Join links contain the organization’s subdomain where there are several', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'http://chat.example.com' } });
    await setSubdomain(world, 'weavers');
    assert.equal(await linkAt(world, 'localhost'), 'http://chat.example.com');
    await addOrganization(world);
    assert.equal(await linkAt(world, 'weavers.chat.example.com'), 'http://weavers.chat.example.com');
  });
});

async function setSubdomain(world: World, subdomain: string): Promise<void> {
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q.updateTable('organization').set({ subdomain }).where('id', '=', world.orgId).execute();
    await tx.touch({ organization: true });
  });
  await world.app.organizations.refresh();
}
