import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PinnedMessage } from '../../../../wire/pinned-messages.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { newerSlackEntries, slackTimes, slackZip } from '../../../../tests/support/fixtures/slack.ts';
import {
  killedAt,
  runArchiveImport as run,
  readImportedState,
  withFullDisk,
} from '../../../../tests/support/fixtures/imports.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { ImportOptions } from './options.ts';
import { clientName } from './write/message-rows.ts';
import { ReadMarks } from './write/read-marks.ts';

interface Message {
  id: number;
  sender_full_name: string;
  sender_id: number;
  subject: string;
  content: string;
  timestamp: number;
  last_edit_timestamp?: number;
  flags: string[];
  reactions: { emoji_name: string; user_id: number }[];
}

async function read(world: World, narrow: unknown[]): Promise<Message[]> {
  const params = {
    anchor: 'newest',
    num_before: '1000',
    num_after: '0',
    apply_markdown: 'false',
    narrow: JSON.stringify(narrow),
  };
  const { json } = await world.as('ada').get(`/messages?${new URLSearchParams(params).toString()}`);
  assert.equal(json.result, 'success', JSON.stringify(json));
  return json.messages as Message[];
}

const inTopic = (messages: readonly Message[], subject: string): string[] =>
  messages.filter((one) => one.subject === subject).map(({ content }) => content);

async function imported(t: TestContext, engine: Engine, options: Partial<ImportOptions> = {}) {
  const world = await makeWorld(t, engine);
  const report = await run(world, slackZip(), options);
  const channel = (await world.app.organizations.cache(world.orgId)).channels.find('name', 'general (slack)');
  assert.ok(channel);
  return { world, report, channel };
}

