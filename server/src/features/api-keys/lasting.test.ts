/** What a named key makes ends with it, unless it has the scope `lasting_access`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addGroup, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Client, Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { makeBot, hook, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { routes } from '../../app/features.ts';

const refused = [
  403,
  'INSUFFICIENT_SCOPE',
  'This API key may not give access that remains when the key has ended: that requires the scope lasting_access.',
];

type Act = (client: Client) => Promise<Reply>;

const settings = ['/settings', '/settings/display', '/settings/notifications'];
const settingOperations = ['update-settings', 'update-display-settings', 'update-notification-settings'];

/** An act for each operation, and for each of its parameters where that decides. */
async function actsIn(world: World): Promise<Record<string, Act>> {
  const { dan } = world.people;
  const bot = await makeBot(world, 'ada', hook);
  const nobody = await groupId(world, 'role:nobody');
  const channel = await addChannel(world, { name: 'patterns' });
  await invite(world, 'ada', { invitee_emails: 'ida@example.com' });
  const [{ id: inviteId } = { id: 0 }] = await listed(world, 'ada');
  const realm = (name: string, value: unknown): [string, Act] => [
    `update-realm ${name}`,
    (client) => client.patch('/realm', { [name]: value }),
  ];
  const permissions = routes
    .filter(({ operationId }) => operationId === 'update-realm')
    .flatMap(({ params }) => Object.keys(params.properties))
    .filter((name) => /_group$|^can_/.test(name));
  const users = [
    ['update-user', `/users/${dan.id}`],
    ['update-user-by-email', `/users/${dan.email}`],
  ] as const;
  return {
    'create-user': (client) =>
      client.post('/users', {
        email: 'hal@example.com',
        password: 'warp-and-weft-17',
        full_name: 'Hal Novak',
      }),
    'reactivate-user': (client) => client.post(`/users/${dan.id}/reactivate`),
    'send-invites': (client) =>
      client.post('/invites', { invitee_emails: 'jo@example.com', stream_ids: [], invite_as: 100 }),
    'create-invite-link': (client) => client.post('/invites/multiuse', { invite_as: 100 }),
    'resend-email-invite': (client) => client.post(`/invites/${inviteId}/resend`),
    'add-realm-domain': (client) =>
      client.post('/realm/domains', { domain: 'a.example', allow_subdomains: false }),
    'patch-realm-domain allow_subdomains': (client) =>
      client.patch('/realm/domains/a.example', { allow_subdomains: true }),
    'add-fcm-token': (client) => client.post('/users/me/android_gcm_reg_id', { token: 'loom' }),
    'add-apns-token': (client) =>
      client.post('/users/me/apns_device_token', { token: '0a1b', appid: 'loom' }),
    'update-stream is_web_public': (client) => client.patch(`/streams/${channel}`, { is_web_public: true }),
    'update-bot role': (client) => client.patch(`/bots/${bot.id}`, { role: 200 }),
    'update-bot bot_owner_id': (client) => client.patch(`/bots/${bot.id}`, { bot_owner_id: dan.id }),
    'update-bot service_payload_url': (client) =>
      client.patch(`/bots/${bot.id}`, { service_payload_url: 'https://example.com/thief' }),
    'update-bot config_data': (client) => client.patch(`/bots/${bot.id}`, { config_data: { url: 'thief' } }),
    ...Object.fromEntries(
      users.flatMap(([operation, path]) => [
        [`${operation} role`, (client: Client) => client.patch(path, { role: 200 })],
        [
          `${operation} new_email`,
          (client: Client) => client.patch(path, { new_email: 'thief@example.com' }),
        ],
      ]),
    ),
    ...Object.fromEntries(
      settings.flatMap((path, i) =>
        Object.entries({
          email: { email: 'thief@example.com' },
          new_password: { old_password: 'wrong', new_password: 'a loom and a half' },
          allow_private_data_export: { allow_private_data_export: true },
        }).map(([name, params]) => [
          `${settingOperations[i]} ${name}`,
          (client: Client) => client.patch(path, params),
        ]),
      ),
    ),
    ...Object.fromEntries([
      ...permissions.map((name) => realm(name, { new: nobody })),
      realm('waiting_period_threshold', 3),
      realm('invite_required', false),
      realm('emails_restricted_to_domains', false),
      realm('disallow_disposable_email_addresses', false),
      realm('enable_spectator_access', true),
      realm('jitsi_server_url', 'https://thief.example'),
      realm('authentication_methods', { Email: true }),
    ]),
  };
}

/** Operations, and parameters, that declare to leave access. */
const declared = (): string[] =>
  routes.flatMap(({ operationId, leaves }) => {
    if (typeof leaves !== 'object') return leaves === 'access' ? [operationId] : [];
    return Object.keys(leaves)
      .filter((name) => leaves[name] !== 'nothing')
      .map((name) => `${operationId} ${name}`);
  });

