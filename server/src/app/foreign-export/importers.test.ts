/** Exports against what the importers of the products read, of an organization that has everything which is odd. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../../../../tests/support/client.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { sendFiles, upload } from '../../../../tests/support/files.ts';
import { getBot } from '../../../../tests/support/fixtures/bots.ts';
import { writtenExport } from '../../../../tests/support/fixtures/foreign-exports.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { mattermostFaults } from '../../../../tests/support/importers/mattermost.ts';
import { slackFaults } from '../../../../tests/support/importers/slack.ts';
import { zulipFaults } from '../../../../tests/support/importers/zulip.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { insertChannel } from '../../core/channels/insert.ts';
import { insertPeople, newCredentials } from '../../core/users/insert.ts';
import { zulipVersions } from './zulip-versions.ts';

const oddNames = [
  'Ben',
  'Ben',
  'Ben 5',
  '1984',
  '山田 太郎',
  'all',
  'Å',
  `Ada ${'𝔄'.repeat(90)}`,
  'O’Neil "x" <b>',
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

/** Guests, bots, deactivated people, archived and private channels, groups of many, what collides elsewhere. */
async function makeOdd(world: World): Promise<void> {
  await addOdd(world);
  const { ada, eve } = world.people;
  const as = (who: 'ada' | 'ben' | 'eve' | 'gus') => world.as(who);
  const bot = await getBot(world, 'ben');
  await as('ada').post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [bot.id],
  });
  await makeGroup(world, 'ada', 'warpers', ['ben', 'dan']);
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
  // As an import brings them: some at the same time, some older than those before.
  await world.app.db.write(world.orgId, 'system', ({ q }) =>
    q
      .updateTable('message')
      .set((eb) => ({ sent_at: eb('sent_at', '-', eb('id', '%', 3)) }))
      .where('org_id', '=', world.orgId)
      .execute(),
  );
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
  const names = [...oddNames, ...oddAddresses];
  await app.db.write(orgId, 'system', async (tx) => {
    await insertPeople(
      tx,
      orgId,
      names.map((fullName, i) => ({
        ...newCredentials(app.secrets, null),
        ...{ fullName, role: 400, email: oddAddresses[i - oddNames.length] ?? `odd${i}@example.com` },
      })),
    );
    for (const name of oddChannels)
      await insertChannel(tx, {
        name,
        creatorId: name === 'uni' ? null : people.ben.id,
        description: '<&'.repeat(300),
      });
  });
  await app.organizations.refresh();
}

onEngine('sqlite', 'Exports for importers of other products', () => {
  for (const version of zulipVersions)
    test(`One for Zulip ${version} has all that its import reads, and nothing that it refuses`, async (t) => {
      const world = await makeWorld(t, 'sqlite');
      await makeOdd(world);
      const folder = await writtenExport(t, world, 'zulip', { version });
      assert.deepEqual(zulipFaults(folder, version), []);
    });

  test('One for Mattermost has no line at which its import ends', async (t) => {
    const world = await makeWorld(t, 'sqlite');
    await makeOdd(world);
    assert.deepEqual(mattermostFaults(await writtenExport(t, world, 'mattermost')), []);
  });

  test('One in Slack’s format has all that importers of Slack’s exports read', async (t) => {
    const world = await makeWorld(t, 'sqlite');
    await makeOdd(world);
    assert.deepEqual(slackFaults(await writtenExport(t, world, 'slack'), true), []);
  });
});