onBothEngines('An import from Slack', (engine) => {
  test('Messages come to topics by thread, with authors, times, reactions, mentions and links', async (t) => {
    const { world, channel } = await imported(t, engine);
    const messages = await read(world, [{ operator: 'channel', operand: channel.id }]);
    const { ms } = slackTimes;
    const [first] = messages;
    assert.ok(first);
    assert.match(
      first.content,
      /^Hello \*\*all\*\*, see \[the site\]\(https:\/\/heddle.example\) & @\*\*Pete the Star\|\d+\*\* in #\*\*old-stuff\*\* :tada:$/,
    );
    assert.equal(first.sender_full_name, 'Olga Orlova');
    assert.equal(first.timestamp * 1000, ms(0));
    const { json } = await world
      .as('ada')
      .post('/register', { fetch_event_types: ['heddle_pinned_messages'] });
    const [pin] = json.heddle_pinned_messages as PinnedMessage[];
    assert.deepEqual([pin?.message_id, pin?.pinned_at], [first.id, first.timestamp]);
    assert.notEqual(pin?.user_id, first.sender_id, 'pinned by another person');
    assert.deepEqual(first.reactions.map(({ emoji_name: name }) => name).sort(), ['+1', 'clap']);
    assert.deepEqual(inTopic(messages, 'Which colour for the shuttle? One of many'), [
      'Which colour for the **shuttle**? One of many',
      'Blue',
      'Red',
    ]);
    const edited = messages.find(({ content }) => content.startsWith('Which'));
    assert.equal((edited?.last_edit_timestamp ?? 0) * 1000, ms(3));
    const main = inTopic(messages, 'imported from Slack');
    assert.deepEqual(
      main.filter((text) => text.endsWith('of two')),
      ['first of two', 'second of two'],
    );
    assert.ok(
      main.some((text) =>
        /^See \[Hello all.*\]\(\/#narrow\/channel\/\d+-general-.*\/near\/\d+\)$/.test(text),
      ),
      main.join('\n'),
    );
    assert.ok(main.includes('> [Rain](https://weather.example)\n> all day'));
    assert.ok(
      main.some(
        (text) =>
          text.startsWith('**bold** \\* and :wave:@**all**\n1. one\n') && text.includes('```\na = *b*\n```'),
      ),
    );
    assert.ok(
      main.some((text) =>
        /^\[plan.txt\]\(\/user_uploads\/.*\/plan.txt\)\n\*F0000002 \(this file was not imported\)\*$/.test(
          text,
        ),
      ),
    );
    assert.deepEqual(main.slice(-2), ['before', 'after']);
    assert.ok(main.filter((text) => /^x+$/.test(text)).join('') === 'x'.repeat(12_000));
    assert.deepEqual(inTopic(messages, 'an answer to nothing'), ['an answer to nothing']);
    assert.ok(!main.some((text) => text.includes('joined')));
    assert.ok(messages.every(({ flags }) => flags.includes('read')));
  });

  test('People keep their kind: owners become members of an existing organization, guests, bots and deactivated stay so', async (t) => {
    const { world, report } = await imported(t, engine);
    const { json } = await world.as('ada').get('/users');
    const members = json.members as {
      full_name: string;
      email: string;
      role: number;
      is_active: boolean;
      is_bot: boolean;
      timezone: string;
    }[];
    const named = (name: string) => members.find(({ full_name: full }) => full === name);
    assert.deepEqual([named('Olga Orlova')?.role, named('Olga Orlova')?.timezone], [400, 'Europe/Berlin']);
    assert.equal(named('Gina Guest')?.role, 600);
    assert.equal(named('Dora Gone')?.is_active, false);
    assert.equal(named('Deploys')?.is_bot, true);
    assert.equal(named('Frieda Foreign')?.is_active, false);
    assert.ok(named('Weather')?.is_bot);
    assert.equal(report.without_email, 3);
    assert.ok(report.problems.some(({ reason }) => reason.includes('"nobody at home" is no email address')));
  });

  test('What cannot be imported is listed with its place, and the import continues', async (t) => {
    const { report } = await imported(t, engine);
    const places = report.problems.map(({ place, reason }) => `${place}: ${reason}`);
    for (const expected of [
      /^general\/2023-01-02.json #9: "ts" is no time: "yesterday"/,
      /^general\/2023-01-02.json #14: It was deleted/,
      /^general\/2023-01-02.json #15: It has neither a text nor files/,
      /^general\/2023-01-04.json #2: .*JSON/,
      /^lost\/2023-01-02.json: No list of conversations names its folder/,
      /^..\/..\/etc\/evil.json: The path leads out of the archive/,
      /^general\/link.json: It is a symbolic link/,
      /^file F0000002 .*: It was deleted/,
      /^reaction to C1:.*no-such-emoji/,
    ])
      assert.ok(
        places.some((place) => expected.test(place)),
        `${String(expected)} in\n${places.join('\n')}`,
      );
    assert.deepEqual(report.left_out.find(({ what }) => what === 'files canvases.json')?.places, [
      'canvases.json',
    ]);
    assert.equal(report.notices_left_out, 1);
    assert.equal(report.counts.messages.skipped, 0);
  });

  test('Private channels and direct messages are for their members alone', async (t) => {
    const { world } = await imported(t, engine);
    const cache = await world.app.organizations.cache(world.orgId);
    const secret = cache.channels.find('name', 'secret');
    assert.ok(secret?.isPrivate);
    const { json } = await world
      .as('ada')
      .get(
        `/messages?anchor=newest&num_before=10&num_after=0&narrow=${encodeURIComponent(JSON.stringify([{ operator: 'search', operand: 'hush' }]))}`,
      );
    assert.deepEqual(json.messages, []);
    const rows = await world.app.db.read.q
      .selectFrom('message')
      .select(['content', 'direct_id'])
      .where('org_id', '=', world.orgId)
      .where('direct_id', 'is not', null)
      .orderBy('id')
      .execute();
    const texts = rows.map(({ content }) => content);
    assert.equal(texts[0], 'psst');
    assert.match(
      texts[1] ?? '',
      /^\*In reply to \[psst\]\(\/#narrow\/dm\/\d+,\d+-dm\/near\/\d+\):\*\nwhat\?$/,
    );
    assert.deepEqual(texts.slice(2), ['note to self', 'hello both']);
  });

  test('Importing the same export twice duplicates nothing, and a newer one adds only new records', async (t) => {
    const { world, channel } = await imported(t, engine);
    const before = await read(world, [{ operator: 'channel', operand: channel.id }]);
    const again = await run(world, slackZip());
    for (const { added } of Object.values(again.counts)) assert.equal(added, 0);
    const newer = await run(world, slackZip(newerSlackEntries()));
    assert.equal(newer.counts.messages.added, 3);
    const after = await read(world, [{ operator: 'channel', operand: channel.id }]);
    assert.deepEqual(
      after.slice(0, before.length).map(({ id }) => id),
      before.map(({ id }) => id),
    );
    assert.deepEqual(
      after.slice(before.length).map(({ subject, content }) => [subject, content]),
      [
        ['Which colour for the shuttle? One of many', 'Green, by now'],
        ['Hello all, see the site & Pete the Star in #old-stuff 🎉', 'a late answer to the first'],
        ['imported from Slack', 'news'],
      ],
    );
    assert.ok(after.every(({ flags }) => flags.includes('read')));
  });

  test('A dry run says what would come and writes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const dry = await run(world, slackZip(), { dryRun: true });
    const people = (await world.as('ada').get('/users')).json.members as unknown[];
    const real = await run(world, slackZip());
    assert.equal(dry.counts.messages.added, real.counts.messages.added);
    assert.equal(dry.counts.channels.added, real.counts.channels.added);
    assert.equal(dry.counts.people.added, real.counts.people.added);
    assert.ok(dry.estimate);
    assert.ok(
      dry.channels.some(
        ({ from, to }) => from === 'general (C1)' && to.startsWith('#general (slack), public'),
      ),
    );
    assert.ok((await world.as('ada').get('/users')).json.members.length > people.length);
  });

  test('With a limit of errors, the import stops with the last one', async (t) => {
    const world = await makeWorld(t, engine);
    await assert.rejects(run(world, slackZip(), { maxErrors: 2 }), /more than 2 problems/);
  });

  test('Search finds imported messages', async (t) => {
    const { world, channel } = await imported(t, engine);
    const found = await read(world, [
      { operator: 'channel', operand: channel.id },
      { operator: 'search', operand: 'shuttle' },
    ]);
    assert.deepEqual(
      [...new Set(found.map(({ subject }) => subject))],
      ['Which colour for the shuttle? One of many'],
    );
  });
});

onBothEngines('Read state after an import', (engine) => {
  test('A message that was sent meanwhile stays unread, even if the export has another one twice', async (t) => {
    const world = await makeWorld(t, engine);
    const { app, orgId } = world;
    const first = await say(world, 'ada', 'general', 'a', 'imported');
    const between = await say(world, 'ada', 'general', 'a', 'sent meanwhile');
    const last = await say(world, 'ada', 'general', 'a', 'imported, too');
    await app.db.write(orgId, 'system', ({ q }) =>
      q
        .updateTable('message')
        .set({ client: clientName('slack') })
        .where('id', 'in', [first, last])
        .execute(),
    );
    const marks = new ReadMarks({ app, orgId, product: 'slack', isLive: true, directMembers: new Map() });
    const place = { channelId: world.channels.general, directId: null };
    marks.add([{ id: first, ...place }]);
    await marks.again([first]);
    marks.add([{ id: last, ...place }]);
    await marks.store();
    const query = new URLSearchParams({ anchor: 'newest', num_before: '3', num_after: '0', narrow: '[]' });
    const { json } = await world.as('ben').get(`/messages?${query.toString()}`);
    const unread = (json.messages as Message[]).filter(({ flags }) => !flags.includes('read'));
    assert.deepEqual(
      unread.map(({ id }) => id),
      [between],
    );
  });
});

onBothEngines('An import that is interrupted', (engine) => {
  test('A file that a full disk refuses ends the import, and is imported when it continues', async (t) => {
    const whole = await makeWorld(t, engine);
    await run(whole, slackZip());
    const world = await makeWorld(t, engine);
    await assert.rejects(run(withFullDisk(world), slackZip()), { name: 'StorageFault', kind: 'disk_full' });
    await run(world, slackZip());
    assert.deepEqual(await readImportedState(world), await readImportedState(whole));
  });

  test('Wherever it ended, run again it comes to the same as one that was not', async (t) => {
    const whole = await makeWorld(t, engine);
    await run(whole, slackZip());
    const expected = await readImportedState(whole);
    let ended = false;
    for (let writes = 1; !ended; writes++) {
      const world = await makeWorld(t, engine);
      const broken = killedAt(world, writes);
      ended = await run(broken, slackZip()).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /killed/);
          return false;
        },
      );
      await run(world, slackZip());
      assert.deepEqual(await readImportedState(world), expected, `after ${writes} writes`);
      const unread = await world.app.db.read.q
        .selectFrom('subscription')
        .innerJoin('channel', 'channel.id', 'channel_id')
        .select('read_floor')
        .where('org_id', '=', world.orgId)
        .where('name', '=', 'general (slack)')
        .where('read_floor', '<', (eb) =>
          eb
            .selectFrom('message')
            .select(({ fn }) => fn.max('id').as('id'))
            .whereRef('channel_id', '=', 'channel.id'),
        )
        .execute();
      assert.deepEqual(unread, []);
    }
  });
});
