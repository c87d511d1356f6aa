import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { emailsTo, joinPathFor, sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';

async function onlyId(world: World): Promise<number> {
  const [only, ...others] = await listed(world, 'ada');
  assert.ok(only);
  assert.deepEqual(others, []);
  return only.id;
}

onBothEngines('Managing invitations', (engine) => {
  test('Invitations are revoked by their inviter and administrators only', async (t) => {
    const world = await makeWorld(t, engine);
    await invite(world, 'dan', { invitee_emails: 'a@example.com, b@example.com' });
    await invite(world, 'ada', { invitee_emails: 'c@example.com', invite_as: 100 });
    const [a, b, c] = (await listed(world, 'ada')).map(({ id }) => id);
    const ask = (who: Name, id: number | undefined) => world.as(who).delete(`/invites/${id ?? 0}`);
    for (const who of ['cleo', 'eve'] as const)
      assert.deepEqual((await ask(who, a)).json.msg, 'Must be an organization administrator');
    assert.equal((await ask('gus', a)).json.msg, 'Not allowed for guest users');
    const ofOwner = await ask('ben', c);
    assert.deepEqual([ofOwner.status, ofOwner.json.msg], [403, 'Must be an organization owner']);
    assert.equal((await listed(world, 'ada')).length, 3);
    assert.equal((await ask('dan', a)).status, 200);
    assert.equal((await ask('ben', b)).status, 200);
    assert.equal((await ask('ada', c)).status, 200);
    assert.deepEqual(await listed(world, 'ada'), []);
    for (const id of [a, 99_999]) assert.deepEqual((await ask('ada', id)).json.msg, 'No such invitation');
  });

  test('A resent invitation has a new link and expiry', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await invite(world, 'dan', { invite_expires_in_minutes: 60 });
    const before = await joinPathFor(world, 'hal@example.com');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('invitation')
        .set((eb) => ({
          invited_at: eb('invited_at', '-', 1800_000),
          expires_at: eb('expires_at', '-', 1800_000),
        }))
        .execute();
    });
    const id = await onlyId(world);
    assert.equal(
      (await world.as('eve').post(`/invites/${id}/resend`)).json.msg,
      'Must be an organization administrator',
    );
    assert.equal((await emailsTo(world, 'hal@example.com')).length, 1);
    assert.equal((await world.as('ben').post(`/invites/${id}/resend`)).status, 200);
    const links = (await emailsTo(world, 'hal@example.com')).map(
      ({ text }) => /\/join\/[\w-]+/.exec(text)?.[0],
    );
    assert.equal(new Set([before, ...links]).size, 2);
    const [now] = await listed(world, 'dan');
    assert.equal(Number(now?.expiry_date) - Number(now?.invited), 3600);
    assert.equal((await world.as('ben').post('/invites/99999/resend')).json.msg, 'No such invitation');
  });

  test('An invitation is resent at most five times a day, across users', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    await invite(world, 'dan', { invitee_emails: 'hal@example.com, ida@example.com' });
    const [hal, ida] = (await listed(world, 'ada')).map(({ id }) => id);
    const resend = (who: Name, id = 0) => world.as(who).post(`/invites/${id}/resend`);
    for (const who of ['dan', 'ben', 'dan', 'ada', 'dan'] as const)
      assert.equal((await resend(who, hal)).status, 200);
    const link = await joinPathFor(world, 'hal@example.com');
    for (const who of ['dan', 'ada'] as const) {
      const { status, json, headers } = await resend(who, hal);
      assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_HIT']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    assert.equal((await emailsTo(world, 'hal@example.com')).length, 6);
    assert.equal(await joinPathFor(world, 'hal@example.com'), link);
    assert.equal((await resend('dan', ida)).status, 200);
  });

  test('Invitation changes emit events to those who see the invitation', async (t) => {
    const world = await makeWorld(t, engine);
    const received = async (act: () => Promise<unknown>) => {
      const queues = await Promise.all(
        names.map((name) =>
          listen(world.as(name), { event_types: ['invites_changed'], fetch_event_types: [] }),
        ),
      );
      await act();
      const notified = await Promise.all(queues.map(async (queue) => (await queue.received()).length));
      return names.filter((_, place) => notified[place] === 1);
    };
    assert.deepEqual(await received(() => invite(world, 'dan')), ['ada', 'ben', 'dan']);
    const id = await onlyId(world);
    assert.deepEqual(await received(() => world.as('ada').post(`/invites/${id}/resend`)), [
      'ada',
      'ben',
      'dan',
    ]);
    assert.deepEqual(await received(() => world.as('ada').delete(`/invites/${id}`)), ['ada', 'ben', 'dan']);
    assert.deepEqual(await received(() => invite(world, 'gus')), []);
  });

  test('Invitations end with the deactivation of their inviter, and stay ended after reactivation', async (t) => {
    const world = await makeWorld(t, engine);
    await invite(world, 'dan');
    await invite(world, 'eve', { invitee_emails: 'ida@example.com' });
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    const left = async () => (await listed(world, 'ada')).map(({ email }) => email);
    assert.deepEqual(await left(), ['ida@example.com']);
    await world.as('ada').post(`/users/${world.people.dan.id}/reactivate`);
    assert.deepEqual(await left(), ['ida@example.com']);
  });
});

