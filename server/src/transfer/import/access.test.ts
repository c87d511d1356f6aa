import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { keysIn } from '../../lib/objects.ts';
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
  await runArchiveImport(world, bytes, { product, roles: true });
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

/** What a product can say about access, in every place where it can say it, and what it does not say or says in an odd way. */
interface Closed {
  entries: () => Buffer;
  /** The channels that are for everyone. */
  open: string[];
}

const odd = { name: 'Odd One', email: 'odd@s.example' };
const oddMessage = { text: 'hush', at: new Date(exportStart).toISOString() };

const closed: Readonly<Record<Product, Closed>> = {
  slack: {
    entries: () =>
      archive({
        'users.json': [
          ...slackUsers,
          {
            id: 'U3',
            team_id: 'T1',
            name: 'odd',
            is_owner: 'perhaps',
            is_admin: 1,
            profile: { real_name: odd.name, email: odd.email },
          },
        ],
        // Answers of the API have all kinds in one list, and an export may have been put together by hand.
        ...Object.fromEntries(
          ['channels', 'groups', 'dms', 'mpims'].map((list) => [
            `${list}.json`,
            [
              ...(list === 'channels' ? [{ id: 'C1', name: 'open', members: ['U1'] }] : []),
              { id: `${list}2`, name: `${list}-private`, is_private: true, members: ['U1'] },
              { id: `${list}3`, name: `${list}-group`, is_group: true, members: ['U1'] },
              { id: `${list}4`, name: `${list}-im`, is_im: true, user: 'U1' },
              { id: `${list}5`, name: `${list}-mpim`, is_mpim: true, members: ['U1', 'U2'] },
              { id: `${list}6`, name: `${list}-mpim-without-people`, is_mpim: true },
              { id: `${list}7`, name: `${list}-odd`, is_private: 'yes', members: ['U1'] },
              // The second entry of a channel is the later one.
              ...(list === 'mpims' || list === 'dms'
                ? []
                : [{ id: 'C8', name: 'converted', members: ['U1'] }]),
            ],
          ]),
        ),
      }),
    open: ['open'],
  },
  mattermost: {
    entries: () =>
      archive({
        'import.jsonl': jsonLines([
          { type: 'version', version: 1 },
          ...['O', 'P', 'D', 'G', 'X', '', 'o', undefined].map((type, n) => ({
            type: 'channel',
            channel: { team: 't', name: `kind-${n}`, display_name: `kind-${n}`, type },
          })),
          {
            type: 'user',
            user: { username: odd.name, email: odd.email, roles: 'system_overlord custom_admin' },
          },
        ]),
      }),
    open: ['kind-0'],
  },
  csv: {
    entries: () =>
      archive({
        'people.csv': `id,name,email,role\np1,${odd.name},${odd.email},overlord\n`,
        'channels.csv': 'id,name,private\na,stated-open,no\nb,stated-closed,yes\nc,unstated,\nd,odd,maybe\n',
        'messages.csv': `id,channel,conversation,sender,time,text\n1,unlisted,,p1,${exportStart},hush\n2,,p1 p2,p1,${exportStart},hush\n`,
      }),
    open: ['stated-open'],
  },
  teams: {
    entries: () =>
      archive({
        'users/usersList.json': [
          { Id: 'u1', DisplayName: odd.name, Mail: odd.email, UserType: 'Overlord', Role: 'owner' },
        ],
        'teams/teamsSettings.json': [
          { Id: 't1', DisplayName: 'Open', Visibility: 'Public' },
          { Id: 't2', DisplayName: 'Hidden', Visibility: 'HiddenMembership' },
        ],
        'teams/t1/channels_t1.json': [
          { Id: '1', DisplayName: 'stated', MembershipType: 'standard' },
          { Id: '2', DisplayName: 'unstated' },
          { Id: '4', DisplayName: 'closed', MembershipType: 'private' },
          { Id: '5', DisplayName: 'shared', MembershipType: 'shared' },
        ],
        'teams/t2/channels_t2.json': [{ Id: '3', DisplayName: 'other', MembershipType: 'standard' }],
      }),
    open: ['Open / stated'],
  },
  rocketchat: {
    entries: () =>
      zip([
        bson('users', [
          {
            _id: 'u1',
            username: odd.name,
            type: 'user',
            active: true,
            roles: ['overlord', 'owner', 'leader'],
            emails: [{ address: odd.email, verified: true }],
          },
        ]),
        bson('rocketchat_team', [
          { _id: 't0', name: 'open-team', type: 0 },
          { _id: 't1', name: 'closed-team', type: 1 },
        ]),
        bson('rocketchat_room', [
          { _id: 'r1', t: 'c', name: 'open-room' },
          { _id: 'r2', t: 'p', name: 'closed-room' },
          { _id: 'r3', t: 'c', name: 'open-in-closed-team', teamId: 't1' },
          { _id: 'r4', t: 'c', name: 'open-in-open-team', teamId: 't0' },
          { _id: 'r5', t: 'd', name: 'direct', uids: ['u1'] },
          { _id: 'r6', t: 'v', name: 'odd' },
          { _id: 'r7', name: 'unstated' },
        ]),
        bson('rocketchat_message', []),
      ]),
    open: ['open-in-open-team', 'open-room'],
  },
  zulip: {
    entries: () =>
      archive({
        'realm.json': {
          zerver_realm: [{ id: 1, uuid: 'u' }],
          zerver_userprofile: [4, 9, null, undefined].map((email_address_visibility, id) => ({
            id: id + 1,
            full_name: `${odd.name} ${id}`,
            delivery_email: `${id}${odd.email}`,
            role: [999, 0, -1, null][id],
            is_active: true,
            email_address_visibility,
          })),
          zerver_stream: [
            { id: 1, name: 'stated-open', invite_only: false },
            { id: 2, name: 'stated-closed', invite_only: true },
            { id: 3, name: 'unstated' },
            { id: 4, name: 'odd', invite_only: 'no' },
            { id: 5, name: 'web-public and closed', invite_only: true, is_web_public: true },
          ],
        },
      }),
    open: ['stated-open'],
  },
  discord: {
    entries: () =>
      archive(
        Object.fromEntries(
          [
            'GuildTextChat',
            'GuildPublicThread',
            'GuildPrivateThread',
            'DirectTextChat',
            'DirectGroupTextChat',
            'X',
          ].map((type, n) => [
            `${n}.json`,
            {
              guild: { id: '5' },
              channel: { id: `1${n}`, type, name: type },
              messages: [
                {
                  id: `2${n}`,
                  type: 'Default',
                  timestamp: oddMessage.at,
                  content: oddMessage.text,
                  author: { id: '9', name: odd.name, roles: [{ id: '7', name: 'Overlord' }] },
                },
              ],
            },
          ]),
        ),
      ),
    open: [],
  },
  matrix: {
    entries: () =>
      archive(
        Object.fromEntries(
          ['public', 'invite', 'private'].map((rule) => [
            `${rule}/export.json`,
            {
              room_name: rule,
              messages: [
                { type: 'm.room.join_rules', state_key: '', content: { join_rule: rule } },
                { type: 'm.room.power_levels', state_key: '', content: { users: { '@odd:x': 100 } } },
                {
                  type: 'm.room.member',
                  state_key: '@odd:x',
                  content: { membership: 'join', displayname: odd.name },
                },
                { type: 'm.room.message', content: { msgtype: 'm.text', body: oddMessage.text } },
              ].map((event, n) => ({
                event_id: `$${rule}${n}`,
                room_id: `!${rule}:x`,
                sender: '@odd:x',
                origin_server_ts: exportStart + n,
                ...event,
              })),
            },
          ]),
        ),
      ),
    open: [],
  },
};

