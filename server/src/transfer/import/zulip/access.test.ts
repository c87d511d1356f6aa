import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, names, type World } from '../../../../../tests/support/world.ts';
import { runImport } from '../run.ts';

type Name = (typeof names)[number];
type Row = Record<string, unknown>;

/** The people of the world, so that the test can act as they. */
const ids: Readonly<Record<Name, number>> = { ada: 1, ben: 2, cleo: 3, dan: 4, eve: 5, gus: 6 };
const roleIds = { nobody: 90, owners: 91, administrators: 92, moderators: 93, members: 94, everyone: 95 };

const channel = (id: number, name: string, rest: Row = {}): Row => ({
  id,
  name,
  description: '',
  invite_only: false,
  history_public_to_subscribers: true,
  deactivated: false,
  can_send_message_group: roleIds.everyone,
  can_add_subscribers_group: roleIds.nobody,
  can_administer_channel_group: roleIds.nobody,
  can_remove_subscribers_group: roleIds.administrators,
  can_subscribe_group: roleIds.nobody,
  ...rest,
});

/** Channels 1 council (protected), 2 announce, 3 dock, 4 attic. */
function council({
  realm = {},
  columns = {},
  hanna = {},
}: { realm?: Row; columns?: Row; hanna?: Row } = {}): Buffer {
  const received: Readonly<Record<number, readonly Name[]>> = {
    1: ['ada'],
    2: ['ada', 'dan'],
    3: ['ada', 'dan', 'eve'],
    4: ['ada', 'eve'],
    5: ['ada', 'dan', 'eve'],
  };
  const realmJson = {
    zerver_realm: [{ id: 1, uuid: 'council', ...realm }],
    zerver_userprofile: [
      ...names.map((name) => ({
        id: ids[name],
        full_name: `There ${name}`,
        delivery_email: `${name}@example.com`,
        is_active: true,
        role: 400,
        email_address_visibility: 1,
      })),
      {
        id: 20,
        full_name: 'Hidden Hanna',
        delivery_email: 'hanna@example.com',
        role: 400,
        is_active: true,
        email_address_visibility: 4,
        send_read_receipts: false,
        presence_enabled: false,
        ...hanna,
      },
    ],
    zerver_namedusergroup: [
      ...Object.entries(roleIds).map(([name, id]) => ({ id, name: `role:${name}`, is_system_group: true })),
      { id: 50, name: 'outer', is_system_group: false, can_mention_group: roleIds.administrators },
      { id: 51, name: 'inner', is_system_group: false, can_manage_group: 60 },
      ...[52, 53].map((id) => ({ id, name: `former ${id}`, is_system_group: false, deactivated: true })),
    ],
    zerver_usergroupmembership: [
      { user_group: 51, user_profile: ids.dan },
      { user_group: 60, user_profile: ids.eve },
      { user_group: 61, user_profile: ids.dan },
    ],
    zerver_groupgroupmembership: [
      { supergroup: 50, subgroup: 51 },
      { supergroup: 52, subgroup: 53 },
    ],
    zerver_stream: [
      channel(1, 'council', { invite_only: true, history_public_to_subscribers: false }),
      channel(2, 'announce', { can_send_message_group: roleIds.administrators, ...columns }),
      channel(3, 'dock', { can_send_message_group: 50, can_administer_channel_group: 61 }),
      channel(4, 'attic', { invite_only: true, deactivated: true }),
    ],
    zerver_recipient: [1, 2, 3, 4].map((id) => ({ id: 30 + id, type: 2, type_id: id })),
    zerver_subscription: [
      ...(['ada', 'dan', 'eve'] as const).map((name) => ({
        recipient: 31,
        user_profile: ids[name],
        active: true,
      })),
      ...names.flatMap((name) =>
        [32, 33].map((recipient) => ({ recipient, user_profile: ids[name], active: true })),
      ),
      { recipient: 34, user_profile: ids.dan, active: true },
    ],
  };
  const messages = {
    zerver_message: Object.keys(received).map((id) => ({
      id: Number(id),
      sender: ids.ada,
      recipient: 31,
      subject: 'secrets',
      content: `word ${id} for @**There dan|4**`,
      date_sent: exportStart / 1000 + Number(id),
    })),
    zerver_usermessage: Object.entries(received).flatMap(([message, people]) =>
      // Read; and each mentions Dan.
      people.map((name) => ({
        message: Number(message),
        user_profile: ids[name],
        flags_mask: name === 'dan' ? 9 : 1,
      })),
    ),
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realmJson) },
    { name: 'e/messages-000001.json', data: JSON.stringify(messages) },
  ]);
}

