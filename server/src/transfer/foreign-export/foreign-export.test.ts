import assert from 'node:assert/strict';
import { createWriteStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { addChannel, addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { sendFiles, upload } from '../../../../tests/support/files.ts';
import {
  emptyFolder,
  importFolder,
  publicOnly,
  writtenExport,
} from '../../../../tests/support/fixtures/foreign-exports.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { listOpenFiles, listsOpenFiles } from '../../../../tests/support/process/open-files.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Product } from '../import/options.ts';
import { Output } from './folder.ts';
import { writeForeignExport } from './index.ts';

/** What people have said: everything that some format has a form for. */
async function talk(world: World): Promise<void> {
  const { ada } = world.people;
  const { url } = await upload(world, 'ada', { name: 'draft plan.txt', content: 'warp first' });
  const first = await say(world, 'ada', 'general', 'looms', 'Which **loom**, *tall* or ~~low~~?');
  await say(world, 'ben', 'general', 'looms', `@**Ada Achterberg|${ada.id}** <b>the tall</b> & one`);
  await say(world, 'ada', 'general', 'yarn', `[draft plan.txt](${url})`);
  await say(
    world,
    'ben',
    'general',
    'yarn',
    '```\n*code* @**all**\n```\n[site](https://example.com/a_b) `x*y*`',
  );
  await say(world, 'ada', 'general', 'looms', '@**all** see #**general**');
  await world.as('ben').post(`/messages/${first}/reactions`, { emoji_name: 'tada' });
  await say(world, 'dan', 'vault', 'hush', 'vaultcanary');
  await sendDirect(world, 'ada', ['ben'], 'directcanary');
  // Only their times say in which order messages of different channels were sent.
  await world.app.db.write(world.orgId, 'system', ({ q }) =>
    q
      .updateTable('message')
      .set((eb) => ({ sent_at: eb('sent_at', '+', eb.ref('id')) }))
      .where('org_id', '=', world.orgId)
      .execute(),
  );
}

interface ExportedRow {
  channel: string;
  sender: string;
  content: string;
  time: number;
  /** Which messages are together, by the first one's number. */
  topic: string;
}

async function saidIn(world: World): Promise<ExportedRow[]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .innerJoin('person', 'person.id', 'sender_id')
    .leftJoin('channel', 'channel.id', 'channel_id')
    .select([
      'message.id',
      'full_name',
      'channel.name as channel',
      'topic',
      'content',
      'sent_at',
      'person.is_system',
    ])
    .where('message.org_id', '=', world.orgId)
    .orderBy('sent_at')
    .orderBy('message.id')
    .execute();
  return rows
    .filter((row) => row.is_system === 0)
    .map((row) => ({
      channel: row.channel ?? '',
      sender: row.full_name,
      content: row.content
        .replace(/\|\d+\*\*/g, '|N**')
        .replace(/\/user_uploads\/[^)]*/g, 'file')
        .replace(/#\*\*[^*]*\*\*/g, '#channel'),
      time: row.sent_at,
      topic: row.topic,
    }));
}

/** The messages that a new organization has after it imported the folder. */
async function importedAgain(t: TestContext, engine: Engine, product: Product, path: string) {
  const world = await makeWorld(t, engine);
  const before = new Set((await saidIn(world)).map((one) => JSON.stringify(one)));
  const report = await importFolder(world, product, path);
  assert.deepEqual(report.problems, []);
  const all = await saidIn(world);
  return { world, said: all.filter((one) => !before.has(JSON.stringify(one))), report };
}

/** Topics by their messages, where names are not kept. */
const grouped = (said: readonly ExportedRow[]): string[][] =>
  [...Map.groupBy(said, (one) => `${one.channel} ${one.topic}`).values()].map((some) =>
    some.map((one) => one.content),
  );

test('A disk that fails ends an export with its error, not the server', async (t) => {
  const path = join(emptyFolder(t), 'gone', 'a.json');
  const output = new Output(createWriteStream(path));
  await output.write('a');
  const writing = async () => {
    for (;;) {
      await setImmediate();
      await output.write('b');
    }
  };
  await assert.rejects(writing(), { code: 'ENOENT' });
  await assert.rejects(output.end(), { code: 'ENOENT' });
  await assert.rejects(new Output(createWriteStream(path)).end('c'), { code: 'ENOENT' });
});

test('An export that fails leaves no file open', { skip: !listsOpenFiles }, async (t) => {
  const world = await makeWorld(t, 'sqlite');
  await talk(world);
  const { app, orgId } = world;
  const cache = await app.organizations.cache(orgId);
  t.mock.method(app.files.store, 'read', () => Promise.reject(new Error('The bucket does not respond.')));
  for (const format of ['zulip', 'mattermost', 'markdown'] as const) {
    const path = emptyFolder(t);
    const scope = { allChannels: true, directMessages: true };
    await assert.rejects(writeForeignExport(app, cache, path, scope, { format }), /bucket/, format);
    assert.deepEqual(listOpenFiles(path), [], format);
  }
});

