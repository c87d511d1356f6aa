/** Exports against what the importers of the products read, of an organization that has everything which is odd. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Account } from '../../../../tests/support/client.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { sendFiles, upload } from '../../../../tests/support/files.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import {
  importAsNew,
  importFolder,
  writtenExport,
  type Written,
} from '../../../../tests/support/fixtures/foreign-exports.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { mattermostFaults } from '../../../../tests/support/importers/mattermost.ts';
import { slackFaults } from '../../../../tests/support/importers/slack.ts';
import { zulipFaults } from '../../../../tests/support/importers/zulip.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, people as cast, type World } from '../../../../tests/support/world.ts';
import { insertChannel } from '../../core/channels/insert.ts';
import { insertPeople, newCredentials } from '../../core/users/insert.ts';
import { systemBots } from '../../core/users/system-bots.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { groupPermissions } from '../../../../wire/groups.ts';
import { groupPermission } from '../../core/groups/index.ts';
import type { Product } from '../import/options.ts';
import { zulipVersions } from './zulip-versions.ts';

const oddNames = [
  'Ben',
  'Ben',
  'Ben 5',
  '1984',
  '山田 太郎',
  'all',
  'Åå',
  `Ada ${'𝔄'.repeat(45)} ${'𝔄'.repeat(40)}`,
  'O’Neil & 1',
];
const oddAddresses = ['jürgen@example.com', `${'x'.repeat(140)}@example.com`, 'no-domain@localhost'];
const oddChannels = [
  'Ünï',
  'uni',
  '山',
  'Town Square',
  'off topic',
  'x'.repeat(60),
  `${'x'.repeat(59)}y`,
  '-',
];

/** The limit of a conversation in Mattermost: larger ones stay behind. */
const mostMembers = 8;

/** Guests, bots, deactivated people, archived and private channels, groups of many, what collides elsewhere. */
async function makeOdd(world: World): Promise<void> {
  await addOdd(world);
  const { ada, eve } = world.people;
  const as = (who: 'ada' | 'ben' | 'eve' | 'gus') => world.as(who);
  const bot = await makeBot(world, 'ben');
  await as('ada').post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [bot.id],
  });
  const warpers = await makeGroup(world, 'ada', 'warpers', ['ben', 'dan']);
  const picked = [{ name: 'loom.png', type: 'image/png', content: await picture(40, 40) }];
  for (const place of ['/users/me/avatar', '/realm/emoji/warped', '/realm/emoji/weft'])
    assert.equal((await sendFiles(world, 'ada', picked, place)).status, 200, place);
  const first = await say(
    world,
    'ada',
    'general',
    'x'.repeat(60),
    `@**Ben** \`@**Ben|5**\` @**Eve Lindqvist|${eve.id}**`,
  );
  await say(
    world,
    'gus',
    'general',
    'looms',
    'a guest :warped: @**all** #**vault** #**design>x** #**nowhere**',
  );
  await say(world, 'ada', 'general', '', 'no topic');
  for (const [i, name] of [
    '../..',
    '../a<b>:"c".txt',
    '日本語 отчёт (1).pdf',
    `${'长'.repeat(200)}.png`,
  ].entries()) {
    const { url } = await upload(world, 'ada', { name, content: `file ${i}` });
    await say(
      world,
      'ada',
      'general',
      'files',
      `see [${name.slice(0, 40).replace(/[[\]]/g, '')}](${url}) please`,
    );
    await sendDirect(world, 'ada', ['ben'], `[it](${encodeURI(url)})`);
  }
  await say(world, 'eve', 'lounge', 'poll', '/poll Which loom?\ntall\nlow');
  const edited = await say(world, 'ben', 'general', 'looms', 'frist');
  await as('ben').patch(`/messages/${edited}`, { content: 'first 👍🏽' });
  const deleted = await say(world, 'ada', 'general', 'looms', 'never mind');
  assert.equal((await as('ada').delete(`/messages/${deleted}`)).status, 200);
  for (const emoji_name of ['tada', 'warped', 'weft'])
    for (const who of ['eve', 'gus'] as const)
      assert.equal((await as(who).post(`/messages/${first}/reactions`, { emoji_name })).status, 200);
  await as('ada').delete('/realm/emoji/weft');
  await as('eve').post('/users/me/status', { status_text: 'weaving', emoji_name: 'tada' });
  await talkDirectly(world, bot);
  // The notification bot says that a topic was resolved.
  await as('ada').patch(`/messages/${edited}`, { topic: '✔ looms', propagate_mode: 'change_all' });
  assert.equal((await as('ada').delete(`/users/${eve.id}`)).status, 200);
  assert.equal((await as('ada').delete(`/streams/${world.channels.lounge}`)).status, 200);
  await say(world, 'dan', 'vault', 'hush', `for @**Ada Achterberg|${ada.id}**`);
  await makeRules(world, warpers);
  // As an import brings them: some at the same time, some older than those before.
  await world.app.db.write(world.orgId, 'system', ({ q }) =>
    q
      .updateTable('message')
      .set((eb) => ({ sent_at: eb('sent_at', '-', eb('id', '%', 3)) }))
      .where('org_id', '=', world.orgId)
      .execute(),
  );
}

