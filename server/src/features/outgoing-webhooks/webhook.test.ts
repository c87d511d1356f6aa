import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { type RespondToCall, calledProgram } from '../../../../tests/support/services/called-program.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { OutgoingDelivery } from '../../../../wire/deliveries.ts';
import { heddleVersion } from '../../lib/version.ts';
import { recordDelivery, jobs, newExchange } from './deliveries.ts';

/** A world whose server may call this machine, with a bot of Dan's that calls the program. */
async function withBot(t: TestContext, engine: Engine, responses: RespondToCall, params: Params = {}) {
  const called = await calledProgram(t, responses);
  const world = await makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.1' } });
  // A test runs the jobs when it is ready for them.
  await world.app.jobs.stop();
  const bot = await makeBot(world, 'dan', { bot_type: 3, payload_url: called.url, ...params });
  return { ...called, world, bot };
}

const mention = (world: World, who: Name, content = 'Hello @**The Weaver**', channel = 'general') =>
  world.as(who).post('/messages', { type: 'channel', to: channel, topic: 'looms', content });

const write = (world: World, who: Name, bot: Account, content = 'Hello') =>
  world.as(who).post('/messages', { type: 'direct', to: [bot.id], content });

interface Message {
  sender_email: string;
  content: string;
  subject: string;
}

async function newest(world: World, who: Name, narrow: unknown[] = []): Promise<Message | undefined> {
  const query = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow };
  const { json } = await world.as(who).get('/messages', query);
  return (json.messages as Message[])[0];
}

const json = (value: unknown) => ({ body: JSON.stringify(value) });
const hour = 3600_000;

