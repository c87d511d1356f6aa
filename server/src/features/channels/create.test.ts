import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, groupId, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  assertNotCreated,
  createChannel,
  findChannel,
} from '../../../../tests/support/fixtures/new-channels.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { channelPermissions } from '../../../../wire/channels.ts';

const insufficient = { msg: 'Insufficient permission' };

onBothEngines('Creating a channel', (engine) => {
  test('A new channel has the documented defaults', async (t) => {
    const world = await makeWorld(t, engine);
    await createChannel(world, 'dan', 'fresh');
    const everyone = await groupId(world, 'role:everyone');
    const nobody = await groupId(world, 'role:nobody');
    const channel = await findChannel(world, 'fresh');
    assert.ok(Math.abs(channel.date_created - Date.now() / 1000) < 60);
    assert.deepEqual(channel, {
      stream_id: channel.stream_id,
      name: 'fresh',
      is_archived: false,
      description: '',
      rendered_description: '',
      date_created: channel.date_created,
      creator_id: world.people.dan.id,
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      message_retention_days: null,
      topics_policy: 'inherit',
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      stream_weekly_traffic: null,
      subscriber_count: 1,
      stream_post_policy: 1,
      is_announcement_only: false,
      can_add_subscribers_group: nobody,
      can_administer_channel_group: { direct_members: [world.people.dan.id], direct_subgroups: [] },
      can_create_topic_group: everyone,
      can_delete_any_message_group: nobody,
      can_delete_own_message_group: nobody,
      can_move_messages_out_of_channel_group: nobody,
      can_move_messages_within_channel_group: nobody,
      can_remove_subscribers_group: await groupId(world, 'role:administrators'),
      can_resolve_topics_group: nobody,
      can_send_message_group: everyone,
      can_subscribe_group: nobody,
      is_default: false,
    });
  });

  test('A new channel has all requested settings', async (t) => {
    const world = await makeWorld(t, engine);
    const moderators = await groupId(world, 'role:moderators');
    const permissions = Object.fromEntries(channelPermissions.map((name) => [name, moderators]));
    await createChannel(
      world,
      'ada',
      'fresh',
      {
        invite_only: true,
        history_public_to_subscribers: true,
        message_retention_days: 30,
        topics_policy: 'empty_topic_only',
        ...permissions,
      },
      'About **this**\nand that',
    );
    const channel = await findChannel(world, 'fresh');
    assert.equal(channel.invite_only, true);
    assert.equal(channel.history_public_to_subscribers, true);
    assert.equal(channel.message_retention_days, 30);
    assert.equal(channel.topics_policy, 'empty_topic_only');
    assert.equal(channel.stream_post_policy, 4);
    assert.equal(channel.description, 'About **this** and that');
    assert.equal(channel.rendered_description, '<p>About <strong>this</strong> and that</p>');
    for (const name of channelPermissions) assert.equal(channel[name], moderators);
  });

  test('A new channel is protected by default if it is private, and never if it is public', async (t) => {
    const world = await makeWorld(t, engine);
    await createChannel(world, 'dan', 'closed', { invite_only: true });
    await createChannel(world, 'dan', 'open', { history_public_to_subscribers: false });
    assert.equal((await findChannel(world, 'closed')).history_public_to_subscribers, false);
    assert.equal((await findChannel(world, 'open')).history_public_to_subscribers, true);
  });

  test('A new channel has the retention that its owner sets', async (t) => {
    const world = await makeWorld(t, engine);
    const forms = { unlimited: -1, realm_default: null, 1: 1, 2147483647: 2147483647 };
    for (const [given, stored] of Object.entries(forms)) {
      await createChannel(world, 'ada', `for ${given}`, { message_retention_days: given });
      assert.equal((await findChannel(world, `for ${given}`)).message_retention_days, stored);
    }
    for (const given of ['0', '-1', '2147483648', '1e300'])
      await assertNotCreated(
        world,
        'ada',
        { message_retention_days: given },
        { code: 'REQUEST_VARIABLE_INVALID', msg: `Bad value for 'message_retention_days': ${Number(given)}` },
      );
    const { status } = await createChannel(world, 'ada', 'fresh', { message_retention_days: 'a while' });
    assert.equal(status, 400);
  });

  test('An existing channel keeps its settings when it is named in a subscription request', async (t) => {
    const world = await makeWorld(t, engine);
    const { subscriber_count: __, ...before } = await findChannel(world, 'lounge');
    const { status, json } = await createChannel(
      world,
      'dan',
      'lounge',
      {
        invite_only: true,
        is_default_stream: true,
        message_retention_days: 3,
        folder_id: 5,
        is_web_public: true,
        history_public_to_subscribers: false,
        topics_policy: 'empty_topic_only',
        ...Object.fromEntries(channelPermissions.map((name) => [name, 99_999])),
      },
      'something else',
    );
    assert.deepEqual([status, json.subscribed], [200, { [world.people.dan.id]: ['lounge'] }]);
    const { subscriber_count: _, ...lounge } = await findChannel(world, 'lounge');
    assert.deepEqual(lounge, before);
  });

  test('A new channel can be a default channel', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await listenAs(world, 'eve', { event_types: ['default_streams'] });
    const guest = await listenAs(world, 'gus', { event_types: ['default_streams'] });
    await createChannel(world, 'ben', 'welcome', { is_default_stream: true });
    const { stream_id, is_default } = await findChannel(world, 'welcome');
    assert.equal(is_default, true);
    const [event, ...more] = await queue.received();
    assert.deepEqual([event.default_streams.includes(stream_id), more], [true, []]);
    assert.deepEqual(await guest.received(), []);
    await assertNotCreated(world, 'cleo', { is_default_stream: true }, insufficient);
    await assertNotCreated(
      world,
      'ada',
      { is_default_stream: true, invite_only: true },
      { msg: 'A default channel cannot be private.' },
    );
  });

  test('Creating a channel requires permission for its type', async (t) => {
    const world = await makeWorld(t, engine);
    const moderators = await groupId(world, 'role:moderators');
    await setOrganization(world, { can_create_public_channel_group: moderators });
    await assertNotCreated(world, 'dan', {}, insufficient);
    assert.equal((await createChannel(world, 'dan', 'private', { invite_only: true })).status, 200);
    await setOrganization(world, { can_create_private_channel_group: moderators });
    await assertNotCreated(world, 'dan', { invite_only: true }, insufficient);
    assert.equal((await createChannel(world, 'cleo', 'both')).status, 200);
    assert.equal((await createChannel(world, 'cleo', 'of them', { invite_only: true })).status, 200);
    const listed = await createChannel(world, 'dan', 'fresh', { authorization_errors_fatal: false });
    assert.deepEqual([listed.status, listed.json.unauthorized], [200, ['fresh']]);
    assert.equal(await findChannel(world, 'fresh'), undefined);
  });

  test('Creating a channel requires further permissions for restricted settings', async (t) => {
    const world = await makeWorld(t, engine);
    const owner = { status: 403, code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
    await assertNotCreated(world, 'ben', { message_retention_days: 30 }, owner);
    await assertNotCreated(world, 'ben', { message_retention_days: 'unlimited' }, owner);
    assert.equal(
      (await createChannel(world, 'dan', 'a', { message_retention_days: 'realm_default' })).status,
      200,
    );
    await setOrganization(world, {
      can_set_topics_policy_group: await groupId(world, 'role:administrators'),
    });
    await assertNotCreated(world, 'cleo', { topics_policy: 'disable_empty_topic' }, insufficient);
    assert.equal((await createChannel(world, 'cleo', 'b', { topics_policy: 'inherit' })).status, 200);
    assert.equal(
      (await createChannel(world, 'ben', 'c', { topics_policy: 'disable_empty_topic' })).status,
      200,
    );
    const dan = { direct_members: [world.people.dan.id], direct_subgroups: [] };
    await assertNotCreated(world, 'dan', { can_delete_any_message_group: dan }, insufficient);
    await assertNotCreated(
      world,
      'dan',
      { can_delete_own_message_group: await groupId(world, 'role:everyone') },
      insufficient,
    );
    const nobody = { direct_members: [], direct_subgroups: [] };
    assert.equal(
      (await createChannel(world, 'dan', 'd', { can_delete_any_message_group: nobody })).status,
      200,
    );
    assert.equal(
      (await createChannel(world, 'cleo', 'e', { can_delete_any_message_group: dan })).status,
      200,
    );
  });

  test('A new channel is created in the requested folder, if it exists and is not archived', async (t) => {
    const world = await makeWorld(t, engine);
    const made = await world.as('ada').post('/channel_folders/create', { name: 'Looms', description: '' });
    const folder_id: number = made.json.channel_folder_id;
    assert.equal((await createChannel(world, 'dan', 'warp', { folder_id })).status, 200);
    assert.equal((await findChannel(world, 'warp')).folder_id, folder_id);
    const unknown = { msg: 'Invalid channel folder ID' };
    for (const id of [0, folder_id + 1, 1e300])
      await assertNotCreated(world, 'ada', { folder_id: id }, unknown);
    await world.as('ada').patch(`/channel_folders/${folder_id}`, { is_archived: true });
    await assertNotCreated(world, 'ada', { folder_id }, unknown);
  });

  test('A new channel cannot be web-public on a server without web-public channels', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { enable_spectator_access: true });
    await assertNotCreated(
      world,
      'ada',
      { is_web_public: true },
      { msg: 'Web-public channels are not enabled.' },
    );
  });

  test('A new channel can be web-public if the server, the organization and the creator’s permissions allow it', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    await assertNotCreated(
      world,
      'ada',
      { is_web_public: true },
      { msg: 'Web-public channels are not enabled.' },
    );
    await world.as('ada').patch('/realm', { enable_spectator_access: true });
    const both = { is_web_public: true, invite_only: true };
    await assertNotCreated(world, 'ada', both, { msg: 'A web-public channel cannot be private.' });
    for (const who of ['ben', 'cleo', 'dan'] as const)
      await assertNotCreated(world, who, { is_web_public: true }, insufficient);
    assert.equal((await createChannel(world, 'ada', 'window', { is_web_public: true })).status, 200);
    assert.equal((await findChannel(world, 'window')).is_web_public, true);
  });
});

