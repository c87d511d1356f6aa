import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../../../tests/support/world.ts';

const people = ['ada', 'ben', 'cleo', 'dan'] as const;
type Name = (typeof people)[number];

/** Where each of the words is, as `channel` or `channel>topic`. */
type Places = readonly string[];

/** The open hall, and the closed cellar of Ben and Cleo; it has word 0. */
function csv(places: Places): Buffer {
  const row = (place: string, n: number) => {
    const [channel = '', topic = 'dye'] = place.split('>');
    return `m${n},${channel},ben,${exportStart + n * 1000},word ${n},${topic}`;
  };
  const files = {
    'people.csv': ['id,name,email', ...people.map((name) => `${name},${name},${name}@example.com`)],
    'channels.csv': ['id,name,private,members', 'hall,hall,no,ada ben cleo', 'cellar,cellar,yes,ben cleo'],
    'messages.csv': ['id,channel,sender,time,text,topic', ...['cellar', ...places].map(row)],
  };
  return zip(Object.entries(files).map(([name, lines]) => ({ name, data: `${lines.join('\n')}\n` })));
}

const run = (world: World, places: Places, dryRun = false) =>
  runArchiveImport(world, csv(places), { product: 'csv', dryRun });

async function readWords(world: World, name: string, narrow: object[] = []): Promise<string[]> {
  const { json } = await world.as(name as Name).get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'search', operand: 'word' }, ...narrow],
  });
  assert.ok(json.messages, JSON.stringify(json));
  return (json.messages as { content: string }[])
    .map(({ content }) => content)
    .filter((content) => /^word \d+$/.test(content))
    .map((content) => content.slice(5));
}

const inChannel = (operand: string) => [{ operator: 'channel', operand }];

async function findId(world: World, content: string): Promise<number> {
  const row = await world.app.db.read.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', world.orgId)
    .where('content', '=', content)
    .executeTakeFirstOrThrow();
  return row.id;
}

const channelNamed = async ({ app, orgId }: World, name: string) =>
  (await app.organizations.cache(orgId)).channels.find('name', name)?.id ?? 0;

