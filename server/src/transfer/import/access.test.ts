import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Product } from './options.ts';
import { undoImport } from './undo/index.ts';

type Files = Readonly<Record<string, unknown>>;

const archive = (files: Files): Buffer =>
  zip(
    Object.entries(files).map(([name, data]) => ({
      name,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    })),
  );
const jsonLines = (values: readonly unknown[]): string => values.map((one) => JSON.stringify(one)).join('\n');

/** Names of the channels that someone who was in none of them sees. */
async function seenByOutsider(world: World, product: Product, bytes: Buffer): Promise<string[]> {
  const before = new Set(await channelNames(world));
  await runArchiveImport(world, bytes, { product });
  return (await channelNames(world)).filter((name) => !before.has(name)).sort();
}

async function channelNames(world: World): Promise<string[]> {
  const { json } = await world.as('dan').get('/streams?exclude_archived=false');
  return (json.streams as { name: string }[]).map(({ name }) => name);
}

const slackUsers = [
  { id: 'U1', team_id: 'T1', name: 'uma', profile: { real_name: 'Uma U', email: 'uma@s.example' } },
  {
    id: 'U2',
    team_id: 'T1',
    name: 'vic',
    is_restricted: true,
    is_admin: true,
    profile: { email: 'v@s.example' },
  },
];

const closed: readonly (readonly [Product, () => Buffer, string[]])[] = [
  [
    'slack',
    () =>
      archive({
        'users.json': slackUsers,
        'channels.json': [
          { id: 'C1', name: 'open-c', members: ['U1'] },
          { id: 'C2', name: 'private-c', is_private: true, members: ['U1'] },
          { id: 'C3', name: 'group-c', is_group: true, members: ['U1'] },
          { id: 'C4', name: 'im-c', is_im: true, user: 'U1' },
          { id: 'C5', name: 'mpim-c', is_mpim: true, members: ['U1', 'U2'] },
          { id: 'C6', name: 'mpim-without-people', is_mpim: true },
          { id: 'C7', name: 'odd-c', is_private: 'yes', members: ['U1'] },
          { id: 'C8', name: 'converted', members: ['U1'] },
        ],
        // The second entry of a channel is the later one.
        'groups.json': [{ id: 'C8', name: 'converted', members: ['U1'] }],
      }),
    ['open-c'],
  ],
  [
    'mattermost',
    () =>
      archive({
        'import.jsonl': jsonLines([
          { type: 'version', version: 1 },
          ...['O', 'P', 'X', undefined].map((type) => ({
            type: 'channel',
            channel: { team: 't', name: `kind-${String(type)}`, display_name: `kind-${String(type)}`, type },
          })),
        ]),
      }),
    ['kind-O'],
  ],
  [
    'csv',
    () =>
      archive({
        'channels.csv': 'id,name,private\na,stated-open,no\nb,stated-closed,yes\nc,unstated,\nd,odd,maybe\n',
        'messages.csv': `id,channel,sender,time,text\n1,unlisted,p1,${exportStart},hush\n`,
      }),
    ['stated-open'],
  ],
  [
    'teams',
    () =>
      archive({
        'users/usersList.json': [],
        'teams/teamsSettings.json': [
          { Id: 't1', DisplayName: 'Open', Visibility: 'Public' },
          { Id: 't2', DisplayName: 'Hidden', Visibility: 'HiddenMembership' },
        ],
        'teams/t1/channels_t1.json': [
          { Id: '1', DisplayName: 'stated', MembershipType: 'standard' },
          { Id: '2', DisplayName: 'unstated' },
        ],
        'teams/t2/channels_t2.json': [{ Id: '3', DisplayName: 'other', MembershipType: 'standard' }],
      }),
    ['Open / stated'],
  ],
  [
    'rocketchat',
    () =>
      zip([
        bson('users', []),
        bson('rocketchat_team', [
          { _id: 't0', name: 'open-team', type: 0 },
          { _id: 't1', name: 'closed-team', type: 1 },
        ]),
        bson('rocketchat_room', [
          { _id: 'r1', t: 'c', name: 'open-room' },
          { _id: 'r2', t: 'p', name: 'closed-room' },
          { _id: 'r3', t: 'c', name: 'open-in-closed-team', teamId: 't1' },
          { _id: 'r4', t: 'c', name: 'open-in-open-team', teamId: 't0' },
        ]),
        bson('rocketchat_message', []),
      ]),
    ['open-in-open-team', 'open-room'],
  ],
  [
    'zulip',
    () =>
      archive({
        'realm.json': {
          zerver_realm: [{ id: 1, uuid: 'u' }],
          zerver_stream: [
            { id: 1, name: 'stated-open', invite_only: false },
            { id: 2, name: 'stated-closed', invite_only: true },
            { id: 3, name: 'unstated' },
          ],
        },
      }),
    ['stated-open'],
  ],
];

