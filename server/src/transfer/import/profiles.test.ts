import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { ImportOptions } from './options.ts';
import type { ImportReport } from './report.ts';
import { undoImport } from './undo/index.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** What of Olga, and of a group, came with it. */
async function found(world: World) {
  const users = (await world.as('ada').get('/users?include_custom_profile_fields=true')).json.members as {
    user_id: number;
    full_name: string;
    profile_data?: Record<string, { value: string }>;
  }[];
  const olga = users.find(({ full_name: name }) => name === 'Olga Orlova');
  const { custom_fields: fields } = (await world.as('ada').get('/realm/profile_fields')).json as unknown as {
    custom_fields: { id: number; name: string }[];
  };
  const profile = Object.entries(olga?.profile_data ?? {}).map(
    ([id, { value }]) =>
      `${fields.find((field) => field.id === Number(id))?.name}: ${value.replace(/^\[\d+\]$/, '[person]')}`,
  );
  const status = (await world.as('ada').get(`/users/${olga?.user_id}/status`)).json.status as {
    status_text?: string;
    emoji_name?: string;
  };
  const groups = (await world.as('ada').get('/user_groups')).json.user_groups as {
    name: string;
    members: number[];
    is_system_group: boolean;
  }[];
  return {
    profile: profile.sort(),
    status: [status.status_text, status.emoji_name],
    groups: groups
      .filter((group) => !group.is_system_group && olga !== undefined && group.members.includes(olga.user_id))
      .map(({ name }) => name),
  };
}

const olga = { id: 'U1', name: 'olga', profile: { real_name: 'Olga Orlova', email: 'olga@example.com' } };
const status = { status_text: 'weaving', status_emoji: ':tada:' };
const exports: readonly (readonly [ImportOptions['product'], Buffer, string[], string[], string[]?])[] = [
  [
    'slack',
    zip([
      {
        name: 'users.json',
        data: json([
          {
            ...olga,
            profile: { ...olga.profile, ...status, title: 'Weaver', fields: { Xf1: { value: '12 B' } } },
          },
        ]),
      },
      { name: 'profile_fields.json', data: json({ profile: { fields: [{ id: 'Xf1', label: 'Room' }] } }) },
      {
        name: 'usergroups.json',
        data: json({ usergroups: [{ id: 'S1', handle: 'looms', users: ['U1', 'U9'] }] }),
      },
      { name: 'channels.json', data: json([{ id: 'C1', name: 'shed', members: ['U1'] }]) },
      {
        name: 'shed/2023-01-02.json',
        data: json([
          { type: 'message', user: 'U1', ts: '1672650000.000100', text: 'Hi <!subteam^S1|@looms>' },
        ]),
      },
    ]),
    ['Room: 12 B', 'Title: Weaver'],
    ['looms'],
  ],
  [
    'mattermost',
    zip([
      {
        name: 'import.jsonl',
        data: [
          { type: 'version', version: 1 },
          { type: 'team', team: { name: 'shed', display_name: 'Shed', type: 'O' } },
          {
            type: 'user',
            user: {
              username: 'olga',
              email: 'olga@example.com',
              first_name: 'Olga',
              last_name: 'Orlova',
              position: 'Weaver',
              custom_status: json({ text: 'weaving', emoji: 'tada' }),
            },
          },
        ]
          .map(json)
          .join('\n'),
      },
    ]),
    ['Position: Weaver'],
    [],
  ],
  [
    'zulip',
    zip([
      {
        name: 'realm.json',
        data: json({
          zerver_realm: [{ id: 1, string_id: 'shed' }],
          zerver_userprofile: [
            {
              id: 7,
              full_name: 'Olga Orlova',
              delivery_email: 'olga@example.com',
              role: 400,
              is_active: true,
            },
          ],
          zerver_customprofilefield: [
            { id: 3, name: 'Room', field_type: 1 },
            { id: 4, name: 'Mentor', field_type: 6 },
          ],
          zerver_customprofilefieldvalue: [
            { user_profile: 7, field: 3, value: '12 B' },
            { user_profile: 7, field: 4, value: '[7]' },
          ],
          zerver_userstatus: [{ user_profile: 7, status_text: 'weaving', emoji_name: 'tada' }],
          zerver_namedusergroup: [
            { usergroup_ptr: 5, name: 'looms', is_system_group: false },
            { usergroup_ptr: 6, name: 'role:members', is_system_group: true },
          ],
          zerver_usergroupmembership: [
            { user_group: 5, user_profile: 7 },
            { user_group: 6, user_profile: 7 },
          ],
        }),
      },
    ]),
    ['Mentor: [person]', 'Room: 12 B'],
    ['looms'],
  ],
  [
    'rocketchat',
    zip([
      bson('users', [
        {
          _id: 'u1',
          username: 'olga',
          name: 'Olga Orlova',
          emails: [{ address: 'olga@example.com' }],
          roles: ['user'],
          active: true,
          statusText: 'weaving',
        },
      ]),
      bson('rocketchat_team', [{ _id: 't1', name: 'looms', type: 0 }, { _id: 't2' }]),
      bson('rocketchat_team_member', [
        { teamId: 't1', userId: 'u1' },
        { teamId: 't1', userId: 'gone' },
      ]),
      bson('rocketchat_room', [{ _id: 'r1', t: 'c', name: 'shed', usernames: ['olga'] }]),
      bson('rocketchat_message', [
        {
          _id: 'm1',
          rid: 'r1',
          msg: 'Hi @looms',
          ts: new Date('2023-01-02T10:00:00Z'),
          u: { _id: 'u1', username: 'olga' },
        },
      ]),
    ]),
    [],
    ['looms'],
    // There, a status has no emoji.
    ['weaving'],
  ],
  [
    'teams',
    zip([
      {
        name: 'users/usersList.json',
        data: json([{ Id: 'u1', DisplayName: 'Olga Orlova', Mail: 'olga@example.com' }]),
      },
      {
        name: 'teams/teamsSettings.json',
        data: json([{ Id: 't1', DisplayName: 'looms', Visibility: 'Public' }]),
      },
      { name: 'teams/t1/teamMembers_t1.json', data: json([{ UserId: 'u1' }, { UserId: 'gone' }]) },
      { name: 'teams/t1/channels_t1.json', data: json([{ Id: 'c1', DisplayName: 'General' }]) },
      {
        name: 'teams/t1/messages_t1.json',
        data: json([
          {
            Id: '1672653600000',
            CreatedDateTime: '2023-01-02T10:00:00Z',
            Body: { ContentType: 'html', Content: 'Hi <at id="0">looms</at>' },
            Mentions: [
              { Id: 0, Mentioned: { Conversation: { Id: 't1', ConversationIdentityType: 'team' } } },
            ],
            From: { User: { Id: 'u1', DisplayName: 'Olga Orlova' } },
            ChannelIdentity: { TeamId: 't1', ChannelId: 'c1' },
          },
        ]),
      },
    ]),
    [],
    ['looms'],
    // The export has none.
    [],
  ],
];

