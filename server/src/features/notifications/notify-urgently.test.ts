import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { groupId } from '../../../../tests/support/change.ts';
import type { Reply } from '../../../../tests/support/client.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { pushService } from '../../../../tests/support/services/push-service.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { notifier } from './notifier.ts';

const minute = 60_000;
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

async function later(world: World, ms: number): Promise<void> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

async function pause(world: World, who: Name): Promise<void> {
  const { status } = await world.as(who).patch('/heddle/do_not_disturb', { until: inAnHour() });
  assert.equal(status, 200);
}

async function permit(world: World, group: string): Promise<void> {
  const change = { heddle_can_override_do_not_disturb_group: { new: await groupId(world, group) } };
  assert.equal((await world.as('ada').patch('/realm', change)).status, 200);
}

const notify = (world: World, who: Name, id: number, ...people: Name[]): Promise<Reply> =>
  world.as(who).post(`/heddle/urgent_notifications/${id}`, {
    user_ids: people.map((name) => world.people[name].id),
  });

async function accepted(reply: Promise<Reply>): Promise<void> {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
}

async function refused(reply: Promise<Reply>, why: RegExp): Promise<void> {
  const { status, json } = await reply;
  assert.deepEqual([status, why.test(json.msg)], [400, true], json.msg);
}

/** With permission for members, and a browser of Eve, who is not to be disturbed. */
async function makePaused(t: TestContext, engine: Engine) {
  const config = { reachableNetworks: '127.0.0.0/8' };
  const world = await makeWorld(t, engine, { alone: true, config });
  const service = await pushService(t);
  const { status } = await world.as('eve').post('/heddle/push_subscriptions', { ...service.subscribe() });
  assert.equal(status, 200);
  await permit(world, 'role:members');
  await pause(world, 'eve');
  const pushed = () => service.received.map(({ json }) => (json as { body?: string }).body);
  return { world, pushed };
}

