import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, setOrganization, setRole } from '../../../../tests/support/change.ts';
import { Client, type Account, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getGroup, makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { joinPathFor } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const hal = { full_name: 'Hal Nilsen', password: 'nobody will guess' };

const fill = async (world: World, path: string, fields: Record<string, string>): Promise<number> =>
  (await fetch(world.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }))
    .status;

const readStatus = async (world: World, path: string): Promise<number> =>
  (await fetch(world.url + path)).status;

async function getLink(world: World, who: Name | Account, params: Params = {}): Promise<string> {
  const { status, json } = await world.as(who).post('/invites/multiuse', params);
  assert.equal(status, 200, json.msg);
  return new URL(json.invite_link).pathname;
}

async function invited(world: World, who: Name, params: Params = {}): Promise<string> {
  const { status, json } = await invite(world, who, params);
  assert.equal(status, 200, json.msg);
  return joinPathFor(world, 'hal@example.com');
}

/** The account that Hal made, and the names of its channels. */
async function accountOfHal(world: World): Promise<{ id: number; role: number; channels: string[] }> {
  const { json } = await world.as('ada').get('/users');
  const found = json.members.find((one: Params) => one.delivery_email === 'hal@example.com');
  assert.ok(found, 'Hal has an account');
  const login = { username: 'hal@example.com', password: hal.password };
  const { json: key } = await world.anonymous.post('/fetch_api_key', login);
  const client = new Client(world.url, { email: 'hal@example.com', apiKey: key.api_key });
  const subscriptions: Params[] = (await client.get('/users/me/subscriptions')).json.subscriptions;
  const channels = subscriptions.map(({ name }) => String(name)).sort();
  return { id: found.user_id, role: found.role, channels };
}

const secondOwner = (world: World): Promise<Account> => addPerson(world, 'olga', { role: 100 });