async function imported(t: TestContext, engine: Engine) {
  const world = await makeWorld(t, engine);
  const report = await runArchiveImport(world, council(), { product: 'zulip' });
  const cache = await world.app.organizations.cache(world.orgId);
  const channelId = (name: string) => cache.channels.find('name', name)?.id ?? 0;
  return { world, report, cache, channelId };
}

async function readWords(world: World, name: Name, channelId: number): Promise<string[]> {
  const narrow = JSON.stringify([{ operator: 'channel', operand: channelId }]);
  const query = new URLSearchParams({ anchor: 'newest', num_before: '50', num_after: '0', narrow });
  const { json } = await world.as(name).get(`/messages?${query.toString()}&apply_markdown=false`);
  return ((json.messages ?? []) as { content: string; flags: string[] }[]).map(
    ({ content, flags }) => `${content.slice(5, 6)}${flags.includes('mentioned') ? '!' : ''}`,
  );
}

const post = (world: World, name: Name, to: number) =>
  world.as(name).post('/messages', { type: 'channel', to, topic: 'a', content: 'may I?' });

onBothEngines('Access after an import from Zulip', (engine) => {
  test('People of a channel with protected history read and are mentioned in what they received, and in what comes', async (t) => {
    const { world, channelId } = await imported(t, engine);
    const id = channelId('council');
    assert.deepEqual(await readWords(world, 'ada', id), ['1', '2', '3', '4', '5']);
    assert.deepEqual(await readWords(world, 'dan', id), ['2!', '3!', '5!']);
    assert.deepEqual(await readWords(world, 'eve', id), ['3', '4', '5']);
    assert.deepEqual(await readWords(world, 'ben', id), []);
    assert.equal((await post(world, 'ada', id)).json.result, 'success');
    assert.deepEqual(await readWords(world, 'dan', id), ['2!', '3!', '5!', '?']);
    // The same export again changes nothing.
    await runArchiveImport(world, council(), { product: 'zulip' });
    assert.deepEqual(await readWords(world, 'dan', id), ['2!', '3!', '5!', '?']);
  });

  test('Only those post, administer and manage who could, by role, name and nested group', async (t) => {
    const { world, cache, channelId } = await imported(t, engine);
    const outcomes = async (name: Name) =>
      (
        await Promise.all([post(world, name, channelId('announce')), post(world, name, channelId('dock'))])
      ).map(({ json }) => json.result);
    assert.deepEqual(await outcomes('ben'), ['success', 'error']);
    assert.deepEqual(await outcomes('dan'), ['error', 'success']);
    assert.deepEqual(await outcomes('eve'), ['error', 'error']);
    const rename = (name: Name) =>
      world.as(name).patch(`/streams/${channelId('dock')}`, { description: 'Ships' });
    assert.equal((await rename('eve')).json.result, 'error');
    assert.equal((await rename('dan')).json.result, 'success');
    const inner = cache.groups.find('name', 'inner')?.id ?? 0;
    const [outer, held] = ['former 52', 'former 53'].map((name) => cache.groups.find('name', name));
    assert.deepEqual([...(outer?.subgroups ?? [])], [held?.id]);
    const manage = (name: Name) => world.as(name).patch(`/user_groups/${inner}`, { description: 'Us' });
    assert.equal((await manage('dan')).json.result, 'error');
    assert.equal((await manage('eve')).json.result, 'success');
  });

  test('Archived channels keep their members, hidden addresses stay hidden, and so does who reads', async (t) => {
    const { world, cache, channelId } = await imported(t, engine);
    assert.deepEqual([...cache.members.findUsers(channelId('attic'))], [world.people.dan.id]);
    const { json } = await world.as('ada').get('/users');
    const hanna = (json.members as { full_name: string; delivery_email: string | null }[]).find(
      (one) => one.full_name === 'Hidden Hanna',
    );
    assert.ok(hanna);
    assert.equal(hanna.delivery_email, null);
    assert.ok(!JSON.stringify(json).includes('hanna@example.com'));
    const settings = [...cache.users.values()].find((one) => one.fullName === 'Hidden Hanna')?.settings;
    assert.deepEqual([settings?.send_read_receipts, settings?.presence_enabled], [false, false]);
  });

  test('A new organization gets the rules of the other one, and an existing one says what is wider', async (t) => {
    const realm = {
      allow_message_editing: false,
      can_invite_users_group: roleIds.owners,
      message_content_edit_limit_seconds: 60,
      can_access_all_users_group: roleIds.members,
      mandatory_topics: true,
      moderation_request_channel: 1,
      name: 'Council',
    };
    const world = await makeWorld(t, engine);
    const report = await runArchiveImport(world, council({ realm }), { product: 'zulip' });
    const places = report.wider.map(({ place }) => place);
    for (const name of ['allow_message_editing', 'can_invite_users_group', 'topics_policy'])
      assert.ok(places.includes(`organization: ${name}`), places.join('\n'));
    const dry = await runArchiveImport(world, council({ realm }), { product: 'zulip', dryRun: true });
    assert.deepEqual(dry.wider, report.wider);
    const fresh = await makeWorld(t, engine);
    const cache = await fresh.app.organizations.cache(fresh.orgId);
    const made = await runImport(
      fresh.app,
      cache,
      { product: 'zulip', path: `${world.app.config.data}/export-${world.orgId}.zip`, roles: true },
      { signal: new AbortController().signal, isLive: true, isNew: true, takesOwnerName: true },
    );
    assert.deepEqual(made.wider, []);
    assert.deepEqual(
      made.left_out.flatMap(({ what, places }) => (/name|archived/.test(what) ? [places] : [])),
      [['channel attic'], ['Council']],
    );
    assert.equal((await fresh.as('ada').get('/users/me')).json.full_name, 'There ada');
    const { json } = await fresh.as('ada').post('/register', { fetch_event_types: '["realm"]' });
    const group = (name: string) => cache.groups.find('name', name)?.id;
    assert.deepEqual(
      [
        json.realm_allow_message_editing,
        json.realm_can_invite_users_group,
        json.realm_mandatory_topics,
        json.realm_message_content_edit_limit_seconds,
        json.realm_can_access_all_users_group,
        json.realm_moderation_request_channel_id,
      ],
      [
        false,
        group('role:owners'),
        true,
        60,
        group('role:members'),
        cache.channels.find('name', 'council')?.id,
      ],
    );
  });

  test('What is unknown here gives nobody more, and is said: a role, a group, a kind of channel, a value', async (t) => {
    const world = await makeWorld(t, engine);
    const bytes = council({
      realm: { message_edit_history_visibility_policy: 99, allow_message_editing: ['perhaps'] },
      columns: { can_send_message_group: 777, invite_only: null },
      hanna: { role: 777, email_address_visibility: 99 },
    });
    const cache = await world.app.organizations.cache(world.orgId);
    const dry = await runArchiveImport(world, bytes, { product: 'zulip', dryRun: true });
    const path = `${world.app.config.data}/export-${world.orgId}.zip`;
    const made = await runImport(
      world.app,
      cache,
      { product: 'zulip', path, roles: true },
      { signal: new AbortController().signal, isLive: true, isNew: true },
    );
    const places = ({ wider, narrower }: typeof made) => ({
      wider: wider.map(({ place }) => place),
      narrower: narrower.map(({ place }) => place),
    });
    assert.notEqual((await world.as('ada').get('/users/me')).json.full_name, 'There ada');
    const ofChannelsAndPeople = {
      wider: ['person Hidden Hanna'],
      narrower: ['person Hidden Hanna', 'channel announce', 'channel announce'],
    };
    assert.deepEqual(places(made), {
      ...ofChannelsAndPeople,
      narrower: [
        ...ofChannelsAndPeople.narrower,
        'organization: allow_message_editing',
        'organization: message_edit_history_visibility_policy',
      ],
    });
    for (const place of Object.values(ofChannelsAndPeople).flat())
      assert.ok(Object.values(places(dry)).flat().includes(place), place);
    const announce = cache.channels.find('name', 'announce');
    const nobody = cache.groups.find('name', 'role:nobody')?.id;
    assert.deepEqual([announce?.isPrivate, announce?.settings.can_send_message_group], [true, nobody]);
    const { json } = await world.as('ada').post('/register', { fetch_event_types: '["realm"]' });
    assert.deepEqual(
      [json.realm_allow_message_editing, json.realm_message_edit_history_visibility_policy],
      [false, 'none'],
    );
  });

  test('A field that nobody declared is a line of the report', async (t) => {
    const world = await makeWorld(t, engine);
    const bytes = council({ columns: { can_whisper_group: roleIds.owners }, realm: { can_shout_group: 91 } });
    const { wider } = await runArchiveImport(world, bytes, { product: 'zulip', dryRun: true });
    const places = wider.map(({ place }) => place);
    assert.ok(
      places.includes('zerver_stream can_whisper_group') && places.includes('zerver_realm can_shout_group'),
    );
  });
});