onBothEngines('Access that would outlive a named key', (engine) => {
  test('No named key leaves access, full ones included, unless its scopes say so', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const acts = await actsIn(world);
    assert.deepEqual(Object.keys(acts).sort(), declared().sort());
    const { client: full } = await makeKey(world, 'ada');
    const { client: lasting } = await makeKey(world, 'ada', { scopes: ['full', 'lasting_access'] });
    for (const [what, act] of Object.entries(acts)) assert.deepEqual(refusal(await act(full)), refused, what);
    assert.equal((await listed(world, 'ada')).length, 1);
    for (const [what, act] of Object.entries(acts))
      assert.notEqual((await act(lasting)).json.code, 'INSUFFICIENT_SCOPE', what);
    const { json } = await world.as('ada').get(`/users/${world.people.dan.id}`);
    assert.equal((json.user as { role: number }).role, 200);
  });

  test('A named key that may leave no access still changes what gives none, and takes access away', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { client } = await makeKey(world, 'ada', { scopes: ['administer'] });
    const { ben, dan } = world.people;
    await world.as('ada').post('/realm/domains', { domain: 'a.example', allow_subdomains: true });
    for (const done of [
      await client.patch(`/users/${dan.id}`, { full_name: 'Danny Ito', role: 600 }),
      await client.patch(`/users/${ben.id}`, { role: 400 }),
      await client.patch('/realm', { name: 'Spinners', invite_required: true }),
      await client.patch('/realm/domains/a.example', { allow_subdomains: false }),
      await client.delete('/realm/domains/a.example'),
      await client.delete(`/users/${dan.id}`),
    ])
      assert.equal(done.status, 200, done.json.msg);
  });

  test('A named key adds nobody to a group with permissions in the organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { dan } = world.people;
    const [inviters, inner, others] = [
      await addGroup(world, 'inviters', []),
      await addGroup(world, 'inner', []),
      await addGroup(world, 'others', []),
    ];
    await world.as('ada').post(`/user_groups/${inviters}/subgroups`, { add: [inner] });
    await setOrganization(world, { can_invite_users_group: inviters });
    const { client } = await makeKey(world, 'ada', { scopes: ['administer'] });
    for (const id of [inviters, inner]) {
      for (const response of [
        await client.post(`/user_groups/${id}/members`, { add: [dan.id] }),
        await client.post(`/user_groups/${id}/members`, { add_subgroups: [others] }),
        await client.post(`/user_groups/${id}/subgroups`, { add: [others] }),
        await client.patch(`/user_groups/${id}`, { can_join_group: { new: others } }),
      ])
        assert.deepEqual(refusal(response), refused);
      assert.equal((await client.patch(`/user_groups/${id}`, { description: `group ${id}` })).status, 200);
    }
    assert.equal((await client.post(`/user_groups/${others}/members`, { add: [dan.id] })).status, 200);
  });

  test('A named key adds nobody to a group whose members can enter one with permissions in the organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { dan } = world.people;
    const inviters = await addGroup(world, 'inviters', []);
    const others = await addGroup(world, 'others', []);
    const { client } = await makeKey(world, 'ada', { scopes: ['administer'] });
    for (const permission of ['can_add_members_group', 'can_join_group', 'can_manage_group']) {
      const keepers = await addGroup(world, `keepers by ${permission}`, []);
      const add = () => client.post(`/user_groups/${keepers}/members`, { add: [dan.id] });
      await world.as('ada').patch(`/user_groups/${inviters}`, { [permission]: { new: keepers } });
      await setOrganization(world, { can_invite_users_group: inviters });
      assert.deepEqual(refusal(await add()), refused, permission);
      assert.deepEqual(
        refusal(await client.post(`/user_groups/${keepers}/subgroups`, { add: [others] })),
        refused,
      );
      await setOrganization(world, { can_invite_users_group: { direct_members: [], direct_subgroups: [] } });
      assert.equal((await add()).status, 200);
    }
  });

  test('A named key that may leave no access lists invitations without their links', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/invites/multiuse', {});
    const getLink = async (scopes: readonly string[]) => {
      const { client } = await makeKey(world, 'ada', { scopes });
      const { json } = await client.get('/invites');
      return (json.invites as { is_multiuse: boolean; link_url?: string }[]).find((one) => one.is_multiuse);
    };
    assert.equal((await getLink(['administer']))?.link_url, undefined);
    assert.equal(typeof (await getLink(['administer', 'lasting_access']))?.link_url, 'string');
  });

  test('A named key does not get the tokens and configurations of bots', async (t) => {
    const world = await makeWorld(t, engine);
    const events = { event_types: ['realm_bot'], fetch_event_types: ['realm_bot'] };
    const { client } = await makeKey(world, 'ada', { scopes: ['full', 'lasting_access'] });
    const queues = { key: await listen(client, events), own: await listen(world.as('ada'), events) };
    await makeBot(world, 'ada', hook);
    const getServices = (bots: readonly { services: readonly unknown[] }[]) =>
      bots.map((bot) => bot.services);
    for (const [who, queue] of Object.entries(queues)) {
      const added = (await queue.received()).map(({ bot }) => bot);
      const { json } = await (who === 'key' ? client : world.as('ada')).post('/register', events);
      assert.equal(added.length, 1);
      for (const bots of [added, json.realm_bots])
        assert.deepEqual(
          getServices(bots).map(({ length }) => length),
          [who === 'key' ? 0 : 1],
        );
    }
  });
});