onBothEngines('Reusable invitation links', (engine) => {
  test('A reusable link is created, listed and revoked once', async (t) => {
    const world = await makeWorld(t, engine);
    const made = await world.as('ben').post('/invites/multiuse', { invite_as: 600 });
    assert.equal(made.status, 200, made.json.msg);
    const [link] = await listed(world, 'ben');
    assert.ok(link);
    const { id } = link;
    assert.deepEqual([link.link_url, link.is_multiuse, link.invited_as], [made.json.invite_link, true, 600]);
    assert.ok(!('email' in link));
    assert.equal((await world.as('ben').delete(`/invites/${id}`)).json.msg, 'No such invitation');
    assert.equal((await world.as('ben').post(`/invites/${id}/resend`)).json.msg, 'No such invitation');
    const revoke = (who: Name) => world.as(who).delete(`/invites/multiuse/${id}`);
    assert.equal((await revoke('dan')).status, 403);
    assert.equal((await revoke('ada')).status, 200);
    assert.equal((await revoke('ada')).json.msg, 'Invitation has already been revoked');
    assert.deepEqual(await listed(world, 'ben'), []);
    assert.equal((await world.as('ada').delete('/invites/multiuse/99999')).json.msg, 'No such invitation');
  });

  test('Creating a reusable link requires create_multiuse_invite_group and follows the same rules', async (t) => {
    const world = await makeWorld(t, engine);
    const ask = (who: Name, params: Params = {}) => world.as(who).post('/invites/multiuse', params);
    for (const [who, msg] of [
      ['cleo', 'Insufficient permission'],
      ['dan', 'Insufficient permission'],
      ['gus', 'Not allowed for guest users'],
    ] as const) {
      const { status, json } = await ask(who);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    const everyone = { new: { direct_members: [world.people.dan.id], direct_subgroups: [] } };
    assert.equal(
      (await world.as('ben').patch('/realm', { create_multiuse_invite_group: everyone })).status,
      403,
    );
    assert.equal(
      (await world.as('ada').patch('/realm', { create_multiuse_invite_group: everyone })).status,
      200,
    );
    assert.equal((await ask('dan', { invite_as: 200 })).status, 403);
    const invalid = await ask('dan', { stream_ids: [99_999] });
    assert.equal(invalid.json.msg, 'Invalid channel ID 99999. No invites were sent.');
    assert.equal((await ask('dan')).status, 200);
    assert.equal((await listed(world, 'dan')).length, 1);
  });

  test('A reusable link for owners is visible to owners only', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/invites/multiuse', { invite_as: 100 });
    assert.equal((await listed(world, 'ada')).length, 1);
    assert.deepEqual(await listed(world, 'ben'), []);
  });

  test('Without a mail server, those who may grant its role see the link of an email invitation', async (t) => {
    const getLinks = async (world: World, who: Name) =>
      (await listed(world, who)).map(({ link_url }) => link_url !== undefined);
    const world = await makeWorld(t, engine, { alone: true });
    await invite(world, 'ada', { invitee_emails: 'a@example.com', invite_as: 100 });
    await invite(world, 'dan', { invitee_emails: 'b@example.com' });
    assert.deepEqual(await getLinks(world, 'ada'), [true, true]);
    assert.deepEqual(await getLinks(world, 'ben'), [false, true]);
    assert.deepEqual(await getLinks(world, 'dan'), [true]);
    const [, ofDan] = await listed(world, 'ada');
    assert.ok(ofDan?.link_url?.endsWith(await joinPathFor(world, 'b@example.com')));
    const withMail = await makeWorld(t, engine, { alone: true, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
    await invite(withMail, 'ada', { invitee_emails: 'c@example.com' });
    assert.deepEqual(await getLinks(withMail, 'ada'), [false]);
  });
});

const forged = 'evil.example';
const forwarded = { headers: { 'x-forwarded-host': forged } };

/** Requests everything that sends a link to another user, with a forwarded host name that is not ours. Returns the sites of the links. */
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
