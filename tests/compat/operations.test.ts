/** What holds for every operation of the contract alike, in one table; what is particular to one is tested beside its code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelPermissions } from '../../wire/channels.ts';
import { groupPermissions } from '../../wire/groups.ts';
import { setGrant } from '../../server/src/core/users/grants.ts';
import { addGroup, addPerson, deactivate } from '../support/change.ts';
import type { Client, Params, Reply } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { listen } from '../support/listen.ts';
import { makeWorld, type World } from '../support/world.ts';

interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** With these it succeeds, for Ada, who owns the organization. */
  params: Params;
  required?: readonly string[];
  /** Values of the wrong type, one at a time. */
  wrong?: Params;
}

const password = 'seven shuttles of flax';
/** The queue of a client that names no types has all of them. */
const everything = { event_types: undefined };

/** In an order in which each succeeds after those before it. */
async function operationsIn(world: World): Promise<Operation[]> {
  const ada = world.as('ada');
  const { general, design, lounge } = world.channels;
  const post = async (path: string, params: Params): Promise<Reply['json']> => {
    const { status, json } = await ada.post(path, params);
    assert.equal(status, 200, json.msg);
    return json;
  };
  const to = { type: 'channel', to: lounge, topic: 'warp' };
  const said = (await post('/messages', { ...to, content: 'Blue?' })).id;
  const group = await addGroup(world, 'weavers', [world.people.ada.id]);
  const part = await addGroup(world, 'dyers', []);
  const folder = (await post('/channel_folders/create', { name: 'Workshops', description: '' }))
    .channel_folder_id;
  await post('/navigation_views', { fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct' });
  const moderation = { moderation_request_channel_id: design };
  assert.equal((await ada.patch('/realm', moderation)).status, 200);
  await world.app.db.write(world.orgId, 'system', (tx) =>
    setGrant(tx, world.people.ada.id, 'can_create_users', true),
  );
  return [
    {
      name: 'subscribe to channels',
      method: 'POST',
      path: '/users/me/subscriptions',
      params: { subscriptions: [{ name: 'selvedge' }] },
      required: ['subscriptions'],
      wrong: {
        subscriptions: 'selvedge',
        principals: 4,
        authorization_errors_fatal: 'maybe',
        announce: 'maybe',
        invite_only: 2,
        is_web_public: 'maybe',
        is_default_stream: 'maybe',
        history_public_to_subscribers: 'maybe',
        message_retention_days: 'soon',
        topics_policy: 'none',
        ...forEach(channelPermissions, 'all'),
      },
    },
    {
      name: 'update a user group',
      method: 'PATCH',
      path: `/user_groups/${group}`,
      params: { description: 'At the loom' },
      wrong: { ...forEach(groupPermissions, { old: 1 }), deactivated: 'maybe' },
    },
    {
      name: 'update subgroups',
      method: 'POST',
      path: `/user_groups/${group}/subgroups`,
      params: { add: [part] },
      wrong: { add: part, delete: ['dyers'] },
    },
    {
      name: 'update a channel folder',
      method: 'PATCH',
      path: `/channel_folders/${folder}`,
      params: { name: 'Studios' },
      wrong: { is_archived: 'maybe' },
    },
    {
      name: 'fetch a single message',
      method: 'GET',
      path: `/messages/${said}`,
      params: {},
      wrong: { apply_markdown: 'maybe', allow_empty_topic_name: 3 },
    },
    {
      name: 'send invitations',
      method: 'POST',
      path: '/invites',
      params: { invitee_emails: 'new@example.com', stream_ids: [] },
      required: ['invitee_emails', 'stream_ids'],
      wrong: {
        stream_ids: general,
        invite_as: 500,
        invite_expires_in_minutes: 'soon',
        group_ids: 'all',
        include_realm_default_subscriptions: 'maybe',
        notify_referrer_on_join: 2,
      },
    },
    {
      name: 'create a custom profile field',
      method: 'POST',
      path: '/realm/profile_fields',
      params: { field_type: 1, name: 'Loom' },
      required: ['field_type'],
      wrong: {
        field_type: 9,
        field_data: 'none',
        display_in_profile_summary: 'maybe',
        required: 'maybe',
        editable_by_user: 2,
        use_for_user_matching: 'maybe',
      },
    },
    {
      name: 'report a message',
      method: 'POST',
      path: `/messages/${said}/report`,
      params: { report_type: 'spam' },
      required: ['report_type'],
      wrong: { report_type: 'boredom' },
    },
    {
      name: 'get all channels',
      method: 'GET',
      path: '/streams',
      params: {},
      wrong: {
        include_public: 'maybe',
        include_web_public: 2,
        include_subscribed: [],
        exclude_archived: 2,
        include_all: 'yes',
        include_default: {},
        include_owner_subscribed: 'no',
        include_can_access_content: 0,
        include_all_active: 'all',
      },
    },
    {
      name: 'add an APNs device token',
      method: 'POST',
      path: '/users/me/apns_device_token',
      params: { token: 'c0ffee', appid: 'com.example.loom' },
      required: ['token', 'appid'],
      wrong: { token: 'tea' },
    },
    {
      name: 'create a user',
      method: 'POST',
      path: '/users',
      params: { email: 'nora@example.com', password, full_name: 'Nora Nord' },
      required: ['email', 'password', 'full_name'],
      wrong: { email: 'nora', password: 'loom', full_name: '' },
    },
    {
      name: 'get topics in a channel',
      method: 'GET',
      path: `/users/me/${lounge}/topics`,
      params: {},
      wrong: { allow_empty_topic_name: 'maybe' },
    },
    {
      name: 'set typing status for message editing',
      method: 'POST',
      path: `/messages/${said}/typing`,
      params: { op: 'start' },
      required: ['op'],
      wrong: { op: ['start'] },
    },
    {
      name: 'update the navigation view',
      method: 'PATCH',
      path: '/navigation_views/narrow/is/dm',
      params: { is_pinned: false },
      wrong: { is_pinned: 'maybe', name: '' },
    },
    {
      name: 'add an allowed domain',
      method: 'POST',
      path: '/realm/domains',
      params: { domain: 'example.com', allow_subdomains: false },
      required: ['domain', 'allow_subdomains'],
      wrong: { domain: 'nowhere', allow_subdomains: 'maybe' },
    },
    {
      name: 'update an allowed domain',
      method: 'PATCH',
      path: '/realm/domains/example.com',
      params: { allow_subdomains: true },
      required: ['allow_subdomains'],
      wrong: { allow_subdomains: 'maybe' },
    },
    { name: 'get own user', method: 'GET', path: '/users/me', params: {} },
    {
      name: 'delete a topic',
      method: 'POST',
      path: `/streams/${lounge}/delete_topic`,
      params: { topic_name: 'warp' },
      required: ['topic_name'],
    },
    {
      name: 'deactivate a user',
      method: 'DELETE',
      path: `/users/${world.people.eve.id}`,
      params: {},
      wrong: { actions: { delete_profile: 'yes' } },
    },
  ];
}

/** Without a file: nobody is let in far enough to miss it. */
const uploading: Operation = { name: 'upload a file', method: 'POST', path: '/user_uploads', params: {} };

const ofAdministrators = [
  'update a channel folder',
  'create a custom profile field',
  'delete a topic',
  'deactivate a user',
  'create a user',
];
const ofOwners = ['add an allowed domain', 'update an allowed domain'];

function call(client: Client, { method, path }: Operation, params: Params): Promise<Reply> {
  if (method === 'GET') return client.get(path, params);
  if (method === 'POST') return client.post(path, params);
  return method === 'PATCH' ? client.patch(path, params) : client.delete(path, params);
}

const forEach = (names: readonly string[], value: unknown): Params =>
  Object.fromEntries(names.map((name) => [name, value]));

const without = (params: Params, name: string): Params =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

onBothEngines('Every operation', (engine) => {
  test('Every operation requires valid credentials of an active account', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const operations = await operationsIn(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const received = await listen(world.as('ada'), everything);
    for (const asked of [...operations, uploading]) {
      const none = await call(world.anonymous, asked, asked.params);
      assert.deepEqual([none.status, none.json.code], [401, 'UNAUTHORIZED'], asked.name);
      const forged = world.as({ ...world.people.ada, apiKey: 'x'.repeat(32) });
      const wrong = await call(forged, asked, asked.params);
      assert.deepEqual([wrong.status, wrong.json.code], [401, 'INVALID_API_KEY'], asked.name);
      const late = await call(world.as(gone), asked, asked.params);
      assert.deepEqual([late.status, late.json.code], [401, 'USER_DEACTIVATED'], asked.name);
    }
    assert.deepEqual(await received.received(), []);
  });

  test('Every operation names a missing parameter and changes nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const operations = await operationsIn(world);
    const received = await listen(world.as('ada'), everything);
    for (const operation of operations)
      for (const name of operation.required ?? []) {
        const { status, json } = await call(world.as('ada'), operation, without(operation.params, name));
        assert.deepEqual(
          [status, json.code, json.var_name, json.msg],
          [400, 'REQUEST_VARIABLE_MISSING', name, `Missing '${name}' argument`],
          operation.name,
        );
      }
    assert.deepEqual(await received.received(), []);
  });

  test('Every operation refuses values of the wrong type and changes nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const operations = await operationsIn(world);
    const received = await listen(world.as('ada'), everything);
    for (const operation of operations)
      for (const [name, value] of Object.entries(operation.wrong ?? {})) {
        const given = { ...operation.params, [name]: value };
        const { status, json } = await call(world.as('ada'), operation, given);
        assert.deepEqual([status, json.result], [400, 'error'], `${operation.name}: ${name}`);
      }
    assert.deepEqual(await received.received(), []);
  });

  test('Every operation succeeds and reports ignored parameters', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const operation of await operationsIn(world)) {
      const given = { ...operation.params, colour: 'indigo' };
      const { status, json } = await call(world.as('ada'), operation, given);
      assert.deepEqual(
        [status, json.result, json.msg, json.ignored_parameters_unsupported],
        [200, 'success', '', ['colour']],
        operation.name,
      );
    }
  });

  test('Every operation omits ignored parameters when there are none', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const operation of await operationsIn(world)) {
      const { status, json } = await call(world.as('ada'), operation, operation.params);
      assert.equal(status, 200, `${operation.name}: ${json.msg}`);
      assert.equal('ignored_parameters_unsupported' in json, false, operation.name);
    }
  });

  test('Every operation of administrators or owners is refused to lower roles and bots, and changes nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const operations = await operationsIn(world);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'ada' });
    const below = [world.people.cleo, world.people.dan, world.people.gus, bot];
    const received = await listen(world.as('ada'), everything);
    for (const [who, [names, callers]] of Object.entries({
      administrator: [ofAdministrators, below],
      owner: [ofOwners, [world.people.ben, ...below]],
    } as const))
      for (const name of names) {
        const operation = operations.find((one) => one.name === name);
        assert.ok(operation, name);
        for (const caller of callers) {
          const { status, json } = await call(world.as(caller), operation, operation.params);
          assert.deepEqual(
            [status, json.code, json.msg],
            [403, 'UNAUTHORIZED_PRINCIPAL', `Must be an organization ${who}`],
            `${name}: ${caller.email}`,
          );
        }
      }
    assert.deepEqual(await received.received(), []);
  });

  test('Creating a channel ignores the legacy posting policy', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const old = { stream_post_policy: 2, is_announcement_only: true };
    const given = { subscriptions: [{ name: 'selvedge' }], ...old };
    const { status, json } = await world.as('ada').post('/users/me/subscriptions', given);
    assert.deepEqual([status, json.ignored_parameters_unsupported], [200, Object.keys(old)]);
    const { streams } = (await world.as('ada').get('/streams')).json;
    const made = (streams as { name: string; stream_post_policy: number }[]).find(
      ({ name }) => name === 'selvedge',
    );
    assert.equal(made?.stream_post_policy, 1);
  });
});
