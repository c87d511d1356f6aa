import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { createBot, makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { memoryFolder } from '../../../../tests/support/memory.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

interface Message {
  id: number;
  content: string;
  subject: string;
  sender_id: number;
  client: string;
  submessages: { content: string }[];
}

const embedded = (world: World, name: string, config: Params = {}): Promise<Account> =>
  makeBot(world, 'dan', { bot_type: 4, service_name: name, config_data: config });

async function messages(world: World, who: Name, narrow: unknown[]): Promise<Message[]> {
  const range = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
  return (await world.as(who).get('/messages', { ...range, narrow })).json.messages;
}

const inTopic = (world: World, topic: string) =>
  messages(world, 'ada', [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
  ]);

const withBot = (world: World, who: Name, bot: Account) =>
  messages(world, who, [{ operator: 'dm', operand: [bot.id] }]);

/** The first message of the bot among those that are looked up. */
async function answer(bot: Account, look: () => Promise<Message[]>, count = 1): Promise<Message> {
  let found: Message[] = [];
  await until('the bot has answered', async () => {
    found = (await look()).filter(({ sender_id }) => sender_id === bot.id);
    return found.length >= count;
  });
  return found.at(-1) ?? assert.fail();
}

const mention = (world: World, who: Name, topic: string, text: string) =>
  say(world, who, 'general', topic, `@**The Weaver** ${text}`);

const write = async (world: World, who: Name, bot: Account, content: string): Promise<void> => {
  const { status, json } = await world.as(who).post('/messages', { type: 'direct', to: [bot.id], content });
  assert.equal(status, 200, json.msg);
};

/** A folder of programs as an operator fills it: their bodies by name. */
function writePrograms(t: TestContext, programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-bots-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, body] of Object.entries(programs)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'bot.json'), '{"config": {"word": "warp"}}');
    writeFileSync(join(folder, name, 'index.js'), `export default async (call, bot) => { ${body} };\n`);
  }
  return folder;
}

onBothEngines('Embedded bots', (engine) => {
  test('The programs of the server are listed with their settings, and a bot is made of one', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/register', { event_types: ['realm_embedded_bots'] });
    const programs: { name: string; config: object }[] = json.realm_embedded_bots;
    assert.deepEqual(
      programs.filter(({ name }) => name === 'faq'),
      [{ name: 'faq', config: { channel: 'faq' } }],
    );
    assert.ok(['poll', 'standup'].every((name) => programs.some((program) => program.name === name)));
    const refused = async (params: Params) =>
      refusal(await createBot(world.as('dan'), { bot_type: 4, ...params }))[2];
    for (const service_name of ['loom', '../faq', '__proto__', ''])
      assert.equal(await refused({ service_name }), 'Invalid embedded bot name.');
    const unknown = { service_name: 'faq', config_data: { url: 'x' } };
    assert.equal(await refused(unknown), 'The bot has no setting url.');
    const bot = await embedded(world, 'faq', { channel: 'lounge' });
    const { json: registered } = await world.as('dan').post('/register', { event_types: ['realm_bot'] });
    const mine = (registered.realm_bots as { user_id: number; services: unknown[] }[]).find(
      ({ user_id }) => user_id === bot.id,
    );
    assert.deepEqual(mine?.services, [{ service_name: 'faq', config_data: { channel: 'lounge' } }]);
  });

  test('A bot that fails is reported to its owner once an hour, and the next call is made', async (t) => {
    const botsDir = writePrograms(t, {
      broken: `if (call.text === 'break') throw new Error('out of yarn'); await bot.reply(bot.config.word);`,
      chatty: `for (let i = 0; i < 9; i++) await bot.reply('again');`,
    });
    const world = await makeWorld(t, engine, { config: { botsDir } });
    const bot = await embedded(world, 'broken');
    await write(world, 'eve', bot, 'break');
    await write(world, 'eve', bot, 'break');
    await world.app.jobs.runDue();
    await write(world, 'eve', bot, 'go on');
    await world.app.jobs.runDue();
    const { content } = await answer(bot, () => withBot(world, 'eve', bot));
    assert.equal(content, 'warp');
    const notices = (await noticesFor(world)).filter((notice) => notice.content.includes('out of yarn'));
    assert.equal(notices.length, 1);
    const { json } = await world.as('dan').get(`/heddle/bots/${bot.id}/deliveries`);
    const errors = json.deliveries.map(({ error }: { error: string | null }) => error);
    assert.deepEqual(errors, [null, 'Error: out of yarn', 'Error: out of yarn']);
    const params = { full_name: 'Chatty', short_name: 'chatty', bot_type: 4, service_name: 'chatty' };
    const chatty = await makeBot(world, 'dan', params);
    await write(world, 'eve', chatty, 'hello');
    await world.app.jobs.runDue();
    const replies = (await withBot(world, 'eve', chatty)).filter(({ sender_id }) => sender_id === chatty.id);
    assert.equal(replies.length, 5);
  });

  test('An embedded bot is not called by other bots, and not where it may not read', async (t) => {
    const botsDir = writePrograms(t, { echo: `await bot.reply(call.text);` });
    const world = await makeWorld(t, engine, { config: { botsDir } });
    const bot = await embedded(world, 'echo');
    const other = await makeBot(world, 'dan', { full_name: 'Other', short_name: 'other' });
    await world.as(other).post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'lunch',
      content: '@**The Weaver** hi',
    });
    await say(world, 'ada', 'vault', 'lunch', '@**The Weaver** hi');
    await world.app.jobs.runDue();
    await mention(world, 'eve', 'lunch', 'hi');
    await world.app.jobs.runDue();
    const replies = (await messages(world, 'ada', [])).filter(({ sender_id }) => sender_id === bot.id);
    assert.deepEqual(
      replies.map(({ content }) => content),
      ['hi'],
    );
  });
});

