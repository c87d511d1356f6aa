import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SlashCommand } from '../../../../wire/slash-commands.ts';
import { groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { type RespondToCall, calledProgram } from '../../../../tests/support/services/called-program.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/heddle/slash_commands';
const json = (value: unknown) => ({ body: JSON.stringify(value) });

const only = ({ id }: { id: number }) => ({ direct_members: [id], direct_subgroups: [] });

const use = (world: World, who: Name, command: string, place: Params = {}) =>
  world.as(who).post('/zcommand', { command, ...place });

/** A world with a command `/weather` for members, which calls the program through a bot of Dan's. */
async function withCommand(t: TestContext, engine: Engine, responses: RespondToCall, params: Params = {}) {
  const called = await calledProgram(t, responses);
  const world = await makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.1' } });
  const bot = await makeBot(world, 'dan', { bot_type: 3, payload_url: called.url, ...params });
  const group_id = await groupId(world, 'role:members');
  const command = { name: 'weather', description: 'Shows the weather', bot_id: bot.id, group_id };
  const { status, json: made } = await world.as('ada').post(path, command);
  assert.equal(status, 200, made.msg);
  const channel = { type: 'channel', to: world.channels.general, topic: 'looms' };
  return { ...called, world, bot, command, channel, id: made.id as number };
}

const listed = async (world: World, who: Name) =>
  (await world.as(who).get(path)).json.slash_commands as SlashCommand[];

onBothEngines('Commands of every server', (engine) => {
  test('POST /zcommand changes themes and width, says so, and refuses what it does not know', async (t) => {
    const world = await makeWorld(t, engine);
    const said = async (command: string) => (await use(world, 'dan', command)).json.msg;
    assert.deepEqual(
      [await said('/ping'), await said('/dark'), await said(' /dark '), await said('/fluid-width')],
      [
        '',
        'Changed to dark theme! To revert dark theme, type `/light`.',
        'You are still in dark theme.',
        'Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.',
      ],
    );
    const registered = await world.as('dan').post('/register', { fetch_event_types: ['user_settings'] });
    const settings = registered.json.user_settings as { color_scheme: number; fluid_layout_width: boolean };
    assert.deepEqual([settings.color_scheme, settings.fluid_layout_width], [2, true]);
    for (const [command, msg] of [
      ['dark', 'There should be a leading slash in the zcommand.'],
      ['/constructor', 'No such command: constructor'],
      ['/a\u0000b', 'No such command: a\u0000b'],
    ] as const)
      assert.equal(await said(command), msg);
  });
});

onBothEngines('Slash commands', (engine) => {
  test('A slash command calls its webhook with the text and the conversation, and shows the response to its user', async (t) => {
    const { world, bot, asked, channel } = await withCommand(t, engine, () =>
      json({ content: 'It **rains**' }),
    );
    const { status, json: answered } = await use(world, 'eve', '/weather  in Berlin', channel);
    assert.deepEqual(
      [status, answered.msg, answered.rendered_content, answered.message_id],
      [200, 'It **rains**', '<p>It <strong>rains</strong></p>', null],
    );
    const { token, user, ...sent } = JSON.parse(asked[0]?.body ?? '') as Params;
    assert.match(String(token), /^\w{32}$/);
    assert.equal((user as { id: number }).id, world.people.eve.id);
    assert.deepEqual(sent, {
      data: '/weather in Berlin',
      trigger: 'slash_command',
      command: '/weather',
      text: 'in Berlin',
      bot_email: bot.email,
      bot_full_name: 'The Weaver',
      conversation: {
        type: 'channel',
        stream_id: channel.to,
        stream_name: 'general',
        topic: 'looms',
      },
    });
    const { json: log } = await world.as('dan').get(`/heddle/bots/${bot.id}/deliveries`);
    const [delivery] = log.deliveries as { trigger: string; status: number; message_id: unknown }[];
    assert.deepEqual(
      [delivery?.trigger, delivery?.status, delivery?.message_id],
      ['slash_command', 200, null],
    );
  });

  test('The response to a slash command is posted by the bot if its webhook wants that', async (t) => {
    const respond = { content: 'It rains', response_type: 'in_channel' };
    const { world, bot, channel } = await withCommand(t, engine, () => json(respond));
    const { json: answered } = await use(world, 'eve', '/weather `now`', channel);
    const query = { apply_markdown: false };
    const { json: found } = await world.as('dan').get(`/messages/${String(answered.message_id)}`, query);
    const { content, sender_id: sender, subject } = found.message as Params;
    assert.match(String(content), /^@_\*\*.*\|\d+\*\*: `` \/weather `now` ``\n\nIt rains$/);
    assert.deepEqual([sender, subject], [bot.id, 'looms']);
    const direct = { type: 'direct', to: [world.people.cleo.id] };
    const alone = await use(world, 'eve', '/weather', direct);
    assert.deepEqual([alone.json.msg, alone.json.message_id], ['It rains', null]);
  });

  test('A slash command with the Slack format sends a form and understands the response', async (t) => {
    const { world, asked, channel } = await withCommand(t, engine, () => json({ text: 'Sun' }), {
      interface_type: 2,
    });
    const { json: answered } = await use(world, 'eve', '/weather Rome', channel);
    assert.equal(answered.msg, 'Sun');
    const form = new URLSearchParams(asked[0]?.body);
    assert.deepEqual(
      ['command', 'text', 'channel_name', 'user_id'].map((name) => form.get(name)),
      ['/weather', 'Rome', 'general', `U${world.people.eve.id}`],
    );
  });

  test('The user of a slash command is shown why its webhook failed', async (t) => {
    const responses = [{ status: 500 }, { status: 404 }, { body: 'x' }];
    const { world } = await withCommand(t, engine, () => responses.shift() ?? {});
    for (const reason of [
      'It responded with status 500.',
      'It responded with status 404.',
      'It did not respond with JSON.',
    ]) {
      const { status, json: refused } = await use(world, 'eve', '/weather');
      assert.deepEqual([status, refused.msg], [400, `/weather failed. ${reason}`]);
    }
    const { json: nothing } = await use(world, 'eve', '/weather');
    assert.deepEqual([nothing.msg, nothing.rendered_content], ['', null]);
  });

  test('A slash command is for the members of its group, where they may write', async (t) => {
    const { world, asked, id } = await withCommand(t, engine, () => json({ content: 'x' }));
    const vault = { type: 'channel', to: world.channels.vault, topic: 'x' };
    const unknown = await use(world, 'gus', '/weather');
    assert.deepEqual([unknown.status, unknown.json.msg], [400, 'No such command: weather']);
    assert.equal((await use(world, 'eve', '/weather', vault)).json.code, 'STREAM_DOES_NOT_EXIST');
    const robot = await makeBot(world, 'eve', { short_name: 'robot', full_name: 'Robot' });
    assert.equal((await world.as(robot).post('/zcommand', { command: '/weather' })).status, 400);
    assert.deepEqual(asked, []);
    assert.deepEqual([(await listed(world, 'gus')).length, (await listed(world, 'eve')).length], [0, 1]);
    const owners = await groupId(world, 'role:owners');
    await world.as('ben').patch(`${path}/${id}`, { group_id: owners });
    assert.deepEqual(
      [(await listed(world, 'ben'))[0]?.can_use, (await listed(world, 'eve')).length],
      [false, 0],
    );
  });

  test('The response to a slash command is posted to no direct conversation that its user may not begin', async (t) => {
    const { world, asked, bot } = await withCommand(t, engine, () =>
      json({ content: 'x', response_type: 'in_channel' }),
    );
    const place = { type: 'direct', to: [bot.id, world.people.eve.id] };
    const isRead = async () =>
      (await world.as('eve').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).json
        .messages[0]?.sender_id === bot.id;
    const nobody = await groupId(world, 'role:nobody');
    for (const name of ['direct_message_initiator_group', 'direct_message_permission_group']) {
      await setOrganization(world, { [name]: nobody });
      assert.equal((await use(world, 'dan', '/weather', place)).status, 400, name);
      await setOrganization(world, { [name]: await groupId(world, 'role:everyone') });
    }
    assert.deepEqual([asked, await isRead()], [[], false]);
    assert.equal((await use(world, 'dan', '/weather', place)).status, 200);
    assert.equal(await isRead(), true);
  });

  for (const [what, status, lose] of [
    ['of a user who was deactivated', 401, (w: World) => w.as('ada').delete(`/users/${w.people.eve.id}`)],
    [
      'of a user who may no longer write there',
      400,
      (w: World) =>
        w
          .as('ada')
          .patch(`/streams/${w.channels.general}`, { can_send_message_group: { new: only(w.people.dan) } }),
    ],
    [
      'of a user who may no longer run the command',
      400,
      (w: World) => w.as('ada').patch(`/users/${w.people.eve.id}`, { role: 600 }),
    ],
  ] as const)
    test(`The response to a slash command ${what} meanwhile is not posted`, async (t) => {
      const given: { world?: World } = {};
      const { world, channel } = await withCommand(t, engine, async () => {
        const lost = await lose(given.world ?? assert.fail());
        assert.equal(lost.status, 200, lost.json.msg);
        return json({ content: 'It rains', response_type: 'in_channel' });
      });
      given.world = world;
      const asked = await use(world, 'eve', '/weather', channel);
      assert.equal(asked.status, status, asked.json.msg);
      const rows = await world.app.db.read.q
        .selectFrom('message')
        .select('content')
        .where('org_id', '=', world.orgId)
        .execute();
      assert.ok(!rows.some(({ content }) => content.includes('It rains')), JSON.stringify(rows));
    });

  test('Slash commands are managed by administrators, with names of their own and active webhooks', async (t) => {
    const { world, command, bot, id } = await withCommand(t, engine, () => ({}));
    for (const who of ['dan', 'gus'] as const)
      for (const refused of [
        await world.as(who).post(path, { ...command, name: 'mine' }),
        await world.as(who).patch(`${path}/${id}`, { name: 'mine' }),
        await world.as(who).delete(`${path}/${id}`),
      ])
        assert.equal(refused.status, 403);
    const plain = await makeBot(world, 'dan', { short_name: 'plain', full_name: 'Plain' });
    for (const wrong of [
      { name: '/Weather' },
      { name: 'poll' },
      { name: 'two words' },
      { name: 'x'.repeat(33) },
      { name: 'other', bot_id: plain.id },
      { name: 'other', group_id: 999_999 },
      { name: 'other', description: 'x'.repeat(201) },
    ])
      assert.equal((await world.as('ada').post(path, { ...command, ...wrong })).status, 400, wrong.name);
    await world.as('dan').delete(`/bots/${bot.id}`);
    assert.equal((await use(world, 'eve', '/weather')).json.msg, 'No such command: weather');
    assert.equal((await world.as('ada').delete(`${path}/${id}`)).status, 200);
    assert.deepEqual(await listed(world, 'ada'), []);
    assert.equal((await world.as('ada').delete(`${path}/${id}`)).status, 400);
  });

  test('Slash commands never call private addresses', async (t) => {
    const called = await calledProgram(t, () => json({ content: 'secret' }));
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 3, payload_url: called.url });
    const group_id = await groupId(world, 'role:members');
    await world.as('ada').post(path, { name: 'peek', description: '', bot_id: bot.id, group_id });
    const { status, json: refused } = await use(world, 'eve', '/peek');
    assert.deepEqual([status, refused.msg], [400, '/peek failed. The address is not a public one.']);
    assert.deepEqual(called.asked, []);
  });
});