onBothEngines('Channel names', (engine) => {
  const cases: [given: string, msg: string][] = [
    ['', "Channel name can't be empty."],
    ['  \u00a0\u3000 ', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['a\u0007b', 'Invalid character in channel name, at position 2.'],
    ['ab\u200bc', 'Invalid character in channel name, at position 3.'],
    ['\ud800', 'Invalid character in channel name, at position 1.'],
    ['🧵a\u202eb', 'Invalid character in channel name, at position 3.'],
    ['\u3164', 'Invalid character in channel name, at position 1.'],
    ['va\u034fult', 'Invalid character in channel name, at position 3.'],
    ['tea\ufe0f', 'Invalid character in channel name, at position 4.'],
  ];

  test('A channel name is not blank, not too long and has no invisible characters', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [name, msg] of cases) {
      const { status, json } = await createChannel(world, 'ada', name);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    const { json } = await world.as('ada').get('/streams', { include_all: true });
    assert.equal(json.streams.length, 4);
  });

  test('The length of a channel name is counted in graphemes', async (t) => {
    const world = await makeWorld(t, engine);
    const name = '🧵'.repeat(60);
    assert.equal((await createChannel(world, 'dan', name)).status, 200);
    assert.equal((await findChannel(world, name)).name, name);
    assert.equal((await createChannel(world, 'dan', `${name}x`)).status, 400);
  });

  test('A channel name is taken by names that look the same, archived or not', async (t) => {
    const world = await makeWorld(t, engine);
    await createChannel(world, 'dan', 'Blue\u2003Sky');
    assert.equal((await findChannel(world, 'Blue Sky')).subscriber_count, 1);
    for (const name of ['blue sky', 'BLUE SKY', 'ｂｌｕｅ ｓｋｙ', ' Blue\u00a0Sky '])
      assert.deepEqual(
        (await createChannel(world, 'eve', name)).json.already_subscribed,
        name === 'blue sky' ? {} : { [world.people.eve.id]: ['Blue Sky'] },
      );
  });

  test('A channel name that differs only in what nobody sees is the name of the channel that is there', async (t) => {
    const world = await makeWorld(t, engine);
    await createChannel(world, 'dan', '❤️ می‌خواهم');
    const { stream_id: id } = await findChannel(world, '❤️ می‌خواهم');
    for (const name of ['❤ می‌خواهم', '❤️  میخواهم']) {
      const { json } = await createChannel(world, 'dan', name);
      assert.deepEqual(json.already_subscribed, { [world.people.dan.id]: ['❤️ می‌خواهم'] }, name);
    }
    const { general } = world.channels;
    const renamed = await world.as('ada').patch(`/streams/${general}`, { new_name: '❤ میخواهم' });
    assert.deepEqual([renamed.status, renamed.json.msg], [400, 'Channel name is already in use.']);
    const own = await world.as('ada').patch(`/streams/${String(id)}`, { new_name: '❤ میخواهم' });
    assert.equal(own.status, 200, own.json.msg);
  });

  test('A channel name taken by an invisible channel is refused without revealing it', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await createChannel(world, 'eve', 'VAULT');
    assert.equal(json.msg, 'Unable to access channel (VAULT).');
  });

  test('A channel name of another organization is available', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    const { json } = await createChannel(world, 'eve', 'elsewhere');
    assert.deepEqual(json.subscribed, { [world.people.eve.id]: ['elsewhere'] });
  });
});