onBothEngines('Urgent notifications', (engine) => {
  test('One message is pushed, emailed and shown at once, and what else there is waits', async (t) => {
    const { world, pushed } = await makePaused(t, engine);
    const queue = await listenAs(world, 'eve', { event_types: ['heddle_urgent_notification'] });
    await sendDirect(world, 'ada', ['eve'], 'waits');
    const id = await sendDirect(world, 'dan', ['eve'], 'cannot wait');
    await sendDirect(world, 'dan', ['eve'], 'waits too');
    await later(world, minute);
    assert.deepEqual(pushed(), []);
    for (let twice = 0; twice < 2; twice++) {
      await accepted(notify(world, 'dan', id, 'eve'));
      await later(world, minute);
    }
    assert.deepEqual(pushed(), ['cannot wait']);
    assert.deepEqual(
      (await queue.received()).map(({ message_id }) => message_id),
      [id],
    );
    await later(world, 3 * minute);
    const emails = await emailsTo(world, 'eve@example.com');
    assert.deepEqual(
      emails.map(({ text }) => [text.includes('cannot wait'), text.includes('waits')]),
      [[true, false]],
    );
    const why = (await world.as('eve').get(`/heddle/notifications/${id}`)).json;
    assert.ok(Math.abs(why.urgent_at - Date.now() / 1000) < 60);
    assert.match(why.explanation, /Its sender had you notified anyway/);

    const { status } = await world.as('eve').patch('/heddle/do_not_disturb', { until: null });
    assert.equal(status, 200);
    await later(world, 12 * minute);
    assert.deepEqual(pushed().toSorted(), ['cannot wait', 'waits', 'waits too']);
    assert.equal((await emailsTo(world, 'eve@example.com')).length, 3);
  });

  test('It works before it was decided who is notified, and not for what was read', async (t) => {
    const { world, pushed } = await makePaused(t, engine);
    await accepted(
      notify(world, 'dan', await say(world, 'dan', 'general', 'fire', '@**Eve Lindqvist**!'), 'eve'),
    );
    const read = await sendDirect(world, 'dan', ['eve'], 'read');
    await world.as('eve').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await accepted(notify(world, 'dan', read, 'eve'));
    await later(world, minute);
    assert.equal(pushed().length, 1);
  });

  test('People who have muted the sender or turned notifications off get none, and the sender cannot tell', async (t) => {
    const { world, pushed } = await makePaused(t, engine);
    const queue = await listenAs(world, 'eve', { event_types: ['heddle_urgent_notification'] });
    assert.equal((await world.as('eve').post(`/users/me/muted_users/${world.people.dan.id}`)).status, 200);
    await accepted(notify(world, 'dan', await sendDirect(world, 'dan', ['eve'], 'muted'), 'eve'));
    const off = {
      enable_offline_push_notifications: false,
      enable_offline_email_notifications: false,
      enable_desktop_notifications: false,
      enable_sounds: false,
    };
    assert.equal((await world.as('eve').patch('/settings', off)).status, 200);
    await accepted(notify(world, 'ben', await sendDirect(world, 'ben', ['eve'], 'turned off'), 'eve'));
    await later(world, 3 * minute);
    assert.deepEqual([pushed(), await queue.received()], [[], []]);
    assert.equal((await emailsTo(world, 'eve@example.com')).length, 0);
  });

  test('Nobody may do it unless the organization lets them', async (t) => {
    const world = await makeWorld(t, engine);
    await pause(world, 'eve');
    const id = await sendDirect(world, 'ada', ['eve']);
    await refused(notify(world, 'ada', id, 'eve'), /do not have permission/);
    await permit(world, 'role:administrators');
    await refused(
      notify(world, 'dan', await sendDirect(world, 'dan', ['eve']), 'eve'),
      /do not have permission/,
    );
    await accepted(notify(world, 'ada', id, 'eve'));
    const bot = await makeBot(world, 'ada');
    const params = { user_ids: [world.people.eve.id] };
    assert.equal((await world.as(bot).post(`/heddle/urgent_notifications/${id}`, params)).status, 400);
    assert.equal((await world.anonymous.post(`/heddle/urgent_notifications/${id}`, params)).status, 401);
  });

  test('It is for recent messages of one’s own, and for people whom they address and who are not to be disturbed', async (t) => {
    const world = await makeWorld(t, engine);
    await permit(world, 'role:members');
    await pause(world, 'eve');
    const direct = await sendDirect(world, 'dan', ['eve', 'ada']);
    await refused(notify(world, 'ada', direct, 'eve'), /Only its sender/);
    await refused(notify(world, 'ben', direct, 'eve'), /Invalid message/);
    await refused(notify(world, 'dan', 999_999_999, 'eve'), /Invalid message/);
    await refused(notify(world, 'dan', direct, 'ada'), /notified anyway/);
    await refused(notify(world, 'dan', direct, 'eve', 'ada'), /notified anyway/);
    await refused(notify(world, 'dan', direct, 'ben'), /neither sent to this person/);
    await refused(notify(world, 'dan', direct, 'dan'), /neither sent to this person/);
    await refused(notify(world, 'dan', direct), /user_ids/);
    const nobody = { user_ids: [999_999_999] };
    assert.equal((await world.as('dan').post(`/heddle/urgent_notifications/${direct}`, nobody)).status, 400);
    const all = await say(world, 'dan', 'general', 'lunch', 'Soup, @_**Eve Lindqvist**? @**all**');
    await refused(notify(world, 'dan', all, 'eve'), /neither sent to this person/);
    const elsewhere = await say(world, 'ada', 'design', 'plan', '@**Eve Lindqvist**');
    await refused(notify(world, 'ada', elsewhere, 'eve'), /neither sent to this person/);
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('message')
        .set({ sent_at: Date.now() - 25 * 60 * minute })
        .where('id', '=', direct)
        .execute(),
    );
    await refused(notify(world, 'dan', direct, 'eve'), /too old/);
  });
});
