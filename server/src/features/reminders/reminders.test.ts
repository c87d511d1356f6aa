import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const soon = Math.floor(Date.now() / 1000) + 3600;
const dueMs = (soon + 1) * 1000;

async function remind(world: World, who: Name, params: Params): Promise<number> {
  const { status, json } = await world
    .as(who)
    .post('/reminders', { scheduled_delivery_timestamp: soon, ...params });
  assert.equal(status, 200, json.msg);
  return json.reminder_id as number;
}

const reminders = async (world: World, who: Name) =>
  (await world.as(who).get('/reminders')).json.reminders as JsonValue[];

onBothEngines('A reminder', (engine) => {
  test('A reminder is delivered as a direct message of the notification bot with the message in it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const message_id = await say(world, 'eve', 'general', 'lunch', 'soup at @**Dan Ito**');
    const queue = await listenAs(world, 'dan', { event_types: ['reminders', 'message'] });
    const id = await remind(world, 'dan', { message_id, note: 'Bring bread.' });
    const [reminder, ...more] = await reminders(world, 'dan');
    assert.deepEqual(more, []);
    const { content, rendered_content, ...rest } = reminder;
    assert.deepEqual(rest, {
      reminder_id: id,
      type: 'private',
      to: [world.people.dan.id],
      scheduled_delivery_timestamp: soon,
      failed: false,
      reminder_target_message_id: message_id,
    });
    for (const part of ['Bring bread.', 'soup at', 'Eve Lindqvist', `near/${message_id}`])
      assert.ok(content.includes(part), part);
    const { json } = await world
      .as('dan')
      .post('/register', { fetch_event_types: ['reminders', 'scheduled_messages'] });
    assert.deepEqual([json.reminders, json.scheduled_messages], [[reminder], []]);
    assert.deepEqual(await reminders(world, 'eve'), []);

    await world.app.jobs.runDue(dueMs);
    assert.deepEqual(await reminders(world, 'dan'), []);
    const [added, message, removed] = await queue.received();
    assert.deepEqual([added.op, added.reminders], ['add', [reminder]]);
    assert.equal(message.message.sender_full_name, 'Notification Bot');
    assert.ok(
      message.message.content.includes('Bring bread.') || message.message.content.includes('<p>Your note'),
    );
    assert.ok(rendered_content.includes('<blockquote>'));
    assert.deepEqual([removed.op, removed.reminder_id], ['remove', id]);
  });

  test('A reminder requires an accessible message and a future time', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await sendDirect(world, 'dan', ['eve'], 'psst');
    const open = await say(world, 'dan', 'general', 'lunch', 'soup');
    const refused: [Params, string][] = [
      [{ message_id: secret }, 'Invalid message(s)'],
      [{ message_id: 999_999 }, 'Invalid message(s)'],
      [
        { message_id: open, scheduled_delivery_timestamp: 1_700_000_000 },
        'Scheduled delivery time must be in the future.',
      ],
      [{ message_id: open, note: 'x'.repeat(501) }, 'note is too long (limit: 500 characters)'],
    ];
    for (const [params, msg] of refused) {
      const { status, json } = await world
        .as('gus')
        .post('/reminders', { scheduled_delivery_timestamp: soon, ...params });
      assert.deepEqual([status, json.msg], [400, msg]);
    }
    assert.equal((await world.as('gus').post('/reminders', { message_id: open })).status, 400);
    assert.deepEqual(await reminders(world, 'gus'), []);
  });

  test('A reminder can be cancelled by its user only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const message_id = await say(world, 'dan', 'general', 'lunch', 'soup');
    const id = await remind(world, 'dan', { message_id });
    const { status, json } = await world.as('ada').delete(`/reminders/${id}`);
    assert.deepEqual([status, json.code, json.msg], [404, 'BAD_REQUEST', 'Reminder does not exist']);
    assert.equal((await world.as('dan').delete(`/scheduled_messages/${id}`)).status, 404);
    assert.equal((await world.as('dan').delete(`/reminders/${id}`)).status, 200);
    await world.app.jobs.runDue(dueMs);
    const dms = {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    };
    assert.deepEqual((await world.as('dan').get('/messages', dms)).json.messages, []);
  });
});
