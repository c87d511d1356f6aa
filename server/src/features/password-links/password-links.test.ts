import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson, groupId, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { joinPathFor } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { setGrant } from '../../core/users/grants.ts';

const password = 'a shuttle and a reed';
const hal = { email: 'hal@example.com', full_name: 'Hal Nilsen' };

const linkFor = (world: World, who: Name, userId: number) =>
  world.as(who).post(`/heddle/users/${userId}/password_link`);

/** A link that was given to someone. */
async function getLink(world: World, who: Name, userId: number): Promise<string> {
  const { status, json } = await linkFor(world, who, userId);
  assert.equal(status, 200, json.msg);
  return new URL(String(json.password_link)).pathname;
}

/** The statuses of the page and of a password sent to it, as in a browser without a session. */
async function use(world: World, path: string, chosen = password): Promise<[number, number]> {
  const shown = await fetch(world.url + path);
  const body = new URLSearchParams({ password: chosen });
  const sent = await fetch(world.url + path, { method: 'POST', body, redirect: 'manual' });
  return [shown.status, sent.status];
}

async function changeRole(world: World, userId: number, role: number): Promise<void> {
  const { status, json } = await world.as('ada').patch(`/users/${userId}`, { role });
  assert.equal(status, 200, json.msg);
}

async function deactivate(world: World, userId: number): Promise<void> {
  assert.equal((await world.as('ada').delete(`/users/${userId}`)).status, 200);
}

const signIn = async (world: World, username: string): Promise<number> =>
  (await world.anonymous.post('/fetch_api_key', { username, password })).status;

onBothEngines('Added people', (engine) => {
  test('An administrator adds a person, who chooses a password with a link that works once', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ben').post('/heddle/users', hal);
    assert.equal(status, 200, json.msg);
    const path = new URL(String(json.password_link)).pathname;
    assert.equal(await signIn(world, hal.email), 401);
    assert.match(await (await fetch(world.url + path)).text(), /You have an account in Weavers/);
    const race = await Promise.all([use(world, path, 'one shuttle 17'), use(world, path, 'one shuttle 17')]);
    assert.equal(race.filter(([, sent]) => sent === 303).length, 1);
    assert.deepEqual(await use(world, path), [404, 404]);
    const { json: seen } = await world.as('dan').get(`/users/${json.user_id}`);
    assert.deepEqual([seen.user.full_name, seen.user.role], ['Hal Nilsen', 400]);
    const { json: subscribed } = await world.as('ada').get(`/users/${json.user_id}/channels`);
    assert.notDeepEqual(subscribed.subscribed_channel_ids, []);
  });

  test('Only administrators who may invite add people, with at most their own role, to free and allowed addresses', async (t) => {
    const world = await makeWorld(t, engine);
    const add = async (who: Name, changes: Record<string, unknown> = {}) =>
      (await world.as(who).post('/heddle/users', { ...hal, ...changes })).status;
    for (const who of ['cleo', 'dan', 'gus'] as const) assert.equal(await add(who), 403, who);
    assert.equal((await world.anonymous.post('/heddle/users', hal)).status, 401);
    assert.equal((await world.as(await makeBot(world, 'ben')).post('/heddle/users', hal)).status, 403);
    assert.equal(await add('ben', { role: 100 }), 403);
    assert.equal(await add('ben', { email: 'DAN@example.com' }), 400);
    assert.equal(await add('ben', { email: 'no address' }), 400);
    assert.equal(await add('ben', { full_name: ' ' }), 400);
    await setOrganization(world, { can_invite_users_group: await groupId(world, 'role:owners') });
    assert.equal(await add('ben'), 400);
    assert.equal(await add('ada', { role: 100 }), 200);
  });
});

onBothEngines('Invitations of people who are added', (engine) => {
  test('They end, and bring nobody back who is deleted later', async (t) => {
    const world = await makeWorld(t, engine);
    const invited = {
      invitee_emails: `${hal.email},ivy@example.com`,
      stream_ids: [],
      invite_expires_in_minutes: 600,
    };
    assert.equal((await world.as('ada').post('/invites', invited)).status, 200);
    const path = await joinPathFor(world, hal.email);
    assert.equal((await fetch(world.url + path)).status, 200);
    const { json: added } = await world.as('ada').post('/heddle/users', hal);
    const left = (await world.as('ada').get('/invites')).json.invites as { email: string }[];
    assert.deepEqual(
      left.map(({ email }) => email),
      ['ivy@example.com'],
    );
    const actions = { actions: { delete_profile: true } };
    assert.equal((await world.as('ada').delete(`/users/${added.user_id}`, actions)).status, 200);
    assert.equal((await fetch(world.url + path)).status, 410);
  });
});