onBothEngines('Invitations of demoted users', (engine) => {
  test('An invitation to a role above its inviter’s is revoked when the inviter is demoted, with an event', async (t) => {
    const world = await makeWorld(t, engine);
    const olga = await secondOwner(world);
    const owners = await getLink(world, olga, { invite_as: 100 });
    const members = await getLink(world, olga, { invite_as: 400 });
    const [ben, maker, dan] = [
      await listen(world.as('ben'), { event_types: ['invites_changed'] }),
      await listen(world.as(olga), { event_types: ['invites_changed'] }),
      await listen(world.as('dan'), { event_types: ['invites_changed'] }),
    ];
    assert.equal((await world.as('ada').patch(`/users/${olga.id}`, { role: 400 })).status, 200);
    assert.equal((await ben.received()).length, 1);
    assert.equal((await maker.received()).length, 1);
    assert.deepEqual(await dan.received(), []);
    assert.deepEqual([await readStatus(world, owners), await readStatus(world, members)], [410, 410]);
    assert.deepEqual(await listed(world, 'ada'), []);
    assert.equal((await world.as('ada').patch(`/users/${olga.id}`, { role: 100 })).status, 200);
    assert.equal(await readStatus(world, owners), 410, 'rights that come back bring no invitation back');
  });

  test('An invitation stays valid while it is within the inviter’s remaining permissions', async (t) => {
    const world = await makeWorld(t, engine);
    const olga = await secondOwner(world);
    await setOrganization(world, { create_multiuse_invite_group: await systemGroup(world, 'role:members') });
    const members = await getLink(world, olga, { invite_as: 400 });
    const moderators = await getLink(world, olga, { invite_as: 300 });
    await world.as('ada').patch(`/users/${olga.id}`, { role: 400 });
    assert.deepEqual([await readStatus(world, members), await readStatus(world, moderators)], [200, 410]);
  });

  test('An invitation never grants a role above its inviter’s, even if it was not revoked', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const path = await invited(world, 'ben', { invite_as: 200 });
    await setRole(world, world.people.ben.id, 400);
    assert.equal(await fill(world, path, hal), 303);
    assert.equal((await accountOfHal(world)).role, 400);
  });

  test('An invitation skips channels, groups and a welcome message that its inviter may no longer give', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { design, lounge } = world.channels;
    const administrators = await systemGroup(world, 'role:administrators');
    const group = await makeGroup(world, 'ada', 'weavers', [], { can_add_members_group: administrators });
    const path = await invited(world, 'cleo', { stream_ids: [design, lounge] });
    const unsubscribed = await world.as('ada').delete('/users/me/subscriptions', {
      subscriptions: ['design'],
      principals: [world.people.cleo.id],
    });
    assert.equal(unsubscribed.status, 200, unsubscribed.json.msg);
    assert.equal(await fill(world, path, hal), 303);
    assert.deepEqual((await accountOfHal(world)).channels, ['lounge']);

    const ofBen = {
      invitee_emails: 'ida@example.com',
      group_ids: [group],
      welcome_message_custom_text: 'Mine',
    };
    assert.equal((await invite(world, 'ben', ofBen)).status, 200);
    await setRole(world, world.people.ben.id, 400);
    const ida = await joinPathFor(world, 'ida@example.com');
    assert.equal(await fill(world, ida, { ...hal, full_name: 'Ida Berg' }), 303);
    const { json } = await world.as('ada').get('/users');
    const found = json.members.find((one: Params) => one.delivery_email === 'ida@example.com');
    assert.ok(!(await getGroup(world, group)).members.includes(Number(found?.user_id)));
    const login = { username: 'ida@example.com', password: hal.password };
    const { json: key } = await world.anonymous.post('/fetch_api_key', login);
    const client = new Client(world.url, { email: 'ida@example.com', apiKey: key.api_key });
    const window = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
    const messages: Params[] = (await client.get('/messages', window)).json.messages;
    assert.ok(!messages.some(({ content }) => content === 'Mine'));
  });

  test('An invitation is revoked when the organization removes the permission from its inviter', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [path, ofAda] = [await invited(world, 'dan'), await getLink(world, 'ada')];
    const dan = await listen(world.as('dan'), { event_types: ['invites_changed'] });
    const administrators = await systemGroup(world, 'role:administrators');
    const members = await systemGroup(world, 'role:members');
    const permit = (old: number, id: number) =>
      world.as('ada').patch('/realm', { can_invite_users_group: { new: id, old } });
    assert.equal((await permit(members, administrators)).status, 200);
    assert.equal((await dan.received()).length, 1);
    assert.deepEqual([await readStatus(world, path), await readStatus(world, ofAda)], [410, 200]);
    assert.equal((await permit(administrators, members)).status, 200);
    assert.equal(await readStatus(world, path), 410);
    assert.equal(await fill(world, path, hal), 410);
  });

  test('An invitation is revoked when its inviter leaves the group with the permission', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const inside = await makeGroup(world, 'ada', 'hosts', ['dan']);
    const outside = await makeGroup(world, 'ada', 'recruiters', ['eve'], { subgroups: [inside] });
    await setOrganization(world, { can_invite_users_group: outside });
    const ofDan = await invited(world, 'dan');
    assert.equal((await invite(world, 'eve', { invitee_emails: 'ida@example.com' })).status, 200);
    const ofEve = await joinPathFor(world, 'ida@example.com');
    const subgroups = await world.as('ada').post(`/user_groups/${outside}/subgroups`, { delete: [inside] });
    assert.equal(subgroups.status, 200, subgroups.json.msg);
    assert.deepEqual([await readStatus(world, ofDan), await readStatus(world, ofEve)], [410, 200]);
    const left = await world
      .as('ada')
      .post(`/user_groups/${outside}/members`, { delete: [world.people.eve.id] });
    assert.equal(left.status, 200, left.json.msg);
    assert.equal(await readStatus(world, ofEve), 410);
    assert.deepEqual(await listed(world, 'ada'), []);
  });

  test('A revoked reusable link also ends pending confirmations', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const link = await getLink(world, 'ben', { invite_as: 200 });
    assert.equal(await fill(world, link, { email: 'hal@example.com' }), 200);
    const path = await joinPathFor(world, 'hal@example.com');
    assert.equal(await readStatus(world, path), 200);
    assert.equal((await world.as('ada').patch(`/users/${world.people.ben.id}`, { role: 400 })).status, 200);
    assert.deepEqual([await readStatus(world, link), await fill(world, path, hal)], [410, 410]);
  });

  test('An invitation is revoked when the bot that created it is no longer an administrator', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'recruiter-bot', { role: 200, botOwner: 'ada' });
    const link = await getLink(world, bot);
    assert.equal(await readStatus(world, link), 200);
    await setRole(world, bot.id, 400);
    assert.equal(await readStatus(world, link), 410);
    assert.deepEqual(await listed(world, 'ada'), []);
  });
});

async function systemGroup(world: World, name: string): Promise<number> {
  const { groups } = await world.app.organizations.cache(world.orgId);
  return groups.find('name', name)?.id ?? assert.fail(`There is no group ${name}.`);
}