/** Groups of each kind, and rules that they, roles and single people have. */
async function makeRules(world: World, warpers: number): Promise<void> {
  const { ada, cleo } = world.people;
  const change = async (path: string, body: Record<string, unknown>) => {
    const { status, json } = await world.as('ada').patch(path, body);
    assert.equal(status, 200, JSON.stringify(json));
  };
  const inner = await makeGroup(world, 'ada', 'inner', ['cleo']);
  const outer = await makeGroup(world, 'ada', 'outer', ['gus']);
  const late = await makeGroup(world, 'ada', 'late', ['dan']);
  const within = await world.as('ada').post(`/user_groups/${outer}/subgroups`, { add: [inner] });
  assert.equal(within.status, 200, JSON.stringify(within.json));
  const of = (people: readonly Account[], ...subgroups: number[]) => ({
    new: { direct_members: people.map(({ id }) => id), direct_subgroups: subgroups },
  });
  await change(`/user_groups/${outer}`, {
    can_manage_group: of([cleo], warpers),
    can_mention_group: { new: inner },
  });
  assert.equal((await world.as('ada').post(`/user_groups/${late}/deactivate`)).status, 200);
  const { design } = world.channels;
  await change(`/streams/${design}`, {
    can_send_message_group: of([ada], outer),
    can_create_topic_group: { new: warpers },
    can_delete_any_message_group: of([cleo]),
    topics_policy: 'disable_empty_topic',
    message_retention_days: 300,
  });
  await change('/realm', {
    can_invite_users_group: of([cleo], outer),
    can_set_topics_policy_group: { new: warpers },
    topics_policy: 'disable_empty_topic',
    message_edit_history_visibility_policy: 'moves',
    gif_rating_policy: 3,
    message_content_edit_limit_seconds: 60,
    waiting_period_threshold: 3,
    signup_announcements_stream_id: design,
    message_retention_days: 1000,
    welcome_message_custom_text: 'Welcome to the loom.',
  });
  const added = [
    await world.as('ada').post('/realm/domains', { domain: 'weavers.example', allow_subdomains: true }),
    await world
      .as('ada')
      .post('/realm/filters', { pattern: 'W(?P<n>[0-9]+)', url_template: 'https://w.example/{n}' }),
    await world.as('ada').post('/realm/playgrounds', {
      name: 'Loom',
      pygments_language: 'python',
      url_template: 'https://play.example/{code}',
    }),
    await world.as('ada').post('/default_streams', { stream_id: world.channels.general }),
  ];
  for (const { status, json } of added) assert.equal(status, 200, JSON.stringify(json));
}

interface Rules {
  organization: [name: string, value: unknown][];
  groups: unknown;
  channels: unknown;
  linkifiers: unknown;
}

