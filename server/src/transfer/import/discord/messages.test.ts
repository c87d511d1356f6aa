import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../../tests/support/world.ts';

function looms(messages: readonly object[]): Buffer {
  const author = { id: '9', name: 'pia', nickname: 'Pia' };
  const all = messages.map((one, i) => ({
    id: String(i + 1),
    type: 'Default',
    timestamp: new Date(exportStart + i).toISOString(),
    content: '',
    author,
    ...one,
  }));
  const head = { guild: { id: '5' }, channel: { id: '1', type: 'GuildTextChat', name: 'looms' } };
  return zip([
    { name: 'looms.json', data: JSON.stringify({ ...head, messages: all }) },
    { name: 'media/reed.txt', data: 'a reed' },
  ]);
}

async function contents({ app, orgId }: World): Promise<string[]> {
  const rows = await app.db.read.q
    .selectFrom('message')
    .select('content')
    .where('org_id', '=', orgId)
    .where('client', 'like', '% import')
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => content);
}

onBothEngines('Messages of Discord', (engine) => {
  test('What is forwarded comes with its text, file, embed and sticker, and what of it is unknown is counted', async (t) => {
    const world = await makeWorld(t, engine);
    const reed = { id: 'f1', url: 'media\\reed.txt', fileName: 'reed.txt', fileSizeBytes: 6 };
    const bytes = looms([
      {
        forwardedMessage: {
          timestamp: '2023-01-01T00:00:00Z',
          content: 'Use this one',
          attachments: [reed],
          embeds: [{ title: 'Reeds', description: 'of all kinds' }],
          stickers: [{ id: 's1', name: 'Shuttle' }],
          components: [{}],
        },
      },
      { forwardedMessage: { content: '', attachments: [{ ...reed, id: 'f2' }] } },
    ]);
    const report = await runArchiveImport(world, bytes, { product: 'discord' });
    assert.deepEqual(report.problems, []);
    assert.ok(report.left_out.some(({ what }) => what === 'forwarded: components'));
    const [first = '', second = ''] = await contents(world);
    for (const part of ['Use this one', '**Reeds**', 'of all kinds', '*Sticker: Shuttle*', 'reed.txt'])
      assert.ok(first.includes(part), first);
    assert.match(second, /\[reed\.txt\]\(\/user_uploads\//);
  });

  test('Pictures and videos of embeds are counted, each once', async (t) => {
    const world = await makeWorld(t, engine);
    const [warp, weft] = ['warp', 'weft'].map((name) => ({ url: `https://looms.example/${name}.png` }));
    const embeds = [
      { title: 'Looms', image: warp, images: [warp, weft], thumbnail: null, video: null },
      { description: 'a loom', image: warp, thumbnail: weft },
      { description: 'no picture', image: null, images: [] },
    ];
    for (const dryRun of [true, false]) {
      const { left_out: lines } = await runArchiveImport(world, looms([{ content: 'so', embeds }]), {
        product: 'discord',
        dryRun,
      });
      const line = lines.find(({ what }) => what === 'pictures of embeds');
      assert.deepEqual([line?.count, line?.places], [4, ['looms.json #1', 'looms.json #1']]);
    }
  });

  test('Names that stand for mentions in the text are mentions of those whom the export names beside it', async (t) => {
    const world = await makeWorld(t, engine);
    const [ben, benna] = [
      { id: '10', name: 'ben', nickname: 'Ben' },
      { id: '11', name: 'benna', nickname: 'Ben Nash (he)' },
    ];
    const bytes = looms([
      { content: 'so', author: ben },
      { content: 'well', author: benna },
      { content: '@Ben Nash (he), @Ben! `@Ben` a@Ben @Benno', mentions: [ben, benna] },
      { content: '@Ben' },
    ]);
    await runArchiveImport(world, bytes, { product: 'discord' });
    const [, , named = '', plain] = await contents(world);
    assert.match(named, /^@\*\*Ben Nash \(he\)(?:\|\d+)?\*\*, @\*\*Ben(?:\|\d+)?\*\*! `@Ben` a@Ben @Benno$/);
    assert.equal(plain, '@Ben');
  });
});
