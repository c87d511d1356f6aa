import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport as run } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../../tests/support/world.ts';
import { possibleNames, repairName, zipName } from '../input/legacy-names.ts';

const taken = (text: string, encoding = 'windows-1252') =>
  new TextDecoder(encoding).decode(Buffer.from(text));

test('What is certain is put right, and nothing else', () => {
  for (const name of ['München', 'Łódź', '東京', 'naïve café 🎉', '“quoted”']) {
    assert.equal(repairName(taken(name)), name);
    assert.equal(repairName(taken(taken(name))), name);
    assert.equal(repairName(name), name);
  }
  for (const name of ['Ã', 'Â«Bonjour»', 'ÄÖÜ', 'Ærø', 'caf\uFFFD', 'Ã¼ и ü'])
    assert.equal(repairName(name), name);
});

test('Names of archives that are no UTF-8 stay different, and can be recognized', () => {
  const packed = [Buffer.from([0x4d, 0x81, 0x6e]), Buffer.from([0x4d, 0xfc, 0x6e])].map(zipName);
  assert.equal(new Set(packed).size, 2);
  for (const name of packed) assert.ok(possibleNames(name).includes('Mün'), name);
  assert.ok(possibleNames(zipName(Buffer.from('8367838a', 'hex'))).includes('トリ'));
  assert.ok(possibleNames('Mün'.normalize('NFD')).includes('Mün'));
});

const message = { type: 'message', user: 'U1', ts: `${exportStart / 1000}.000100`, text: 'hello' };

function slack(name: string, folder: string | Buffer, garbledPerson = name): Buffer {
  const entries = [
    {
      name: 'users.json',
      data: JSON.stringify([{ id: 'U1', team_id: 'T1', profile: { real_name: `Pia ${garbledPerson}` } }]),
    },
    { name: 'channels.json', data: JSON.stringify([{ id: 'C1', name, members: ['U1'] }]) },
    { name: `FOLDER/2024-05-01.json`, data: JSON.stringify([message]) },
  ];
  const bytes = zip(entries);
  const wanted = Buffer.from(folder);
  // Both names of the entry: they have the same length.
  for (let at = bytes.indexOf('FOLDER'); at !== -1; at = bytes.indexOf('FOLDER', at + 6))
    wanted.copy(bytes, at);
  return bytes;
}

async function read(world: World) {
  const { users, channels } = await world.app.organizations.cache(world.orgId);
  const here = await world.app.db.read.q
    .selectFrom('message')
    .select(['channel_id', 'content', 'topic'])
    .where('org_id', '=', world.orgId)
    .where('client', 'like', '%import')
    .orderBy('id')
    .execute();
  return {
    people: [...users.values()].flatMap(({ fullName }) => (fullName.startsWith('Pia') ? [fullName] : [])),
    messages: here.map(({ channel_id: id, content, topic }) => [channels.get(id ?? 0)?.name, content, topic]),
  };
}

onBothEngines('Garbled names', (engine) => {
  test('Folders of channels are found although the archive was packed in another encoding', async (t) => {
    for (const encoded of [
      Buffer.from([0x8e, 0x72, 0x6d, 0x65, 0x6c, 0x6e]),
      Buffer.from('Ärmeln', 'latin1'),
    ]) {
      const world = await makeWorld(t, engine);
      const report = await run(world, slack('Ärmeln', encoded));
      assert.deepEqual(report.problems, []);
      assert.deepEqual((await read(world)).messages, [['Ärmeln', 'hello', 'imported from Slack']]);
    }
    const world = await makeWorld(t, engine);
    const unknown = await run(world, slack('Ärmeln', Buffer.from('Öfchen', 'latin1')));
    assert.ok(unknown.problems.some(({ reason }) => reason === 'No list of conversations names its folder.'));
  });

  test('Names that were taken for another encoding are right, and the report says it', async (t) => {
    const world = await makeWorld(t, engine);
    const dry = await run(world, slack(taken('Ärmel'), taken('Ärmel').slice(0, 6)), { dryRun: true });
    const report = await run(world, slack(taken('Ärmel'), 'C1    '));
    assert.ok(dry.problems.some(({ place }) => place === 'channel C1'));
    assert.ok(report.problems.some(({ reason }) => reason.includes('became "Ärmel"')));
    assert.deepEqual((await read(world)).people, ['Pia Ärmel']);
    const { channels } = await world.app.organizations.cache(world.orgId);
    assert.ok(channels.find('name', 'ärmel'));
  });

  test('Names of which letters are lost are reported with their places, and a later run puts them right', async (t) => {
    const world = await makeWorld(t, engine);
    const csv = (encoding: 'latin1' | 'utf8') =>
      zip(
        Object.entries({
          'people.csv': 'id,name,email\np1,Pia Ärmel,pia@example.com\n',
          'channels.csv': 'id,name,private\nc1,Ärmel,no\n',
          'messages.csv': `id,channel,sender,time,text,topic\n1,c1,p1,${exportStart},hello,Nähen\n`,
        }).map(([name, text]) => ({ name, data: Buffer.from(text, encoding) })),
      );
    const options = { product: 'csv' } as const;
    const spoiled = await run(world, csv('latin1'), options);
    const places = spoiled.problems.map(({ place }) => place);
    for (const place of [
      'people.csv',
      'channels.csv',
      'messages.csv',
      'person p1',
      'channel c1',
      'message 1',
    ])
      assert.ok(places.includes(place), place);
    await run(world, csv('utf8'), options);
    assert.deepEqual(await read(world), {
      people: ['Pia Ärmel'],
      messages: [['Ärmel', 'hello', 'Nähen']],
    });
  });
});