type Person = { full_name: string; role: number; delivery_email: string | null };

onBothEngines('Access after an import', (engine) => {
  test('What is private, direct or unclear in any export is open to nobody else, and odd people are members with hidden addresses', async (t) => {
    for (const product of keysIn(closed)) {
      const { entries, open } = closed[product];
      const world = await makeWorld(t, engine);
      assert.deepEqual(await seenByOutsider(world, product, entries()), open, product);
      const { json } = await world.as('dan').get('/users');
      const people = (json.members as Person[]).filter(({ full_name: name }) => name.includes(odd.name));
      assert.ok(people.length > 0, product);
      for (const { role, delivery_email: email } of people)
        assert.deepEqual([role, email], [400, null], product);
      const messages = await world
        .as('dan')
        .get('/messages', { anchor: 'newest', num_before: 99, num_after: 0 });
      assert.ok(!JSON.stringify(messages.json).includes(oddMessage.text), product);
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

  test('A guest with a higher role gets no more than a guest has', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, archive({ 'users.json': slackUsers, 'channels.json': [] }), {
      roles: true,
    });
    const { json } = await world.as('ada').get('/users');
    const findRole = (name: string) =>
      (json.members as { full_name: string; role: number }[]).find((one) => one.full_name === name)?.role;
    assert.equal(findRole('vic'), 600);
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