onBothEngines('Access after an import', (engine) => {
  test('A channel is for everyone only if the export says so', async (t) => {
    for (const [product, makeArchive, open] of closed) {
      const world = await makeWorld(t, engine);
      assert.deepEqual(await seenByOutsider(world, product, makeArchive()), open, product);
    }
  });

  test('People who left a room of Matrix, or never came, do not get into it', async (t) => {
    const world = await makeWorld(t, engine);
    const member = (id: string, membership: string, at: number) => ({
      event_id: `$${id}${at}`,
      type: 'm.room.member',
      room_id: '!r:x',
      origin_server_ts: exportStart + at,
      sender: '@rosa:x',
      state_key: `@${id}:x`,
      content: { membership, displayname: `Name ${id}` },
    });
    await runArchiveImport(
      world,
      archive({
        'export.json': {
          room_name: 'Weaving',
          messages: [
            member('rosa', 'join', 0),
            member('left', 'join', 1),
            member('left', 'leave', 2),
            member('back', 'ban', 3),
            member('back', 'join', 4),
            member('asked', 'invite', 5),
          ],
        },
      }),
      { product: 'matrix' },
    );
    const rows = await world.app.db.read.q
      .selectFrom('membership')
      .innerJoin('channel', 'channel.id', 'channel_id')
      .innerJoin('person', 'person.id', 'user_id')
      .select('full_name')
      .where('channel.org_id', '=', world.orgId)
      .where('channel.name', '=', 'Weaving')
      .orderBy('full_name')
      .execute();
    assert.deepEqual(
      rows.map((row) => row.full_name),
      ['Name back', 'Name rosa'],
    );
  });

  test('A guest with a higher role, and a person of an unknown role, get no more than they had', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, archive({ 'users.json': slackUsers, 'channels.json': [] }), {
      roles: true,
    });
    await runArchiveImport(world, archive({ 'people.csv': 'id,name,role\np1,Odd One,overlord\n' }), {
      product: 'csv',
      roles: true,
    });
    const { json } = await world.as('ada').get('/users');
    const findRole = (name: string) =>
      (json.members as { full_name: string; role: number }[]).find((one) => one.full_name === name)?.role;
    assert.deepEqual([findRole('vic'), findRole('Odd One')], [600, 400]);
  });

  test('Addresses of which nobody says who saw them are for administrators, and the report says so', async (t) => {
    const world = await makeWorld(t, engine);
    const bytes = archive({ 'users.json': slackUsers, 'channels.json': [] });
    const dry = await runArchiveImport(world, bytes, { dryRun: true });
    const report = await runArchiveImport(world, bytes);
    assert.deepEqual(report.narrower, dry.narrower);
    assert.deepEqual(report.wider, dry.wider);
    assert.ok(report.narrower.some(({ place }) => place === 'email addresses'));
    // Nothing of it is in an export of Slack.
    assert.ok(report.wider.some(({ place }) => place === 'posting'));
    const addressFor = async (who: 'ben' | 'dan') => {
      const { json } = await world.as(who).get('/users');
      const found = (json.members as { full_name: string; delivery_email: string | null }[]).find(
        (one) => one.full_name === 'Uma U',
      );
      return found?.delivery_email ?? null;
    };
    assert.deepEqual([await addressFor('ben'), await addressFor('dan')], ['uma@s.example', null]);
  });

  test('A channel that became private there since the last import is in the report', async (t) => {
    const world = await makeWorld(t, engine);
    const of = (isPrivate: boolean) =>
      archive({
        'users.json': slackUsers,
        'channels.json': [{ id: 'C1', name: 'council', is_private: isPrivate, members: ['U1'] }],
      });
    await runArchiveImport(world, of(false));
    const { wider } = await runArchiveImport(world, of(true));
    assert.ok(wider.some(({ place }) => place === 'channel council'));
  });

  test('A private channel without members in the export is for nobody, and the report says what to do', async (t) => {
    const world = await makeWorld(t, engine);
    const of = (members: string) =>
      archive({
        'people.csv': 'id,name,email\nben,ben,ben@example.com\n',
        'channels.csv': `id,name,private,members\nc,council,yes,${members}\n`,
        'messages.csv': `id,channel,sender,time,text\n1,c,ben,${exportStart},warp\n`,
      });
    const narrow = [{ operator: 'search', operand: 'warp' }];
    const readers = async () => {
      const found = await Promise.all(
        (['ada', 'ben'] as const).map(async (who) => {
          const { json } = await world
            .as(who)
            .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
          return (json.messages as unknown[]).length === 1 ? [who] : [];
        }),
      );
      return found.flat();
    };
    for (const dryRun of [true, false]) {
      const { narrower } = await runArchiveImport(world, of(''), { product: 'csv', dryRun });
      const line = narrower.find(({ place }) => place === 'channel council');
      assert.match(line?.reason ?? '', /nobody can read it, or add people\. Undo the import, and/);
    }
    assert.deepEqual(await readers(), []);
    await undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    await runArchiveImport(world, of('ben'), { product: 'csv' });
    assert.deepEqual(await readers(), ['ben']);
  });
});
