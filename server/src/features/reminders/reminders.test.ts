import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { JsonValue, Params, Reply } from '../../../../tests/support/client.ts';
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
  test('A reminder of a bot is delivered to the bot', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const message_id = await say(world, 'eve', 'general', 'lunch', 'soup');
    const bot = world.as(await makeBot(world, 'dan'));
    const asked = { message_id, scheduled_delivery_timestamp: soon };
    assert.equal((await bot.post('/reminders', asked)).status, 200);
    const { json: kept } = await bot.get('/reminders');
    const { json: other } = await bot.post('/reminders', asked);
    assert.equal((await bot.delete(`/reminders/${String(other.reminder_id)}`)).status, 200);
    assert.deepEqual((await bot.get('/reminders')).json.reminders, kept.reminders);
    await world.app.jobs.runDue(dueMs);
    const { json } = await bot.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.match(json.messages[0].content, /soup/);
    assert.deepEqual((await bot.get('/reminders')).json.reminders, []);
  });

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
    const [added] = await queue.received();
    assert.deepEqual([added.op, added.reminders], ['add', [reminder]]);

    await world.app.jobs.runDue(dueMs);
    assert.deepEqual(await reminders(world, 'dan'), []);
    const [message, removed] = await queue.received();
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

  const hidden = 'it was deleted, or you no longer have access to it';
  const changes: Record<string, { act: (world: World, id: number) => Promise<Reply>; shows: string }> = {
    edited: {
      act: (world, id) => world.as('ada').patch(`/messages/${id}`, { content: 'redacted' }),
      shows: 'redacted',
    },
    deleted: { act: (world, id) => world.as('ada').delete(`/messages/${id}`), shows: hidden },
    'moved out of reach': {
      act: (world, id) =>
        world.as('ada').patch(`/messages/${id}`, {
          stream_id: world.channels.vault,
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: false,
        }),
      shows: hidden,
    },
    'in a channel that the person had to leave': {
      act: (world) =>
        world.as('ada').delete('/users/me/subscriptions', {
          subscriptions: ['design'],
          principals: [world.people.cleo.id],
        }),
      shows: hidden,
    },
  };
  for (const [how, { act, shows }] of Object.entries(changes))
    test(`A reminder of a message that is ${how} since shows what there is now, in lists, events and its delivery`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const message_id = await say(world, 'ada', 'design', 'keys', 'password is hunter2');
      const queue = await listenAs(world, 'cleo', { event_types: ['reminders'] });
      await remind(world, 'cleo', { message_id, note: 'look again' });
      assert.match(JSON.stringify(await reminders(world, 'cleo')), /look again.*hunter2/);
      const { status, json } = await act(world, message_id);
      assert.equal(status, 200, json.msg);
      const events = await queue.received();
      assert.deepEqual(
        events.map(({ op }) => op),
        ['remove', 'add'],
        'the first one would show the text that was there before',
      );
      const shown = await reminders(world, 'cleo');
      assert.deepEqual(events[1].reminders, shown);
      const { json: state } = await world.as('cleo').post('/register', { fetch_event_types: ['reminders'] });
      assert.deepEqual(state.reminders, shown);
      const messages = await listenAs(world, 'cleo', { event_types: ['message'] });
      await world.app.jobs.runDue(dueMs);
      const [delivered] = await messages.received();
      for (const text of [shown[0].content, shown[0].rendered_content, delivered.message.content]) {
        assert.doesNotMatch(text as string, /hunter2/);
        assert.ok(
          (text as string).includes(shows) && (text as string).includes('look again'),
          text as string,
        );
      }
    });

  test('A reminder that an earlier version stored with its quotation shows what there is now, too', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const message_id = await say(world, 'ada', 'general', 'keys', 'password is hunter2');
    const id = await remind(world, 'dan', { message_id, note: 'look\n\n> again' });
    const quotation = `@_**Ada|1** [wrote](/#narrow/channel/1-general/topic/keys/near/${message_id}):\n\n> password is hunter2`;
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const row = tx.q.updateTable('scheduled_message').where('id', '=', id);
      await row
        .set((column) => ({ content: sql`${column.ref('content')} || ${`\n\n${quotation}`}` }))
        .execute();
      await row.set({ rendered: '<p>password is hunter2</p>' }).execute();
    });
    const [before] = await reminders(world, 'dan');
    assert.equal((before.content as string).split('hunter2').length, 2);
    await world.as('ada').delete(`/messages/${message_id}`);
    const [reminder] = await reminders(world, 'dan');
    assert.match(reminder.content as string, /look\n\n> again\n\nThe message cannot be shown/);
    assert.match(reminder.rendered_content as string, /look.*again/s);
    assert.doesNotMatch(JSON.stringify(reminder), /hunter2/);
  });

  test('A reminder is not delivered to a person who is deactivated', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const message_id = await say(world, 'ada', 'general', 'lunch', 'soup');
    await remind(world, 'dan', { message_id });
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    await world.app.jobs.runDue(dueMs);
    const left = world.app.db.read.q.selectFrom('scheduled_message').select('id');
    assert.deepEqual(await left.execute(), []);
    const direct = world.app.db.read.q.selectFrom('message').select('id').where('direct_id', 'is not', null);
    assert.deepEqual(await direct.execute(), []);
  });
});