/** What the organization decides, and who may do what: by names instead of IDs. */
async function readRules({ app, orgId }: Pick<World, 'app' | 'orgId'>): Promise<Rules> {
  const cache = await app.organizations.cache(orgId);
  const person = (id: number) => cache.users.get(id)?.fullName;
  const group = (id: number) => cache.groups.get(id)?.name;
  const holders = (value: unknown): unknown => {
    if (typeof value === 'number') return group(value);
    const { direct_members: members, direct_subgroups: subgroups } = value as Exclude<GroupSetting, number>;
    return [...members.map(person), ...subgroups.map(group)].sort();
  };
  const settings = (given: Readonly<Record<string, unknown>>): [string, unknown][] =>
    Object.entries(given)
      .map(([name, value]): [string, unknown] => [
        name,
        name.endsWith('_id')
          ? cache.channels.get(Number(value))?.name
          : /_groups?$/.test(name)
            ? holders(value)
            : value,
      ])
      .sort();
  return {
    organization: settings(cache.organization.settings),
    groups: [...cache.groups.values()]
      .map((one) => [
        one.name,
        one.isDeactivated,
        [...one.members].map(person).sort(),
        [...one.subgroups].map(group).sort(),
        groupPermissions.map((name) => holders(groupPermission(cache, one, name))),
      ])
      .sort(),
    channels: [...cache.channels.values()]
      .map((one) => [one.name, one.topicsPolicy, one.retentionDays, one.isDefault, settings(one.settings)])
      .sort(),
    linkifiers: cache.organization.linkifiers.map(({ pattern, urlTemplate }) => [pattern, urlTemplate]),
  };
}

async function talkDirectly(world: World, bot: Account): Promise<void> {
  await sendDirect(world, 'ada', ['ada'], 'note to myself');
  await sendDirect(world, 'ada', ['ben', 'dan'], 'three of us');
  const { json } = await world.as('ada').get('/users');
  const everyone = (json.members as { user_id: number; is_bot: boolean }[]).filter(({ is_bot }) => !is_bot);
  const cache = await world.app.organizations.cache(world.orgId);
  const [welcome] = [...cache.users.values()].filter(({ email }) => email.startsWith('welcome-bot'));
  for (const to of [everyone.map((one) => one.user_id), [bot.id], [welcome?.id]])
    assert.equal(
      (await world.as('ada').post('/messages', { type: 'direct', to, content: 'hello' })).status,
      200,
    );
}

async function addOdd({ app, orgId, people }: World): Promise<void> {
  const names = [...oddNames, ...oddAddresses.map((_, i) => `Odd address ${i}`)];
  await app.db.write(orgId, 'system', async (tx) => {
    const users = await insertPeople(
      tx,
      orgId,
      names.map((fullName, i) => ({
        ...newCredentials(app.secrets, null),
        fullName,
        role: 400,
        email: oddAddresses[i - oddNames.length] ?? `odd${i}@example.com`,
      })),
    );
    const channels: number[] = [];
    for (const name of oddChannels)
      channels.push(
        await insertChannel(tx, {
          name,
          creatorId: name === 'uni' ? null : people.ben.id,
          description: '<&'.repeat(300),
        }),
      );
    await tx.touch({ users: [...users], channels });
  });
}

/** Every organization of the tests has them, before an import and after it. */
const castNames: ReadonlySet<string> = new Set(
  [...Object.values(cast), ...systemBots].map(({ fullName }) => fullName),
);