onBothEngines('Outgoing webhooks', (engine) => {
  test('An outgoing webhook gets messages that mention the bot, and its response is posted in the topic', async (t) => {
    const { world, bot, asked } = await withBot(t, engine, () => json({ content: 'At **work**' }));
    const { json: sent } = await mention(world, 'eve');
    await world.app.jobs.runDue();
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.type, 'application/json');
    assert.equal(asked[0].program, `Heddle/${heddleVersion}`);
    const { message, token, ...notified } = JSON.parse(asked[0].body) as Record<string, Params>;
    assert.deepEqual(notified, {
      data: 'Hello @**The Weaver**',
      bot_email: bot.email,
      bot_full_name: 'The Weaver',
      trigger: 'mention',
    });
    assert.match(token as unknown as string, /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(
      [message?.id, message?.sender_id, message?.type, message?.subject, message?.display_recipient],
      [sent.id, world.people.eve.id, 'stream', 'looms', 'general'],
    );
    assert.match(String(message?.rendered_content), /class="user-mention"/);
    const reply = await newest(world, 'eve');
    assert.deepEqual(
      [reply?.sender_email, reply?.content, reply?.subject],
      [bot.email, 'At **work**', 'looms'],
    );
  });

  test('An outgoing webhook can respond with a widget, and its owner is notified when it is invalid', async (t) => {
    const choice = { short_name: 'A', long_name: 'Silk', reply: 'silk' };
    const good = {
      widget_type: 'zform',
      extra_data: { type: 'choices', heading: 'Which?', choices: [choice] },
    };
    const widgets = [JSON.stringify(good), '{"widget_type":"game","extra_data":{}}'];
    const { world } = await withBot(t, engine, () =>
      json({ content: 'Silk or linen?', widget_content: widgets.shift() }),
    );
    await mention(world, 'eve');
    await world.app.jobs.runDue();
    const reply = (await newest(world, 'eve')) as Message & { submessages: { content: string }[] };
    assert.equal(reply.content, 'Silk or linen?');
    assert.deepEqual(
      reply.submessages.map((one) => JSON.parse(one.content)),
      [good],
    );
    await mention(world, 'eve');
    await world.app.jobs.runDue();
    const narrow = [{ operator: 'is', operand: 'dm' }];
    const notified = await newest(world, 'dan', narrow);
    assert.match(notified?.content ?? '', /unknown widget type: game/);
  });

  test('An outgoing webhook’s response shows linked images as a user’s message does', async (t) => {
    const content = 'https://pictures.example/loom.png';
    const { world } = await withBot(t, engine, () => json({ content }));
    await mention(world, 'eve');
    await world.app.jobs.runDue();
    const reply = await newest(world, 'eve', [{ operator: 'has', operand: 'image' }]);
    assert.equal(reply?.content, content);
  });

  test('An outgoing webhook gets direct messages and replies to the conversation', async (t) => {
    const { world, bot, asked } = await withBot(t, engine, () => json({ content: 'Yes' }));
    await world.as('eve').post('/messages', {
      type: 'direct',
      to: [bot.id, world.people.cleo.id],
      content: 'Are you there?',
    });
    await world.app.jobs.runDue();
    assert.equal((JSON.parse(asked[0]?.body ?? '') as Params).trigger, 'direct_message');
    for (const who of ['eve', 'cleo'] as const) assert.equal((await newest(world, who))?.content, 'Yes');
  });

  test('An outgoing webhook gets no other messages', async (t) => {
    const { world, bot, asked } = await withBot(t, engine, () => ({}));
    const other = await makeBot(world, 'eve', { full_name: 'Other', short_name: 'other' });
    for (const content of ['Hello', '`@**The Weaver**`', '@_**The Weaver**'])
      assert.equal((await mention(world, 'eve', content)).status, 200);
    await mention(world, 'ada', 'In private, @**The Weaver**', 'vault');
    await world.as(other).post('/messages', { type: 'direct', to: [bot.id], content: 'I am a bot' });
    await world.as(bot).post('/messages', { type: 'direct', to: [world.people.eve.id], content: 'Hi' });
    await mention(world, 'eve');
    await world.as('dan').delete(`/bots/${bot.id}`);
    await world.app.jobs.runDue();
    assert.deepEqual(asked, []);
  });

  test('An outgoing webhook can decline to respond', async (t) => {
    const responses = [
      { response_not_required: true, content: 'no' },
      {},
      { content: '' },
      { content: 7 },
      undefined,
    ];
    const { world, bot, asked } = await withBot(t, engine, () => json(responses.shift()));
    for (let i = 0; i < 5; i++) await write(world, 'eve', bot, `Number ${i}`);
    await world.app.jobs.runDue();
    assert.equal(asked.length, 5);
    assert.equal((await newest(world, 'eve'))?.content, 'Number 4');
  });

  test('An outgoing webhook uses the Slack format if configured', async (t) => {
    const answer = json({ text: 'Slack says hi' });
    const { world, asked } = await withBot(t, engine, () => answer, { interface_type: 2 });
    await mention(world, 'eve');
    await world.app.jobs.runDue();
    const form = new URLSearchParams(asked[0]?.body);
    assert.deepEqual(
      ['team_domain', 'channel_name', 'user_id', 'text', 'trigger_word'].map((name) => form.get(name)),
      [
        `localhost:${new URL(world.url).port}`,
        'general',
        `U${world.people.eve.id}`,
        'Hello @**The Weaver**',
        'mention',
      ],
    );
    assert.equal((await newest(world, 'eve'))?.content, 'Slack says hi');
  });

  test('An outgoing webhook is tried three times, then its owner is notified', async (t) => {
    const { world, bot, asked } = await withBot(t, engine, () => ({ status: 503 }));
    await write(world, 'eve', bot);
    const now = Date.now();
    for (let i = 0; i < 5; i++) await world.app.jobs.runDue(now + i * hour);
    assert.equal(asked.length, 3);
    const note = await newest(world, 'dan');
    assert.equal(note?.sender_email, 'notification-bot@heddle.invalid');
    assert.match(note.content, /@_\*\*The Weaver\|\d+\*\*.*It responded with status 503\./s);
    assert.equal((await newest(world, 'eve'))?.content, 'Hello');
    // The owner may yet have an email about the note.
    const calls = world.app.db.read.q.selectFrom('job').selectAll().where('kind', '=', 'callWebhook');
    assert.deepEqual(await calls.execute(), []);
  });

  test('An outgoing webhook’s response is posted after a temporary failure', async (t) => {
    const responses = [{ status: 500 }, json({ content: 'Better now' })];
    const { world, bot } = await withBot(t, engine, () => responses.shift() ?? {});
    await write(world, 'eve', bot);
    const now = Date.now();
    await world.app.jobs.runDue(now);
    await world.app.jobs.runDue(now + hour);
    assert.equal((await newest(world, 'eve'))?.content, 'Better now');
  });

  test('An outgoing webhook is not retried after a refusal or an invalid response', async (t) => {
    const responses = [{ status: 404 }, { body: 'Hello' }, { body: '[1]' }, { body: '"text"' }];
    const { world, bot, asked } = await withBot(t, engine, () => responses.shift() ?? {});
    const now = Date.now();
    for (const reason of ['status 404', 'not respond with JSON', 'a JSON object', 'a JSON object']) {
      await write(world, 'eve', bot);
      await world.app.jobs.runDue(now);
      await world.app.jobs.runDue(now + hour);
      assert.ok((await newest(world, 'dan'))?.content.includes(reason));
    }
    assert.equal(asked.length, 4);
  });

  test('An outgoing webhook never calls private addresses unless they are configured as reachable', async (t) => {
    const called = await calledProgram(t, () => json({ content: 'secret' }));
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.jobs.stop();
    const bot = await makeBot(world, 'dan', { bot_type: 3, payload_url: called.url });
    await write(world, 'eve', bot);
    await world.app.jobs.runDue();
    assert.deepEqual(called.asked, []);
    assert.match((await newest(world, 'dan'))?.content ?? '', /The address is not a public one\./);
  });

  test('An outgoing webhook’s failure notice does not name the location of a message that the owner cannot read', async (t) => {
    const { world, bot } = await withBot(t, engine, () => ({ status: 404 }));
    await write(world, 'eve', bot);
    await world.app.jobs.runDue();
    const note = await newest(world, 'dan');
    assert.match(note?.content ?? '', /for message \d+ failed/);
    assert.doesNotMatch(note?.content ?? '', /narrow/);
  });

  test('An outgoing webhook’s response is posted once even if it is called again', async (t) => {
    const { world, bot, asked } = await withBot(t, engine, () => json({ content: 'Once' }));
    const { json: sent } = await write(world, 'eve', bot);
    const { enqueue } = await import('../../core/jobs/queue.ts');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      enqueue(tx, jobs.callWebhook, {
        botId: bot.id,
        messageId: sent.id,
        trigger: 'direct_message',
      }),
    );
    await world.app.jobs.runDue();
    assert.equal(asked.length, 2);
    const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    const { json: all } = await world.as('eve').get('/messages', query);
    const said = (all.messages as Message[]).filter(({ content }) => content === 'Once');
    assert.equal(said.length, 1);
  });

  test('The last requests of an outgoing webhook are listed for its owner and administrators, and sent again', async (t) => {
    const responses = [
      { status: 404, body: 'Gone\0 away' },
      json({ content: 'First' }),
      json({ content: 'Second' }),
    ];
    const { world, bot } = await withBot(t, engine, () => responses.shift() ?? {});
    const path = `/heddle/bots/${bot.id}/deliveries`;
    const listed = async (who: Name = 'dan') =>
      (await world.as(who).get(path)).json.deliveries as OutgoingDelivery[];
    const sent: number[] = [];
    for (let i = 0; i < 2; i++) {
      sent.push((await mention(world, 'eve')).json.id);
      await world.app.jobs.runDue();
    }
    assert.deepEqual(
      (await listed()).map((one) => [
        one.message_id,
        one.trigger,
        one.attempt,
        one.status,
        one.error,
        one.response,
      ]),
      [
        [sent[1], 'mention', 1, 200, null, '{"content":"First"}'],
        [sent[0], 'mention', 1, 404, 'It responded with status 404.', 'Gone  away'],
      ],
    );
    assert.equal((await listed('ada')).length, 2);
    const [{ id } = { id: 0 }] = await listed();
    assert.equal((await world.as('dan').post(`${path}/${id}/send`)).status, 200);
    await world.app.jobs.runDue();
    assert.equal((await newest(world, 'eve'))?.content, 'Second');
    for (const refused of [await world.as('eve').get(path), await world.as('eve').post(`${path}/${id}/send`)])
      assert.equal(refused.status, 400);
    assert.equal((await world.as('gus').get(path)).status, 400);
    assert.equal((await world.as(bot).get(path)).status, 400);
    assert.equal((await world.as('dan').post(`${path}/999999/send`)).json.msg, 'There is no such delivery.');
  });

  test('An outgoing webhook has the last fifty requests listed', async (t) => {
    const { world, bot } = await withBot(t, engine, () => ({}));
    const record = { orgId: world.orgId, botId: bot.id, trigger: 'mention', attempt: 1 } as const;
    for (let i = 0; i < 52; i++)
      await recordDelivery(world.app, record, { ...newExchange(world.app.clock.now()), status: 200 + i });
    const { json: listed } = await world.as('dan').get(`/heddle/bots/${bot.id}/deliveries`);
    const statuses = (listed.deliveries as OutgoingDelivery[]).map(({ status }) => status);
    assert.deepEqual([statuses.length, statuses[0], statuses.at(-1)], [50, 251, 202]);
  });
});