onBothEngines('Profiles, statuses and groups', (engine) => {
  for (const [product, bytes, profile, groups, shown = ['weaving', 'tada']] of exports)
    test(`They come from ${product}, once, and an undo takes them back`, async (t) => {
      const world = await makeWorld(t, engine);
      await runArchiveImport(world, bytes, { product });
      const expected = { profile, status: [shown[0], shown[1]], groups };
      assert.deepEqual(await found(world), expected);
      await runArchiveImport(world, bytes, { product });
      assert.deepEqual(await found(world), expected);
      if (!['mattermost', 'zulip'].includes(product)) {
        const { content } = await world.app.db.read.q
          .selectFrom('message')
          .select('content')
          .where('org_id', '=', world.orgId)
          .where('client', '=', `${product} import`)
          .executeTakeFirstOrThrow();
        assert.equal(content, 'Hi @*looms*');
      }
      const cache = await world.app.organizations.cache(world.orgId);
      await undoImport(world.app, cache, undefined);
      await undoImport(world.app, cache, undefined);
      assert.deepEqual((await world.as('ada').get('/realm/profile_fields')).json.custom_fields, []);
      await runArchiveImport(world, bytes, { product });
      assert.deepEqual(await found(world), expected);
    });

  test('Profile fields over the limit of an organization are reported once each, by a dry run as well', async (t) => {
    const world = await makeWorld(t, engine);
    const labels = Array.from({ length: 103 }, (_, i) => ({ id: `X${i}`, label: `Field ${i}` }));
    const fields = Object.fromEntries(labels.map(({ id }) => [id, { value: 'x' }]));
    const users = ['una', 'ugo'].map((name) => ({
      id: name,
      name,
      profile: { real_name: name, email: `${name}@example.com`, fields },
    }));
    const bytes = zip([
      { name: 'users.json', data: json(users) },
      { name: 'profile_fields.json', data: json({ profile: { fields: labels } }) },
      { name: 'channels.json', data: '[]' },
    ]);
    const field = { name: 'Field 7', hint: '', field_type: 4 };
    assert.equal((await world.as('ada').post('/realm/profile_fields', field)).status, 200);
    const refused = ({ problems }: ImportReport) =>
      problems.map(({ place, reason }) => `${place}: ${reason}`);
    const expected = [
      'profile field Field 7: The organization has one of another type.',
      ...[100, 101, 102].map(
        (i) =>
          `profile field Field ${i}: An organization has at most 100 profile fields, so its values do not come.`,
      ),
    ];
    assert.deepEqual(refused(await runArchiveImport(world, bytes, { dryRun: true })), expected);
    // More problems than these would end the import.
    assert.deepEqual(refused(await runArchiveImport(world, bytes, { maxErrors: 4 })), expected);
    const { custom_fields: made } = (await world.as('ada').get('/realm/profile_fields')).json;
    assert.equal(Array.isArray(made) && made.length, 100);
  });

  test('What someone has chosen here is not overwritten', async (t) => {
    const world = await makeWorld(t, engine);
    const [, bytes] = exports[0] ?? [];
    assert.ok(bytes);
    await world.as('ada').patch('/settings', { full_name: 'Olga Orlova' });
    const own = {
      ...olga,
      profile: { ...olga.profile, email: world.people.ada.email, title: 'Weaver', ...status },
    };
    await runArchiveImport(
      world,
      zip([
        { name: 'users.json', data: json([own]) },
        { name: 'channels.json', data: '[]' },
      ]),
    );
    assert.deepEqual(await found(world), { profile: [], status: [undefined, undefined], groups: [] });
  });
});