onBothEngines('Messages that were moved in the source', (engine) => {
  test('One that was moved to a closed channel there can no longer be read, searched or found by who starred it', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, ['hall', 'hall', 'hall']);
    const id = await findId(world, 'word 2');
    const flag = { messages: [id], op: 'add', flag: 'starred' };
    await world.as('ada').post('/messages/flags', flag);
    await world.as('cleo').post('/messages/flags', flag);
    assert.deepEqual(await readWords(world, 'ada'), ['1', '2', '3']);
    const newer = ['hall', 'cellar>plans', 'hall'];
    const dry = await run(world, newer, true);
    assert.deepEqual(await readWords(world, 'ada'), ['1', '2', '3']);
    const report = await run(world, newer);
    assert.deepEqual([report.changed, report.counts, report.wider], [dry.changed, dry.counts, dry.wider]);
    assert.deepEqual([report.changed.moved, report.changed.kept], [1, 0]);
    assert.deepEqual(await readWords(world, 'ada'), ['1', '3']);
    assert.equal((await world.as('ada').get(`/messages/${id}`)).status, 400);
    assert.deepEqual(await readWords(world, 'cleo', inChannel('cellar')), ['0', '2']);
    const starred = [{ operator: 'is', operand: 'starred' }];
    assert.deepEqual(await readWords(world, 'ada', starred), []);
    assert.deepEqual(await readWords(world, 'cleo', starred), ['2']);
    const topics = await world.as('ben').get(`/users/me/${await channelNamed(world, 'cellar')}/topics`);
    assert.deepEqual((topics.json.topics as { name: string }[]).map(({ name }) => name).toSorted(), [
      'dye',
      'plans',
    ]);
    const again = await run(world, newer);
    assert.deepEqual([again.changed.moved, again.changed.kept], [0, 0]);
    // And back again.
    assert.equal((await run(world, ['hall', 'hall', 'hall'])).changed.moved, 1);
    assert.deepEqual(await readWords(world, 'ada'), ['1', '2', '3']);
  });

  test('A topic that was moved as a whole is in the other channel, with what people set for it', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, ['hall>wool', 'hall>wool', 'hall']);
    const [hall, cellar] = [await channelNamed(world, 'hall'), await channelNamed(world, 'cellar')];
    const policy = { topic: 'wool', visibility_policy: 1 };
    for (const name of ['ada', 'cleo'] as const)
      await world.as(name).post('/user_topics', { stream_id: hall, ...policy });
    await run(world, ['cellar>wool', 'cellar>wool', 'hall']);
    const topicsIn = async (id: number) =>
      ((await world.as('cleo').get(`/users/me/${id}/topics`)).json.topics as { name: string }[])
        .map(({ name }) => name)
        .toSorted();
    assert.deepEqual([await topicsIn(hall), await topicsIn(cellar)], [['dye'], ['dye', 'wool']]);
    const rows = await world.app.db.read.q
      .selectFrom('user_topic')
      .innerJoin('person', 'person.id', 'user_id')
      .select(['full_name', 'channel_id'])
      .where('channel_id', 'in', [hall, cellar])
      .execute();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ full_name: 'Cléo Marchand', channel_id: cellar }],
    );
    const { json } = await world.as('ben').get('/streams');
    const first = (json.streams as { name: string; first_message_id: number }[]).find(
      ({ name }) => name === 'hall',
    );
    assert.equal(first?.first_message_id, await findId(world, 'word 3'));
  });

  test('What people moved here stays where they moved it', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, ['hall', 'hall']);
    const moved = await world
      .as('ben')
      .patch(`/messages/${await findId(world, 'word 1')}`, { topic: 'mine', propagate_mode: 'change_one' });
    assert.equal(moved.status, 200);
    await run(world, ['cellar', 'hall>other']);
    assert.deepEqual(
      await readWords(world, 'ada', [...inChannel('hall'), { operator: 'topic', operand: 'mine' }]),
      ['1'],
    );
    assert.deepEqual(
      await readWords(world, 'ada', [...inChannel('hall'), { operator: 'topic', operand: 'other' }]),
      ['2'],
    );
  });

  test('Nothing is moved to a channel that is more open here than there', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = (place: string): Buffer =>
      zip([
        { name: 'channels.csv', data: 'id,name,private,members\na,attic,yes,ben\nb,barn,yes,ben\n' },
        { name: 'people.csv', data: 'id,name,email\nben,ben,ben@example.com\n' },
        {
          name: 'messages.csv',
          data: `id,channel,sender,time,text\n1,a,ben,${exportStart},word 1\n2,${place},ben,${exportStart + 1000},word 2\n`,
        },
      ]);
    const options = { product: 'csv' } as const;
    await runArchiveImport(world, secret('a'), options);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const id = tx.cache.channels.find('name', 'barn')?.id ?? 0;
      await tx.q.updateTable('channel').set({ is_private: 0 }).where('id', '=', id).execute();
      await tx.touch({ channels: [id] });
    });
    const report = await runArchiveImport(world, secret('b'), options);
    assert.deepEqual([report.changed.moved, report.changed.kept], [0, 1]);
    assert.deepEqual(await readWords(world, 'ada'), []);
    assert.deepEqual(await readWords(world, 'ben', inChannel('attic')), ['1', '2']);
  });

  test('A message that went from a channel to a direct one there, or back, stays, and the report says what to do', async (t) => {
    const world = await makeWorld(t, engine);
    const between = (first: string, second: string): Buffer =>
      zip([
        { name: 'channels.csv', data: 'id,name,private,members\nh,hall,no,ben cleo\n' },
        { name: 'conversations.csv', data: 'id,members\nd,ben cleo\n' },
        {
          name: 'people.csv',
          data: 'id,name,email\nben,ben,ben@example.com\ncleo,cleo,cleo@example.com\n',
        },
        {
          name: 'messages.csv',
          data: `id,channel,conversation,sender,time,text\n1,${first},ben,${exportStart},word 1\n2,${second},ben,${exportStart + 1000},word 2\n`,
        },
      ]);
    await runArchiveImport(world, between('h,', ',d'), { product: 'csv' });
    for (const dryRun of [true, false]) {
      const report = await runArchiveImport(world, between(',d', 'h,'), { product: 'csv', dryRun });
      assert.deepEqual([report.changed.moved, report.changed.kept], [0, 2]);
      const [toDirect, fromDirect] = ['1', '2'].map(
        (id) => report.problems.find(({ place }) => place === `message ${id}`)?.reason ?? '',
      );
      assert.match(toDirect ?? '', /stays in its channel here: delete it, or move it/);
      assert.match(fromDirect ?? '', /stays a direct message here: forward it/);
      assert.ok(report.wider.some(({ place }) => place === 'channel hall'));
    }
    assert.deepEqual(await readWords(world, 'ada', inChannel('hall')), ['1']);
    assert.deepEqual(await readWords(world, 'cleo'), ['1', '2']);
  });

  test('An ID that an export has in two places moves nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const twice = zip([
      { name: 'channels.csv', data: 'id,name,private\nh,hall,no\ni,inn,no\n' },
      {
        name: 'messages.csv',
        data: `id,channel,sender,time,text\n1,h,ben,${exportStart},word 1\n1,i,ben,${exportStart},word 1\n`,
      },
    ]);
    for (let times = 0; times < 3; times++) {
      const { changed } = await runArchiveImport(world, twice, { product: 'csv' });
      assert.deepEqual([changed.moved, changed.kept], [0, 0]);
    }
  });
});