onBothEngines('Exports in formats of other products', (engine) => {
  test('An export in Zulip’s format imports again with equal channels, topics, texts, times, files, reactions and direct messages', async (t) => {
    const world = await makeWorld(t, engine);
    await talk(world);
    const original = await saidIn(world);
    const { path } = await writtenExport(t, world, 'zulip');
    const { said, report } = await importedAgain(t, engine, 'zulip', path);
    const plain = (all: readonly ExportedRow[]) =>
      all.map(({ channel, ...rest }) => ({ ...rest, channel: channel.replace(/ \(zulip\)$/, '') }));
    // The export names a person by the name alone where no other has it, and the import keeps that form.
    const byName = plain(original).map((row) => ({ ...row, content: row.content.replace('|N**', '**') }));
    assert.deepEqual(plain(said), byName);
    assert.deepEqual([report.counts.files.added, report.counts.reactions.added], [1, 1]);
  });

  test('Zulip’s format has the pictures that people uploaded, and the organization’s own emoji, which come back', async (t) => {
    const world = await makeWorld(t, engine);
    const loom = [{ name: 'loom.png', type: 'image/png', content: await picture(60, 60) }];
    for (const place of ['/users/me/avatar', '/realm/emoji/warped'])
      assert.equal((await sendFiles(world, 'ada', loom, place)).status, 200, place);
    const message = await say(world, 'ada', 'general', 'looms', 'which :warped: loom?');
    await world.as('ben').post(`/messages/${message}/reactions`, { emoji_name: 'warped' });
    const { path, texts } = await writtenExport(t, world, 'zulip', { scope: publicOnly });
    const avatars = JSON.parse(texts.get('avatars/records.json') ?? '') as { user_profile_id: number }[];
    assert.deepEqual(
      avatars.map((one) => one.user_profile_id),
      [world.people.ada.id],
    );
    assert.ok(texts.has(`avatars/${world.orgId}/${world.people.ada.id}.original`));
    const { world: other, report } = await importedAgain(t, engine, 'zulip', path);
    assert.equal(report.counts.emoji.added, 1);
    assert.equal(report.counts.reactions.added, 1);
    const cache = await other.app.organizations.cache(other.orgId);
    assert.ok(cache.organization.emoji.some(({ name }) => name === 'warped'));
  });

  for (const product of ['mattermost', 'slack'] as const)
    test(`An export in the format of ${product} imports again with people, texts, times, files, reactions, and topics as threads`, async (t) => {
      const world = await makeWorld(t, engine);
      await talk(world);
      const original = await saidIn(world);
      const { path } = await writtenExport(t, world, product);
      const { said, report } = await importedAgain(t, engine, product, path);
      assert.deepEqual(
        said.map(({ sender, time }) => [sender, time]),
        original.map(({ sender, time }) => [sender, time]),
      );
      const begun = new Set<string>();
      const expected = original.map(({ channel, topic, content }) => {
        const isFirst = topic !== '' && !begun.has(`${channel} ${topic}`);
        begun.add(`${channel} ${topic}`);
        return isFirst ? `**${topic}**\n${content}` : content;
      });
      assert.deepEqual(
        said.map(({ content }) => content),
        expected,
      );
      assert.deepEqual(
        grouped(said),
        grouped(original.map((one, i) => ({ ...one, content: expected[i] ?? '' }))),
      );
      assert.deepEqual([report.counts.files.added, report.counts.reactions.added], [1, 1]);
    });

  test('Pins are written where a format has a place for them, and counted where it has none', async (t) => {
    const world = await makeWorld(t, engine);
    const pin = async (id: number) =>
      assert.equal((await world.as('ben').post(`/heddle/pinned_messages/${id}`)).status, 200);
    await pin(await say(world, 'ada', 'general', 'looms', 'begins'));
    await pin(await say(world, 'ada', 'general', 'looms', 'answers'));
    await say(world, 'ada', 'general', 'looms', 'is not pinned');
    await pin(await sendDirect(world, 'ada', ['ben'], 'between two'));
    await pin(await sendDirect(world, 'ada', ['ben', 'dan'], 'between three'));
    const all = ['answers', 'begins', 'between three', 'between two'];
    const withoutReply = all.filter((text) => text !== 'answers');
    for (const [format, expected] of [
      ['slack', all],
      ['mattermost', withoutReply],
      ['zulip', []],
    ] as const) {
      const { path, counts } = await writtenExport(t, world, format);
      assert.deepEqual([counts.pins, counts.pins_left_out], [expected.length, 4 - expected.length], format);
      const other = await makeWorld(t, engine);
      await importFolder(other, format, path);
      const rows = await other.app.db.read.q
        .selectFrom('message_pin')
        .innerJoin('message', 'message.id', 'message_id')
        .innerJoin('person', 'person.id', 'user_id')
        .select(['content', 'full_name'])
        .where('message_pin.org_id', '=', other.orgId)
        .execute();
      assert.deepEqual(rows.map(({ content }) => content.split('\n').at(-1)).sort(), expected, format);
      // Mattermost has no word of who pinned a post.
      const by = format === 'slack' ? /^Ben / : /^Ada /;
      for (const row of rows) assert.match(row.full_name, by);
    }
    const { counts, all: text } = await writtenExport(t, world, 'markdown');
    assert.equal(counts.pins, 4);
    assert.equal([...text.matchAll(/ UTC \(pinned\)\n/g)].length, 4);
    const open = await writtenExport(t, world, 'slack', { scope: publicOnly });
    assert.equal(open.counts.pins, 2);
  });

  test('Long names are written to Mattermost in two parts, each of the length that it allows', async (t) => {
    const world = await makeWorld(t, engine);
    const long = `Ada ${'𝔄'.repeat(40)} ${'ß'.repeat(50)}`;
    assert.equal((await world.as('ada').patch('/settings', { full_name: long })).status, 200);
    await say(world, 'ada', 'general', 'looms', 'Hi');
    const { texts } = await writtenExport(t, world, 'mattermost');
    const lines = (texts.get('import.jsonl') ?? '').trim().split('\n');
    const users = lines.map((line) => (JSON.parse(line) as { user?: Record<string, string> }).user ?? {});
    for (const { username = '', first_name: first = '', last_name: last = '' } of users)
      for (const name of [username, first, last]) assert.ok(Array.from(name).length <= 64, name);
    const ada = users.find(({ email }) => email === world.people.ada.email);
    assert.equal(`${ada?.first_name} ${ada?.last_name}`, long);
  });

  test('Private channels and direct messages are left out of every format unless asked for', async (t) => {
    const world = await makeWorld(t, engine);
    await talk(world);
    for (const format of ['zulip', 'mattermost', 'slack', 'markdown'] as const) {
      const open = await writtenExport(t, world, format, { scope: publicOnly });
      assert.ok(open.all.includes('loom'), format);
      assert.doesNotMatch(open.all, /vaultcanary|directcanary|vault/, format);
      const channels = await writtenExport(t, world, format, {
        scope: { allChannels: true, directMessages: false },
      });
      assert.ok(channels.all.includes('vaultcanary') && !channels.all.includes('directcanary'), format);
      const direct = await writtenExport(t, world, format, {
        scope: { allChannels: false, directMessages: true },
      });
      assert.ok(!direct.all.includes('vaultcanary') && direct.all.includes('directcanary'), format);
    }
  });

  test('A Markdown export has a file for each topic, whatever its name, with links to attached files', async (t) => {
    const world = await makeWorld(t, engine);
    await talk(world);
    await say(
      world,
      'ada',
      'general',
      '../../<script>: "con"',
      'hostile name <img src=x onerror=a()> `<b>` [x](javascript:a())',
    );
    const { texts } = await writtenExport(t, world, 'markdown');
    const [file, text] = [...texts].find(([, one]) => one.includes('hostile name')) ?? [];
    assert.match(file ?? '', /^general \d+\/[^/<>":]+ \d+\.md$/);
    assert.ok(text?.includes('\\<script\\>'));
    assert.ok(text?.includes('hostile name \\<img src=x onerror=a()> `<b>` [x](unsafe:javascript:a())'));
    const yarn = [...texts.values()].find((one) => one.includes('> yarn')) ?? '';
    const [, link = ''] = /\[draft plan.txt\]\(\.\.\/([^)]+)\)/.exec(yarn) ?? [];
    assert.equal(texts.get(decodeURI(link)), 'warp first');
    assert.match(texts.get('README.md') ?? '', /- \[looms\]\(general%20\d+\/looms%20\d+\.md\), 3\n/);
  });

  test('No uploaded file has a name in a Markdown export by which it would be run, or shown as a page', async (t) => {
    const world = await makeWorld(t, engine);
    const run = ['page.HTML', 'drawing.svg', 'notes.md', 'a.php', 'a.php.txt', '.htaccess', 'b.js'];
    const kept = ['plan (1).txt', 'table.xlsx', 'all.tar.gz'];
    for (const name of [...run, ...kept]) {
      const { url } = await upload(world, 'ada', { name, content: `within ${name}` });
      await say(world, 'ada', 'general', 'files', `[file](${url})`);
    }
    const { texts, all } = await writtenExport(t, world, 'markdown');
    const findName = (name: string) => [...texts].find(([, text]) => text === `within ${name}`)?.[0] ?? '';
    for (const name of run) assert.match(findName(name), /^files\/\d+\/[\w-]+\.(bin|txt)$/, name);
    for (const name of kept)
      assert.match(findName(name), new RegExp(`^files/\\d+/[^./]+\\.${name.split('.').at(-1) ?? ''}$`), name);
    assert.equal([...all.matchAll(/\[file\]\(\.\.\/files\//g)].length, run.length + kept.length);
  });

  test('No text makes a Markdown export contain HTML or scripts, however its code is marked', async (t) => {
    const world = await makeWorld(t, engine);
    const picture = '<img src=x onerror=a()>';
    const all = [
      `mid \`\`\` ${picture}`,
      `\`\`\`\na \`\`\` b\n\`\`\`\n${picture}\n\`\`\``,
      `\\\`${picture}\``,
      `[a](\`)${picture}\``,
      `<https://a\`>${picture}\``,
      `https://a\`${picture}\``,
      `a \`\n\`${picture}\``,
      `| a | b |\n| --- | --- |\n| \` | ${picture}\` |`,
      `- \`\`\`\n${picture}`,
      `\`\`\`\`${picture}\``,
      '[x](<javascript:a()>) [y](java&#115;cript:a()) [z](javascript\\:a())',
      '[r]\n\n[r]: javascript:a()',
      `\`\`\`\nnever closed`,
      `\`\`\`\n${picture} in code\n\`\`\`\nand \`List<String>\``,
    ];
    for (const content of all) await say(world, 'ada', 'general', 'hostile', content);
    const { texts } = await writtenExport(t, world, 'markdown', { scope: publicOnly });
    const text = [...texts].find(([name]) => /hostile \d+\.md$/.test(name))?.[1] ?? '';
    assert.equal([...text.matchAll(/(?<!\\)<img/g)].length, 1, text);
    assert.ok(text.includes(`\`\`\`\n${picture} in code\n\`\`\`\nand \`List<String>\``), text);
    assert.ok(text.includes('```\nnever closed\n```\n'), text);
    assert.doesNotMatch(text, /\]\(<?java/);
    assert.match(text, /\n\[r\\\]: javascript/);
  });

  test('A link to a file with a damaged address ends no export, and no import of it', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'ada', { name: 'a.txt', content: 'a' });
    const content = `[a](/user_uploads/2/b%zz) and [b](${url})`;
    await say(world, 'ada', 'general', '', content);
    for (const format of ['zulip', 'mattermost', 'slack'] as const) {
      const { path, counts } = await writtenExport(t, world, format, { scope: publicOnly });
      assert.deepEqual([counts.messages, counts.files], [1, 1], format);
      const report = await importFolder(await makeWorld(t, engine), format, path);
      assert.deepEqual([report.counts.messages.added, report.counts.files.added], [1, 1], format);
    }
    await writtenExport(t, world, 'markdown', { scope: publicOnly });
  });

  test('Files of an export are readable by their owner only, even in a folder that is open to others', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'ada', { name: 'a.txt', content: 'a' });
    await say(world, 'ada', 'general', 'a', `[a](${url})`);
    for (const format of ['zulip', 'mattermost', 'slack', 'markdown'] as const) {
      const { path, texts } = await writtenExport(t, world, format, { scope: publicOnly });
      for (const name of texts.keys())
        assert.equal(statSync(join(path, name)).mode & 0o077, 0, `${format} ${name}`);
    }
  });

  test('A channel that is called as a group of people in an export of Slack has a folder of its own', async (t) => {
    const world = await makeWorld(t, engine);
    await sendDirect(world, 'ada', ['ben', 'dan'], 'in the group');
    const { direct_id: id } = await world.app.db.read.q
      .selectFrom('message')
      .select('direct_id')
      .where('org_id', '=', world.orgId)
      .where('content', '=', 'in the group')
      .executeTakeFirstOrThrow();
    const channel = await addChannel(world, { name: `mpdm ${id}` });
    await addMembers(world, channel, [world.people.ada.id]);
    const message = { type: 'channel', to: channel, topic: 'a', content: 'in the channel' };
    assert.equal((await world.as('ada').post('/messages', message)).status, 200);
    const { all } = await writtenExport(t, world, 'slack');
    assert.ok(all.includes('in the group') && all.includes('in the channel'));
  });

  test('A folder that is not empty is refused, and stays as it is', async (t) => {
    const world = await makeWorld(t, engine);
    const path = emptyFolder(t);
    writeFileSync(join(path, 'mine.txt'), 'mine');
    const cache = await world.app.organizations.cache(world.orgId);
    await assert.rejects(
      writeForeignExport(world.app, cache, path, publicOnly, { format: 'slack' }),
      /is not empty/,
    );
    assert.deepEqual(readdirSync(path), ['mine.txt']);
  });
});
