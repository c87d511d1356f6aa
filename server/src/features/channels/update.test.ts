import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addOrganization,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { channelPermissions } from '../../../../wire/channels.ts';

type Cast = keyof World['channels'];

const patch = (world: World, who: Name, channel: Cast | number, params: Params) =>
  world.as(who).patch(`/streams/${typeof channel === 'number' ? channel : world.channels[channel]}`, params);

async function done(world: World, who: Name, channel: Cast | number, params: Params): Promise<void> {
  const { status, json } = await patch(world, who, channel, params);
  assert.deepEqual([status, json], [200, { result: 'success', msg: '' }], json.msg);
}

async function find(world: World, channel: Cast): Promise<JsonValue> {
  const { json } = await world.as('ada').get(`/streams/${world.channels[channel]}`);
  return json.stream;
}

/** And nothing has changed. */
async function refused(
  world: World,
  who: Name,
  channel: Cast,
  params: Params,
  msg: string,
  expected: { code?: string; status?: number } = {},
): Promise<void> {
  const before = await find(world, channel);
  await assertRefusal(patch(world, who, channel, params), msg, expected);
  assert.deepEqual(await find(world, channel), before);
}

const notAdministrator = 'You do not have permission to administer this channel.';

onBothEngines('A channel', (engine) => {
  test('A channel is changed by administrators and its own administrators, as far as it is visible to them', async (t) => {
    const world = await makeWorld(t, engine);
    await done(world, 'ben', 'general', { new_name: 'hall' });
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const)
      await refused(world, who, 'general', { new_name: 'mine' }, notAdministrator);
    await refused(world, 'gus', 'lounge', { new_name: 'mine' }, 'Invalid channel ID');
    await refused(world, 'eve', 'design', { new_name: 'mine' }, 'Invalid channel ID');
    const members = await groupId(world, 'role:members');
    await setChannel(world, world.channels.general, {
      permissions: { can_administer_channel_group: members },
    });
    await done(world, 'eve', 'general', { new_name: 'yard' });
    assert.equal((await world.anonymous.patch(`/streams/${world.channels.general}`, {})).status, 401);
  });

  test('A channel that is missing or of another organization cannot be changed', async (t) => {
    const world = await makeWorld(t, engine);
    const { channelId } = await addOrganization(world);
    for (const id of [channelId, 999_999]) {
      const { status, json } = await patch(world, 'ada', id, { new_name: 'mine' });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel ID']);
    }
  });

  test('Renaming or describing a channel emits events to those who see it', async (t) => {
    const world = await makeWorld(t, engine);
    const cleo = await listen(world.as('cleo'));
    const eve = await listen(world.as('eve'));
    for (let time = 0; time < 2; time++)
      await done(world, 'ada', 'design', { description: ' how it\n*looks* ' });
    await done(world, 'ada', 'design', { new_name: '  Looks ' });
    const common = { type: 'stream', op: 'update', stream_id: world.channels.design, name: 'design' };
    const notified = (await cleo.received()).map(({ id: _, ...event }) => event);
    assert.deepEqual(notified, [
      {
        ...common,
        property: 'description',
        value: 'how it *looks*',
        rendered_description: '<p>how it <em>looks</em></p>',
      },
      { ...common, property: 'name', value: 'Looks' },
    ]);
    assert.deepEqual(await eve.received(), []);
    const { name, description } = await find(world, 'design');
    assert.deepEqual([name, description], ['Looks', 'how it *looks*']);
  });

  test('A new channel name must be well-formed, different and not taken in any case', async (t) => {
    const world = await makeWorld(t, engine);
    await refused(world, 'ada', 'general', { new_name: 'general' }, 'Channel already has that name.');
    await refused(world, 'ada', 'general', { new_name: 'DESIGN' }, 'Channel name is already in use.');
    await refused(world, 'ada', 'general', { new_name: ' ' }, "Channel name can't be empty.");
    const long = 'Channel name too long (limit: 60 characters).';
    await refused(world, 'ada', 'general', { new_name: 'x'.repeat(61) }, long);
    const described = 'description is too long (limit: 1024 characters)';
    await refused(world, 'ada', 'general', { new_name: 'fine', description: 'x'.repeat(1025) }, described);
    await done(world, 'ada', 'general', { new_name: 'GENERAL' });
    const { status, json } = await patch(world, 'ada', 'general', { is_private: 'perhaps', colour: 'red' });
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'is_private is not valid JSON']);
  });

  test('The retention of a channel is set by owners', async (t) => {
    const world = await makeWorld(t, engine);
    const owner = { code: 'UNAUTHORIZED_PRINCIPAL', status: 403 };
    const params = { message_retention_days: 30, new_name: 'mine' };
    await refused(world, 'ben', 'general', params, 'Must be an organization owner', owner);
    const forms: [string | number, number | null][] = [
      [30, 30],
      ['unlimited', -1],
      ['realm_default', null],
    ];
    for (const [given, stored] of forms) {
      await done(world, 'ada', 'general', { message_retention_days: given });
      assert.equal((await find(world, 'general')).message_retention_days, stored);
    }
    const bad = "Bad value for 'message_retention_days': 0";
    const code = { code: 'REQUEST_VARIABLE_INVALID' };
    await refused(world, 'ada', 'general', { message_retention_days: 0 }, bad, code);
  });

  test('A channel is moved into an active folder and out of it', async (t) => {
    const world = await makeWorld(t, engine);
    const make = async (name: string) =>
      Number(
        (await world.as('ada').post('/channel_folders/create', { name, description: '' })).json
          .channel_folder_id,
      );
    const folder = await make('work');
    const old = await make('old');
    await world.as('ada').patch(`/channel_folders/${old}`, { is_archived: true });
    await done(world, 'ada', 'general', { folder_id: folder });
    assert.equal((await find(world, 'general')).folder_id, folder);
    for (const folder_id of [old, 999_999])
      await refused(world, 'ada', 'general', { folder_id }, 'Invalid channel folder ID');
    await done(world, 'ada', 'general', { folder_id: null });
    assert.equal((await find(world, 'general')).folder_id, null);
  });

  test('The topic policy of a channel requires permission, and empty_topic_only an existing channel without other topics', async (t) => {
    const world = await makeWorld(t, engine);
    for (const topics_policy of ['allow_empty_topic', 'disable_empty_topic', 'inherit', 'empty_topic_only']) {
      await done(world, 'ben', 'general', { topics_policy });
      assert.equal((await find(world, 'general')).topics_policy, topics_policy);
    }
    await say(world, 'ada', 'lounge', '');
    await done(world, 'ben', 'lounge', { topics_policy: 'empty_topic_only' });
    await say(world, 'ada', 'design', 'colours');
    const text = 'All messages of this channel must be in the general chat topic first.';
    await refused(world, 'ben', 'design', { topics_policy: 'empty_topic_only' }, text);
    await setOrganization(world, { can_set_topics_policy_group: await groupId(world, 'role:nobody') });
    await refused(world, 'ben', 'general', { topics_policy: 'inherit' }, 'Insufficient permission');
  });

  test('A channel permission is changed with its expected old value', async (t) => {
    const world = await makeWorld(t, engine);
    const moderators = await groupId(world, 'role:moderators');
    for (const name of channelPermissions) {
      const old: number = (await find(world, 'general'))[name];
      const wrong = { direct_members: [world.people.eve.id], direct_subgroups: [] };
      const { json } = await patch(world, 'ben', 'general', { [name]: { new: moderators, old: wrong } });
      assert.deepEqual([json.code, json.setting_name], ['EXPECTATION_MISMATCH', name]);
      await done(world, 'ben', 'general', { [name]: { new: moderators, old } });
      assert.equal((await find(world, 'general'))[name], moderators);
    }
    const internet = await groupId(world, 'role:internet');
    const text = "'can_send_message_group' setting cannot be set to 'role:internet' group.";
    await refused(world, 'ben', 'general', { can_send_message_group: { new: internet } }, text);
  });

  test('The posting permission is sent to old clients as a legacy policy', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listen(world.as('dan'));
    const administrators = await groupId(world, 'role:administrators');
    await done(world, 'ben', 'general', { can_send_message_group: { new: administrators } });
    const notified = (await dan.received()).map(({ property, value }) => [property, value]);
    assert.deepEqual(notified, [
      ['can_send_message_group', administrators],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ]);
  });

  test('The permission to delete messages of others can only be granted by administrators of the organization', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, {
      can_set_delete_message_policy_group: await groupId(world, 'role:owners'),
    });
    const members = await groupId(world, 'role:members');
    for (const name of ['can_delete_any_message_group', 'can_delete_own_message_group']) {
      await refused(world, 'ben', 'general', { [name]: { new: members } }, 'Insufficient permission');
      await done(world, 'ada', 'general', { [name]: { new: members } });
      const nobody = await groupId(world, 'role:nobody');
      await refused(world, 'ben', 'general', { [name]: { new: nobody } }, 'Insufficient permission');
    }
  });

  test('Widening access to a channel requires access to its content', async (t) => {
    const world = await makeWorld(t, engine);
    const members = await groupId(world, 'role:members');
    const text = 'Channel content access is required.';
    for (const name of ['can_add_subscribers_group', 'can_subscribe_group'])
      await refused(world, 'ben', 'design', { [name]: { new: members } }, text);
    await refused(world, 'ben', 'design', { is_private: false }, text);
    await refused(world, 'ben', 'vault', { history_public_to_subscribers: true }, text);
    await done(world, 'ben', 'design', { can_remove_subscribers_group: { new: members } });
    await done(world, 'ada', 'design', { can_subscribe_group: { new: members } });
  });

  test('A privacy change emits the channel with its subscribers to those who now see it, and a deletion to the others', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await listen(world.as('eve'));
    const gus = await listen(world.as('gus'));
    await done(world, 'ada', 'design', { is_private: false });
    const [created, peers, ...more] = await eve.received();
    assert.deepEqual([created.op, created.streams[0].stream_id], ['create', world.channels.design]);
    assert.deepEqual([peers.op, peers.user_ids.length, more], ['peer_add', 3, []]);
    await done(world, 'ada', 'design', { is_private: true });
    const [gone, ...others] = await eve.received();
    assert.deepEqual([gone.op, gone.stream_ids, others], ['delete', [world.channels.design], []]);
    assert.deepEqual(await gus.received(), []);
  });

  test('A channel that becomes visible again restores the personal settings of former subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { design } = world.channels;
    const color = async (): Promise<JsonValue> => {
      const { state } = await listen(world.as('dan'), { fetch_event_types: ['subscription'] });
      const all = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) =>
        (state[list] as { stream_id: number; color?: string }[]).map((one) => ({ ...one, list })),
      );
      const found = all.find(({ stream_id: id }) => id === design);
      return [found?.list, found?.color];
    };
    const [, chosen] = await color();
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    assert.deepEqual(await color(), [undefined, undefined]);
    const dan = await listen(world.as('dan'));
    await done(world, 'ada', 'design', { is_private: false });
    assert.deepEqual(
      (await dan.received()).map(({ type, op }) => [type, op]),
      [
        ['stream', 'create'],
        ['subscription', 'peer_add'],
      ],
    );
    assert.deepEqual(await color(), ['never_subscribed', undefined]);
    await world.as('dan').post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    assert.deepEqual(await color(), ['subscriptions', chosen]);
  });

  test('Making a channel private requires permission for private channels, and protects its history by default', async (t) => {
    const world = await makeWorld(t, engine);
    const nobody = await groupId(world, 'role:nobody');
    const dan = await listen(world.as('dan'));
    await done(world, 'ada', 'general', { is_default_stream: false, is_private: true });
    const [event] = await dan.received();
    const { property, value, history_public_to_subscribers, is_web_public } = event;
    assert.deepEqual(
      [property, value, history_public_to_subscribers, is_web_public],
      ['invite_only', true, false, false],
    );
    await setOrganization(world, {
      can_create_private_channel_group: nobody,
      can_create_public_channel_group: nobody,
    });
    await refused(world, 'ada', 'lounge', { is_private: true }, 'Insufficient permission');
    await refused(world, 'ada', 'design', { is_private: false }, 'Insufficient permission');
    await done(world, 'ada', 'design', { is_private: true });
    assert.equal((await find(world, 'design')).history_public_to_subscribers, true);
  });

  test('Invalid combinations of channel settings are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const invalid = 'Invalid parameters';
    await refused(world, 'ada', 'general', { history_public_to_subscribers: false }, invalid);
    await refused(
      world,
      'ada',
      'design',
      { is_private: false, history_public_to_subscribers: false },
      invalid,
    );
    await refused(world, 'ada', 'design', { is_web_public: true }, invalid);
    await refused(world, 'ada', 'general', { is_private: true, is_web_public: true }, invalid);
    await refused(world, 'ada', 'general', { is_web_public: true }, 'Web-public channels are not enabled.');
    await refused(world, 'ada', 'general', { is_private: true }, 'A default channel cannot be private.');
    await refused(
      world,
      'ada',
      'design',
      { is_default_stream: true },
      'A default channel cannot be private.',
    );
    const members = await groupId(world, 'role:members');
    const parameters = 'history_public_to_subscribers, can_create_topic_group';
    const text = `Unsupported parameter combination: ${parameters}`;
    await refused(world, 'ada', 'vault', { can_create_topic_group: { new: members } }, text);
    await setOrganization(world, { moderation_request_channel_id: world.channels.design });
    const moderation = 'Moderation request channel must be private.';
    await refused(world, 'ada', 'design', { is_private: false }, moderation);
  });

  test('Changing a channel posts notices where the organization wants them', async (t) => {
    const world = await makeWorld(t, engine);
    const changes = { new_name: 'hall', description: 'wide' };
    await done(world, 'ada', 'general', { description: 'narrow' });
    assert.equal((await world.as('ben').patch('/realm', { send_channel_events_messages: true })).status, 200);
    await done(world, 'ada', 'general', changes);
    await done(world, 'ada', 'general', { message_retention_days: 1 });
    await done(world, 'ada', 'design', { is_private: true, history_public_to_subscribers: false });
    const said = async (channel: Cast) => {
      const narrow = [
        { operator: 'channel', operand: world.channels[channel] },
        { operator: 'topic', operand: 'channel events' },
      ];
      const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
      const { json } = await world.as('dan').get('/messages', query);
      return (json.messages as { content: string; sender_full_name: string }[]).map(
        ({ content, sender_full_name }) => [sender_full_name, content],
      );
    };
    const ada = `@_**Ada Achterberg|${world.people.ada.id}**`;
    assert.deepEqual(await said('general'), [
      ['Notification Bot', `${ada} renamed this channel from **general** to **hall**.`],
      [
        'Notification Bot',
        `${ada} changed the description of this channel.\n\nBefore:\n> narrow\n\nNow:\n> wide`,
      ],
      ['Notification Bot', `${ada} changed the message retention of this channel to **1 day**.`],
    ]);
    const privacy = '**private with protected history**. It was **private with shared history**.';
    assert.deepEqual(await said('design'), [['Notification Bot', `${ada} made this channel ${privacy}`]]);
  });

  test('Notices of changes mention nobody, whatever a channel is called', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await world.as('ben').patch('/realm', { send_channel_events_messages: true })).status, 200);
    await done(world, 'ada', 'general', { new_name: 'hall** @**all' });
    await done(world, 'ada', 'general', { description: '@**Dan Ito**' });
    const narrow = [{ operator: 'topic', operand: 'channel events' }];
    const { json } = await world.as('dan').get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow,
    });
    assert.deepEqual(
      json.messages.map(({ flags }: { flags: string[] }) => flags),
      [[], []],
    );
  });

  test('New channels are announced in a private announcement channel too', async (t) => {
    const world = await makeWorld(t, engine);
    const place = await addChannel(world, { name: 'news', isPrivate: true });
    await addMembers(world, place, [world.people.ada.id]);
    await setOrganization(world, { new_stream_announcements_stream_id: place });
    const params = { subscriptions: [{ name: 'fresh' }], announce: true };
    assert.equal((await world.as('dan').post('/users/me/subscriptions', params)).status, 200);
    const narrow = [{ operator: 'channel', operand: place }];
    const { json } = await world
      .as('ada')
      .get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false });
    const contents = json.messages.map(({ content }: { content: string }) => content);
    assert.deepEqual(contents, [`@_**Dan Ito|${world.people.dan.id}** created a new channel: #**fresh**.`]);
  });
});
