import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  exportStart,
  mattermostZip,
  plainZip,
  zulipZip,
} from '../../../../tests/support/fixtures/other-exports.ts';
import {
  discordZip,
  matrixZip,
  rocketChatZip,
  teamsZip,
} from '../../../../tests/support/fixtures/more-exports.ts';
import { slackZip } from '../../../../tests/support/fixtures/slack.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Product } from './options.ts';
import type { ImportReport } from './report.ts';
import { runImport } from './run.ts';

async function run(world: World, product: Product, bytes: Buffer, dryRun = false): Promise<ImportReport> {
  const path = join(world.app.config.data, `${product}-${world.orgId}.zip`);
  writeFileSync(path, bytes);
  const cache = await world.app.organizations.cache(world.orgId);
  const { signal } = new AbortController();
  return runImport(world.app, cache, { product, path, downloads: false, dryRun }, { signal, isLive: true });
}

/** Place, author, minutes since the start and text of each message that came, in their order. */
async function loadMessages({ app, orgId }: World, product: Product): Promise<string[]> {
  const rows = await app.db.read.q
    .selectFrom('message')
    .innerJoin('person', 'person.id', 'sender_id')
    .leftJoin('channel', 'channel.id', 'channel_id')
    .leftJoin('direct', 'direct.id', 'direct_id')
    .select(['full_name', 'name', 'topic', 'content', 'sent_at', 'member_key'])
    .where('message.org_id', '=', orgId)
    .where('client', '=', `${product} import`)
    .orderBy('message.id')
    .execute();
  return rows.map(({ full_name: who, name, topic, content, sent_at: sentAt, member_key: members }) => {
    const place = name === null ? `direct of ${String(members?.split(',').length)}` : `${name} > ${topic}`;
    const text = content
      .replace(/\|\d+\*\*/g, '**')
      .replace(/\/user_uploads\/\S*\//g, '…/')
      .replace(/#narrow\/\S*near\/\d+/g, '#…');
    return `${place} | ${who} | ${(sentAt - exportStart) / 60_000} | ${text}`;
  });
}

const formatProblems = ({ problems }: ImportReport): string[] =>
  problems.map(({ place, reason }) => `${place}: ${reason}`);

const archives: readonly (readonly [Product, () => Buffer])[] = [
  ['slack', slackZip],
  ['mattermost', mattermostZip],
  ['zulip', zulipZip],
  ['rocketchat', rocketChatZip],
  ['discord', discordZip],
  ['matrix', matrixZip],
  ['teams', teamsZip],
  ['csv', plainZip],
];

onBothEngines('Imports of other products', (engine) => {
  test('A dry run of each product says of everything how much the import then brings', async (t) => {
    for (const [product, makeArchive] of archives) {
      const world = await makeWorld(t, engine);
      const { counts } = await run(world, product, makeArchive(), true);
      assert.deepEqual(counts, (await run(world, product, makeArchive())).counts, product);
    }
  });

  test('A bulk export of Mattermost comes in the order of time, with threads, files and direct messages', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'mattermost', mattermostZip());
    const thread = 'Ask Max. in #Looms, not @mia';
    assert.deepEqual(await loadMessages(world, 'mattermost'), [
      'Town Square > imported from Mattermost | gone | 1 | earlier',
      'Looms > imported from Mattermost | Mia Muster | 2 | one',
      'Looms > imported from Mattermost | Mia Muster | 2 | two',
      'Looms > imported from Mattermost | CI | 3 | **Robo:** \n> **Built**\n> **ok**',
      'direct of 1 | Mia Muster | 4 | to me',
      'direct of 2 | Max | 5 | hi',
      `Town Square > ${thread} | Mia Muster | 10 | Ask @**Max**. in #**Looms**, not \`@mia\`\n[plan.txt](…/plan.txt)\n*lost.txt (this file was not imported)*`,
      `Town Square > ${thread} | Max | 12 | first @**all**`,
      `Town Square > ${thread} | Mia Muster | 13 | last`,
    ]);
    const { json } = await world
      .as('ada')
      .post('/register', { fetch_event_types: ['heddle_pinned_messages'] });
    assert.deepEqual(
      (json.heddle_pinned_messages as { topic: string }[]).map(({ topic }) => topic),
      ['imported from Mattermost'],
    );
    const problems = formatProblems(report);
    for (const expected of [
      /jsonl:17: "create_at" is no time: null/,
      /jsonl:22: .*JSON/,
      /^file 2023\/lost.txt/,
      /^emoji :loom:/,
    ])
      assert.ok(
        problems.some((one) => expected.test(one)),
        `${String(expected)} in\n${problems.join('\n')}`,
      );
    const again = await run(world, 'mattermost', mattermostZip());
    for (const { added } of Object.values(again.counts)) assert.equal(added, 0);
  });

  test('An export of Zulip keeps topics, mentions, links and direct messages', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'zulip', zulipZip());
    assert.deepEqual(
      await loadMessages(world, 'zulip'),
      [
        'wheels > spokes | Zoe | 0.004166666666666667 | Hi @**Yan** and @_**Zoe**, see #**wheels** [plan](…/plan.txt) `@**Yan**`',
        'wheels >  | Yan | 1 | [Hi Yan and Zoe, see #wheels Yan](/#…)',
        'direct of 2 | Zoe | 1.0166666666666666 | to Yan',
        'direct of 2 | Yan | 1.0333333333333334 | to Zoe',
        'direct of 3 | Former | 1.05 | to all three',
      ].map((line) =>
        line
          .replace('1.0166666666666666', String(61_000 / 60_000))
          .replace('1.0333333333333334', String(62_000 / 60_000)),
      ),
    );
    assert.deepEqual(formatProblems(report), [
      'export/messages-000001.json zerver_message #6: The export does not say to whom it was sent.',
    ]);
    assert.deepEqual(
      [report.counts.reactions.added, report.counts.files.added, report.origin],
      [1, 1, 'u-u-i-d'],
    );
  });

  test('Lists of our own come as CSV or JSON lines, with channels and people that no list has', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'csv', plainZip());
    assert.deepEqual(await loadMessages(world, 'csv'), [
      'direct of 2 | Quinn Q | -55 | psst',
      'Shed > Two lines for Rae, all | Quinn Q | 0 | Two\nlines for @**Rae**, @**all**\n[plan.txt](…/plan.txt)',
      'Shed > Two lines for Rae, all | Rae | 1 | answer',
      `open > imported | p3 | ${String(61_000 / 60_000)} | from nobody we know`,
    ]);
    assert.deepEqual(formatProblems(report), ['messages.csv:7: "time" is no time: "soon".']);
  });

  test('Exports of Discord are imported with threads, replies, files and conversations, private to their authors', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'discord', discordZip());
    assert.deepEqual(await loadMessages(world, 'discord'), [
      'main > imported from Discord | Nora N | 1 | Hi @**olaf**, see #6 :loom: __now__\n[a plan.txt](…/a-plan.txt)',
      'main > imported from Discord | olaf | 2 | *In reply to [Hi olaf, see #6 :loom: now](/#…):*\nyes',
      'main > About warp | Nora N | 6 | in a thread',
      'direct of 2 | Nora N | 7 | psst',
      'direct of 2 | olaf | 8 | what?',
    ]);
    assert.deepEqual([report.counts.reactions.added, report.notices_left_out], [1, 1]);
    assert.match(formatProblems(report).join(), /main \[5\].json #4: It has neither a text nor files/);
    const cache = await world.app.organizations.cache(world.orgId);
    assert.equal(cache.channels.find('name', 'main')?.isPrivate, true);
  });

  test('A room of Matrix is imported with its edits, reactions, replies and threads', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'matrix', matrixZip());
    assert.deepEqual(await loadMessages(world, 'matrix'), [
      'Weaving > hello | Rosa | 1 | hello',
      'Weaving > imported from Matrix | sam | 2 | *In reply to [hello](/#…):*\nhi @**Rosa**',
      'Weaving > hello | sam | 5 | threaded',
      'Weaving > imported from Matrix | sam | 8 | [loom.png](…/loom.png)',
    ]);
    assert.equal(report.counts.reactions.added, 1);
    assert.deepEqual(formatProblems(report), [
      'export.json #7: It was deleted.',
      'export.json #8: It could not be decrypted.',
    ]);
  });

  test('An export of Teams comes with posts as topics, mentions, lists and each chat once', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'teams', teamsZip());
    assert.deepEqual(await loadMessages(world, 'teams'), [
      'Looms > Plans | Tina | 1 | Hi @**Uwe** & [all](https://x.example)\n\n* one\n* two',
      'Looms > Plans | Uwe | 2 | answer **now**',
      'direct of 2 | Uwe | 9 | psst',
    ]);
    assert.equal(report.counts.reactions.added, 1);
    assert.deepEqual(
      formatProblems(report).filter((one) => one.includes('messages_')),
      ['teams/t1/messages_t1.json #3: It was deleted.'],
    );
  });

  test('A dump of Rocket.Chat comes with threads, discussions as topics, and files out of the database', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await run(world, 'rocketchat', rocketChatZip());
    const thread = 'general (rocketchat) > Hi will.w, bold in #general (rocketchat)';
    assert.deepEqual(await loadMessages(world, 'rocketchat'), [
      `${thread} | Vera | 1 | Hi @**will.w**, **bold** in #**general (rocketchat)**`,
      `${thread} | will.w | 2 | in the thread`,
      'general (rocketchat) > On dye | Vera | 4 | indigo',
      'direct of 2 | will.w | 5 | *In reply to [Hi will.w, bold in #general (rocketchat)](/#…):*\n this',
      'general (rocketchat) > imported from Rocket.Chat | Vera | 7 | [plan.txt](…/plan.txt)',
    ]);
    assert.equal(report.file_bytes, 'a plan'.length);
    const problems = formatProblems(report);
    for (const expected of [/message.bson #6: It is encrypted/, /message.bson #9: The file is damaged/])
      assert.ok(
        problems.some((one) => expected.test(one)),
        `${String(expected)} in\n${problems.join('\n')}`,
      );
    const { rows } = {
      rows: await world.app.db.read.q
        .selectFrom('person')
        .selectAll()
        .where('org_id', '=', world.orgId)
        .execute(),
    };
    assert.ok(!JSON.stringify(rows).includes('bcrypt'));
  });
});