onBothEngines('Password links', (engine) => {
  test('A link for someone leaves the password until it is used, is recorded, and reported to the person', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const first = await getLink(world, 'ben', dan.id);
    const { json } = await world.as('dan').get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: JSON.stringify([{ operator: 'is', operand: 'dm' }]),
      apply_markdown: false,
    });
    assert.match(String(json.messages.at(-1)?.content), /Ben.* has created a link/);
    const { json: log } = await world.as('ada').get('/realm/audit_log');
    const entry = log.entries.find((one: { action: string }) => one.action === 'user.reset_password');
    assert.equal(entry?.target.id, dan.id);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    const second = await getLink(world, 'ada', dan.id);
    assert.deepEqual(await use(world, first), [404, 404], 'replaced');
    assert.deepEqual(await use(world, second), [200, 303]);
    assert.deepEqual(await use(world, second), [404, 404]);
    assert.equal(await signIn(world, 'dan@example.com'), 200);
  });

  test('Nobody gets a link for themselves, for someone with a higher role, a bot, or a deactivated account', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, cleo, dan } = world.people;
    const status = async (who: Name, userId: number) => (await linkFor(world, who, userId)).status;
    assert.equal(await status('ben', ada.id), 403, 'an owner');
    assert.equal(await status('ben', ben.id), 400);
    assert.equal(await status('cleo', dan.id), 403, 'by a moderator');
    assert.equal(await status('dan', cleo.id), 403, 'by a member');
    assert.equal(await status('ben', (await makeBot(world, 'dan')).id), 400);
    assert.equal(await status('ben', 999_999_999), 400);
    const key = await makeKey(world, 'ben', { scopes: ['full', 'lasting_access'] });
    assert.equal((await key.client.post(`/heddle/users/${dan.id}/password_link`)).status, 403, 'a named key');
    await world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, dan.id, 'can_create_users', true));
    assert.equal(await status('ben', dan.id), 403, 'who may do what only the operator grants');
    await deactivate(world, dan.id);
    assert.equal(await status('ben', dan.id), 400);
  });

  test('A link ends when its maker is demoted or deactivated, when the person is promoted, deactivated or in another organization', async (t) => {
    const world = await makeWorld(t, engine);
    const { ben, dan } = world.people;
    const refused = async (path: string) => assert.deepEqual(await use(world, path), [404, 404]);
    const demoted = await getLink(world, 'ben', dan.id);
    await changeRole(world, ben.id, 400);
    await refused(demoted);
    await changeRole(world, ben.id, 200);
    await refused(demoted);
    const promoted = await getLink(world, 'ben', dan.id);
    await changeRole(world, dan.id, 100);
    await refused(promoted);
    await changeRole(world, dan.id, 400);
    const left = await getLink(world, 'ben', dan.id);
    await deactivate(world, dan.id);
    assert.equal((await world.as('ada').post(`/users/${dan.id}/reactivate`)).status, 200);
    await refused(left);
    const olga = await addPerson(world, 'olga', { role: 200 });
    const made = await world.as(olga).post(`/heddle/users/${dan.id}/password_link`);
    await deactivate(world, olga.id);
    assert.equal((await world.as('ada').post(`/users/${olga.id}/reactivate`)).status, 200);
    await refused(new URL(String(made.json.password_link)).pathname);
    const elsewhere = await getLink(world, 'ben', dan.id);
    const { orgId } = await addOrganization(world);
    const move = (to: number) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        tx.q.updateTable('account_link').set({ org_id: to }).where('user_id', '=', dan.id).execute(),
      );
    await move(orgId);
    await refused(elsewhere);
    await move(world.orgId);
    assert.deepEqual(await use(world, elsewhere), [200, 303]);
  });

  test('With a mail server, links go to the address of the person only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
    const { json: reset } = await linkFor(world, 'ben', world.people.dan.id);
    const { json: added } = await world.as('ben').post('/heddle/users', hal);
    assert.deepEqual([reset.password_link, added.password_link], [null, null]);
    const jobs = await world.app.db.read.q.selectFrom('job').select('payload').execute();
    const mails = jobs.map(({ payload }) => payload).filter((payload) => payload.includes('/reset/'));
    for (const address of ['dan@example.com', hal.email])
      assert.equal(mails.filter((payload) => payload.includes(address)).length, 1, address);
  });
});