onBothEngines('Channel descriptions', (engine) => {
  test('A channel description is a single line of limited length', async (t) => {
    const world = await makeWorld(t, engine);
    const full = 'ü'.repeat(1024);
    assert.equal((await createChannel(world, 'dan', 'full', {}, full)).status, 200);
    assert.equal((await findChannel(world, 'full')).description, full);
    const refusals: [string, string][] = [
      [`${full}x`, 'subscriptions[0]["description"] is too long (limit: 1024 characters)'],
      ['a\u0000b', 'Invalid character in channel description.'],
      ['\udc00', 'Invalid character in channel description.'],
    ];
    for (const [description, msg] of refusals) {
      const { status, json } = await createChannel(world, 'dan', 'fresh', {}, description);
      assert.deepEqual([status, json.msg], [400, msg]);
    }
    await createChannel(world, 'dan', 'lines', {}, ' one\r\n\n two\tthree\u2028four ');
    assert.equal((await findChannel(world, 'lines')).description, 'one two three four');
    assert.equal(await findChannel(world, 'fresh'), undefined);
  });

  test('A channel description is rendered without raw HTML and mentions only what its author can see', async (t) => {
    const world = await makeWorld(t, engine);
    await createChannel(world, 'eve', 'links', {}, '<b>x</b> #**lounge** #**vault**');
    const { rendered_description: html } = await findChannel(world, 'links');
    assert.match(html, /&lt;b&gt;/);
    assert.match(html, new RegExp(`data-stream-id="${world.channels.lounge}"`));
    assert.doesNotMatch(html, new RegExp(`data-stream-id="${world.channels.vault}"`));
  });
});