/** People, conversations and what is in them, without names that a format writes in another way. */
async function outline({ app, orgId }: World) {
  const cache = await app.organizations.cache(orgId);
  const { q } = app.db.read;
  const names = new Map([...cache.users.values()].map(({ id, fullName }) => [id, fullName]));
  const messages = await q
    .selectFrom('message')
    .select(['message.id', 'sender_id', 'sent_at', 'channel_id', 'direct_id'])
    .where('org_id', '=', orgId)
    .execute();
  const members = await q
    .selectFrom('direct_member')
    .innerJoin('person', 'person.id', 'user_id')
    .select(['direct_id', 'full_name'])
    .where('org_id', '=', orgId)
    .execute();
  const directs = Map.groupBy(members, (row) => row.direct_id);
  const count = async (table: 'reaction' | 'attachment_claim') =>
    (
      await q
        .selectFrom(table)
        .innerJoin('message', 'message.id', `${table}.message_id`)
        .select('message_id')
        .where('org_id', '=', orgId)
        .execute()
    ).length;
  const describeConversation = (row: (typeof messages)[number]) =>
    row.channel_id === null
      ? (directs.get(row.direct_id ?? 0) ?? []).map((one) => one.full_name).sort()
      : cache.channels.get(row.channel_id)?.isPrivate;
  return {
    messages: messages
      .map((row) => ({
        said: JSON.stringify([row.sent_at, names.get(row.sender_id), describeConversation(row)]),
        members: directs.get(row.direct_id ?? 0)?.length ?? 0,
      }))
      .sort((a, b) => (a.said < b.said ? -1 : 1)),
    people: [...cache.users.values()]
      .filter(({ fullName, isSystem }) => !isSystem && !castNames.has(fullName))
      .map(({ fullName, role, isActive, isBot }) => `${fullName} ${role} ${isActive} ${isBot}`)
      .sort(),
    reactions: await count('reaction'),
    files: await count('attachment_claim'),
  };
}

/** @param folder As it was written. Imports it into a new organization, and compares both. */
async function importAgain(t: TestContext, world: World, product: Product, folder: Written): Promise<void> {
  const other = await makeWorld(t, 'sqlite');
  const { problems } = await importFolder(other, product, folder.path);
  // Zulip's format has an emoji that was deleted, and others have none.
  const keepsDeleted = product === 'zulip';
  assert.deepEqual(
    problems.map(({ reason }) => reason),
    keepsDeleted ? [] : ['There is no emoji "weft" here.'],
  );
  const [came, had] = [await outline(other), await outline(world)];
  const messages = had.messages.filter((one) => product !== 'mattermost' || one.members <= mostMembers);
  const reactions = came.reactions + (keepsDeleted ? 0 : 2);
  assert.deepEqual({ ...came, reactions }, { ...had, messages });
}

onEngine('sqlite', 'Exports for importers of other products', () => {
  test('One for Zulip has all that the import of each version reads, nothing that it refuses, and imports here again', async (t) => {
    const world = await makeWorld(t, 'sqlite');
    await makeOdd(world);
    for (const version of zulipVersions)
      assert.deepEqual(
        zulipFaults(await writtenExport(t, world, 'zulip', { version }), version),
        [],
        `${version}`,
      );
    const written = await writtenExport(t, world, 'zulip');
    await importAgain(t, world, 'zulip', written);
    const rules = await readRules(world);
    assert.deepEqual(await readRules(await importAsNew(world, written)), rules);
    // Before version 12 some settings had other names, and some did not exist.
    const former = await importAsNew(world, await writtenExport(t, world, 'zulip', { version: 10 }));
    const known = await readRules(former);
    const later = new Set(['can_set_topics_policy_group', 'welcome_message_custom_text']);
    assert.deepEqual(
      known.organization.filter(([name]) => !later.has(name)),
      rules.organization.filter(([name]) => !later.has(name)),
    );
    assert.deepEqual(known.groups, rules.groups);
  });

  test('One for Mattermost has no line at which its import ends, and imports here again', async (t) => {
    const world = await makeWorld(t, 'sqlite');
    await makeOdd(world);
    const folder = await writtenExport(t, world, 'mattermost');
    assert.deepEqual(mattermostFaults(folder), []);
    await importAgain(t, world, 'mattermost', folder);
  });

  test('One in Slack’s format has all that importers of Slack’s exports read, and imports here again', async (t) => {
    const world = await makeWorld(t, 'sqlite');
    await makeOdd(world);
    const folder = await writtenExport(t, world, 'slack');
    assert.deepEqual(slackFaults(folder, true), []);
    await importAgain(t, world, 'slack', folder);
  });
});
