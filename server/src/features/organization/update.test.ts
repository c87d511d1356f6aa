import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addOrganization, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Client, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names } from '../../../../tests/support/world.ts';

const settings = async (client: Client): Promise<Params> =>
  (await client.post('/register', { fetch_event_types: ['realm'], event_types: [] })).json;

onBothEngines('Organization settings', (engine) => {
  test('Organization settings are changed by administrators, with one event each and none without changes', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm'] });
    const changes = { name: ' Spinners ', message_content_delete_limit_seconds: 'unlimited' };
    const envelope = { result: 'success', msg: '' };
    const changed = { name: 'updated', message_content_delete_limit_seconds: null };
    for (const answered of [{ ...envelope, ...changed }, envelope]) {
      const { status, json } = await world.as('ben').patch('/realm', changes);
      assert.deepEqual([status, json], [200, answered]);
    }
    const notified = (await gus.received()).map(({ id: _, ...event }) => event);
    assert.deepEqual(notified, [
      { type: 'realm', op: 'update', property: 'name', value: 'Spinners' },
      { type: 'realm', op: 'update', property: 'message_content_delete_limit_seconds', value: null },
    ]);
    const { realm_name, realm_message_content_delete_limit_seconds } = await settings(world.as('gus'));
    assert.deepEqual([realm_name, realm_message_content_delete_limit_seconds], ['Spinners', null]);
  });

  test('PATCH /realm returns the changed settings', async (t) => {
    const world = await makeWorld(t, engine);
    const moderators = await groupId(world, 'role:moderators');
    const holders = { direct_members: [world.people.dan.id], direct_subgroups: [moderators] };
    const stays = { invite_required: true };
    const changed = {
      digest_weekday: 3,
      allow_message_editing: false,
      org_type: 10,
      message_retention_days: 30,
      new_stream_announcements_stream_id: world.channels.general,
    };
    const permissions = { can_create_groups: { new: moderators }, can_create_bots_group: { new: holders } };
    const words = {
      message_edit_history_visibility_policy: 'moves',
      default_language: 'de',
      description: 'x',
    };
    const { status, json } = await world
      .as('ada')
      .patch('/realm', { ...stays, ...changed, ...permissions, ...words });
    assert.equal(status, 200);
    assert.deepEqual(json, {
      result: 'success',
      msg: '',
      ...changed,
      can_create_groups: moderators,
      can_create_bots_group: holders,
      message_edit_history_visibility_policy: 2,
      default_language: 'updated',
      description: 'updated',
    });
  });

  test('Related organization settings are emitted together', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm'] });
    const members = await groupId(world, 'role:members');
    const changes = {
      description: 'We *weave*',
      topics_policy: 'disable_empty_topic',
      allow_message_editing: false,
      message_content_edit_limit_seconds: 'unlimited',
      can_mention_many_users_group: { new: members },
    };
    assert.equal((await world.as('ben').patch('/realm', changes)).status, 200);
    const [event, ...others] = await gus.received();
    assert.deepEqual(others, []);
    const { op, property, data } = event;
    assert.deepEqual([op, property], ['update_dict', 'default']);
    assert.deepEqual(data, {
      can_mention_many_users_group: members,
      allow_message_editing: false,
      message_content_edit_limit_seconds: null,
      topics_policy: 'disable_empty_topic',
      mandatory_topics: true,
      description: 'We *weave*',
      rendered_description: '<p>We <em>weave</em></p>',
    });
  });

  test('Organization settings are refused to non-administrators, and some to all but owners', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await settings(world.as('ada'));
    for (const who of names.filter((name) => name !== 'ada' && name !== 'ben')) {
      const { status, json } = await world.as(who).patch('/realm', { name: 'Mine' });
      assert.deepEqual(
        [status, json.code, json.msg],
        [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
      );
    }
    const owners = await groupId(world, 'role:owners');
    const moderators = await groupId(world, 'role:moderators');
    const ofOwners: Params[] = [
      { waiting_period_threshold: 3 },
      { can_create_groups: { new: owners } },
      { can_manage_all_groups: { new: moderators } },
      { can_invite_users_group: { new: owners } },
      { create_multiuse_invite_group: { new: owners } },
      { invite_required: false },
      { emails_restricted_to_domains: true },
      { disallow_disposable_email_addresses: false },
    ];
    for (const params of ofOwners) {
      const { status, json } = await world.as('ben').patch('/realm', { name: 'Mine', ...params });
      assert.deepEqual([status, json.msg], [403, 'Must be an organization owner']);
    }
    const { queue_id: _, last_event_id: __, ...rest } = before;
    const { queue_id: ___, last_event_id: ____, ...now } = await settings(world.as('ada'));
    assert.deepEqual(now, rest);
    for (const params of ofOwners) assert.equal((await world.as('ada').patch('/realm', params)).status, 200);
  });

  test('Organization settings are validated, and a refusal changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const lobby = await groupId(world, 'role:internet');
    const wrong: [Params, string, string?][] = [
      [{ name: '  ' }, 'Organization name cannot be blank'],
      [{ name: 'x'.repeat(41) }, 'Organization name is too long.'],
      [{ description: 'x'.repeat(1001) }, 'description is too long (limit: 1000 characters)'],
      [{ description: 'a\0b' }, 'Invalid character in description.'],
      [
        { message_content_edit_limit_seconds: 0 },
        "Bad value for 'message_content_edit_limit_seconds': 0",
        'REQUEST_VARIABLE_INVALID',
      ],
      [
        { message_content_edit_limit_seconds: 'ever' },
        'message_content_edit_limit_seconds is not valid JSON',
      ],
      [
        { welcome_message_custom_text: 'x'.repeat(8001) },
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ],
      [{ signup_announcements_stream_id: 99_999 }, 'Invalid channel ID'],
      [{ new_stream_announcements_stream_id: 99_999 }, 'Invalid channel ID'],
      [{ new_stream_announcements_stream_id: other.channelId }, 'Invalid channel ID'],
      [
        { moderation_request_channel_id: world.channels.general },
        'Moderation request channel must be private.',
      ],
      [{ can_create_groups: { new: 99_999 } }, 'Invalid user group'],
      [{ can_create_groups: { new: other.groupId } }, 'Invalid user group'],
      [
        { can_create_groups: { new: lobby } },
        "'can_create_groups' setting cannot be set to 'role:internet' group.",
      ],
    ];
    for (const [params, msg, code = 'BAD_REQUEST'] of wrong) {
      const { status, json } = await world
        .as('ada')
        .patch('/realm', { require_unique_names: true, ...params });
      assert.deepEqual([status, json.code, json.msg], [400, code, msg]);
    }
    for (const params of [
      { topics_policy: 'inherit' },
      { waiting_period_threshold: -1 },
      { allow_message_editing: 'perhaps' },
      { message_edit_history_visibility_policy: 'some' },
    ])
      assert.equal((await world.as('ada').patch('/realm', params)).status, 400);
    assert.equal((await settings(world.as('ada'))).realm_require_unique_names, false);
  });

  test('The retention setting of an organization requires an owner', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ben').patch('/realm', { message_retention_days: 30 });
    assert.deepEqual([status, json.msg], [403, 'Must be an organization owner']);
    const days = async () => (await settings(world.as('gus'))).realm_message_retention_days;
    assert.equal((await world.as('ada').patch('/realm', { message_retention_days: 30 })).status, 200);
    assert.equal(await days(), 30);
    for (const [wrong, msg] of [
      [0, "Bad value for 'message_retention_days': 0"],
      [-1, "Bad value for 'message_retention_days': -1"],
      ['soon', 'message_retention_days is not valid JSON'],
    ] as const) {
      const refused = await world.as('ada').patch('/realm', { message_retention_days: wrong });
      assert.deepEqual([refused.status, refused.json.msg], [400, msg]);
    }
    assert.equal(
      (await world.as('ada').patch('/realm', { message_retention_days: 'unlimited' })).status,
      200,
    );
    assert.equal(await days(), -1);
  });

  test('Organization settings control profile changes and visibility', async (t) => {
    const world = await makeWorld(t, engine);
    const changes = {
      name_changes_disabled: true,
      email_changes_disabled: true,
      presence_disabled: true,
      media_preview_size: 200,
      default_code_block_language: 'python',
    };
    assert.equal((await world.as('ben').patch('/realm', changes)).status, 200);
    const now = await settings(world.as('gus'));
    for (const [name, value] of Object.entries(changes)) assert.equal(now[`realm_${name}`], value, name);
    await world.as('dan').patch('/settings', { full_name: 'Daniel' });
    assert.equal((await world.as('dan').get('/users/me')).json.full_name, 'Dan Ito');
    for (const wrong of [{ media_preview_size: 120 }, { default_code_block_language: 'a$b' }])
      assert.equal((await world.as('ada').patch('/realm', wrong)).status, 400);
  });

  test('Organization settings can name channels, or none', async (t) => {
    const world = await makeWorld(t, engine);
    const reports = await addChannel(world, { name: 'reports', isPrivate: true });
    const { general } = world.channels;
    const ada = world.as('ada');
    const chosen = { moderation_request_channel_id: reports, new_stream_announcements_stream_id: general };
    assert.equal((await ada.patch('/realm', chosen)).status, 200);
    const now = await settings(ada);
    assert.deepEqual(
      [now.realm_moderation_request_channel_id, now.realm_new_stream_announcements_stream_id],
      [reports, general],
    );
    const none = { moderation_request_channel_id: -1, new_stream_announcements_stream_id: -1 };
    assert.equal((await ada.patch('/realm', none)).status, 200);
    assert.equal((await settings(ada)).realm_moderation_request_channel_id, -1);
  });

  test('An organization setting with a wrong expected value is refused and unchanged', async (t) => {
    const world = await makeWorld(t, engine);
    const [members, owners] = [await groupId(world, 'role:members'), await groupId(world, 'role:owners')];
    const wrong = { can_create_groups: { new: owners, old: owners } };
    const { status, json } = await world.as('ada').patch('/realm', wrong);
    assert.deepEqual([status, json.code], [400, 'EXPECTATION_MISMATCH']);
    assert.equal((await settings(world.as('ada'))).realm_can_create_groups, members);
    const right = { can_create_groups: { new: owners, old: members } };
    assert.equal((await world.as('ada').patch('/realm', right)).status, 200);
    assert.equal((await settings(world.as('ada'))).realm_can_create_groups, owners);
  });

  test('Unsupported organization settings are reported as ignored', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ada').patch('/realm', { plan_type: 3, mandatory_topics: true });
    assert.deepEqual([status, json.ignored_parameters_unsupported], [200, ['plan_type', 'mandatory_topics']]);
    const now = await settings(world.as('ada'));
    assert.equal(now.realm_plan_type, 1);
  });

  test('Changing which users guests can see ends their queues', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const { json } = await world.as('gus').post('/register', { event_types: ['realm'] });
    const all = { can_access_all_users_group: { new: await groupId(world, 'role:everyone') } };
    assert.equal((await world.as('ben').patch('/realm', all)).status, 200);
    const { queue_id, last_event_id } = json;
    const poll = await world.as('gus').get('/events', { queue_id, last_event_id, dont_block: true });
    assert.equal(poll.json.code, 'BAD_EVENT_QUEUE_ID');
  });
});