test('The poll bot makes a poll of a question and its options', async (t) => {
  const world = await makeWorld(t, 'sqlite');
  const bot = await embedded(world, 'poll');
  await mention(world, 'eve', 'lunch', 'Lunch? | soup | salad | soup');
  const poll = await answer(bot, () => inTopic(world, 'lunch'));
  assert.equal(poll.client, 'EmbeddedBot');
  assert.deepEqual(JSON.parse(poll.submessages[0]?.content ?? '').extra_data, {
    question: 'Lunch?',
    options: ['soup', 'salad'],
  });
});

test('The standup bot posts what people write to it, and remembers who has reported', async (t) => {
  const world = await makeWorld(t, 'sqlite');
  const config = { topic: 'Standup', team: 'Eve Lindqvist, Dan Ito' };
  const bot = await embedded(world, 'standup', config);
  await write(world, 'eve', bot, 'Warped the loom');
  await answer(bot, () => withBot(world, 'eve', bot));
  const posted = await answer(bot, () => inTopic(world, 'Standup'));
  assert.equal(posted.content, `@_**Eve Lindqvist|${world.people.eve.id}**:\nWarped the loom`);
  await write(world, 'eve', bot, 'who');
  const { content } = await answer(bot, () => withBot(world, 'eve', bot), 2);
  assert.match(content, /^Reported on \d{4}-\d\d-\d\d: Eve Lindqvist\. Not yet: Dan Ito\.$/);
});

test('The FAQ bot answers with the topic that fits best, from a channel that its account may read', async (t) => {
  const world = await makeWorld(t, 'sqlite');
  const bot = await embedded(world, 'faq', { channel: 'general' });
  await say(world, 'ada', 'general', 'How is the loom warped?', 'With **care**.');
  await say(world, 'ada', 'general', 'Where is the yarn?', 'Upstairs.');
  await write(world, 'eve', bot, 'how do I warp the loom, how is it warped');
  const { content } = await answer(bot, () => withBot(world, 'eve', bot));
  assert.equal(content, '#**general>How is the loom warped?**\n```quote\nWith **care**.\n```');
  await world.as('dan').patch(`/bots/${bot.id}`, { config_data: { channel: 'vault' } });
  await write(world, 'eve', bot, 'loom');
  await until('the owner is notified', async () => (await noticesFor(world)).length > 0);
  const [notice] = await noticesFor(world);
  assert.match(notice?.content ?? '', /Invalid channel ID/);
});

/** What the notification bot has written to the owner of the bots. */
const noticesFor = (world: World): Promise<Message[]> =>
  messages(world, 'dan', [{ operator: 'is', operand: 'dm' }]).then((all) =>
    all.filter(({ content }) => content.startsWith('Calling your bot')),
  );
