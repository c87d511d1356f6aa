import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const zipped = (name: string, data: object): Buffer => zip([{ name, data: JSON.stringify(data) }]);

const discord = zipped('G - T - general [1].json', {
  guild: { id: '500', name: 'G' },
  channel: { id: '1', type: 'GuildTextChat', name: 'general' },
  messages: [
    {
      id: '1001',
      type: 'Default',
      timestamp: '2022-05-01T10:00:00+00:00',
      content: 'warp',
      author: { id: '101', name: 'ana' },
      reactions: [
        { emoji: { id: '', name: '👍' }, count: 42 },
        { emoji: { id: '', name: '🎉' }, count: 3, users: [{ id: '101' }] },
      ],
    },
  ],
  messageCount: 1,
});

const event = (n: number, type: string, content: object) => ({
  type,
  event_id: `$${n}`,
  room_id: '!r:x',
  sender: '@ana:x',
  origin_server_ts: exportStart + n,
  content,
});

const matrix = zipped('export.json', {
  room_name: 'Looms',
  room_creator: '@ana:x',
  messages: [
    event(1, 'm.room.message', { msgtype: 'm.text', body: 'weft' }),
    event(2, 'm.poll.start', {
      'm.poll': { question: { 'm.text': [{ body: 'Which?' }] }, answers: [{ 'm.text': [{ body: 'Sea' }] }] },
    }),
    event(3, 'm.poll.start', {}),
    event(4, 'm.unknown', {}),
  ],
});

onBothEngines('What an import leaves out', (engine) => {
  test('Reactions without people, and events of unknown kinds, are counted, in the dry run as well', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [product, archive, expected] of [
      ['discord', discord, { reactions: 44 }],
      ['matrix', matrix, { 'm.poll.start': 1, 'm.unknown': 1 }],
    ] as const)
      for (const dryRun of [true, false]) {
        const report = await runArchiveImport(world, archive, { product, dryRun });
        const counts = Object.fromEntries(report.left_out.map(({ what, count }) => [what, count]));
        assert.deepEqual(counts, expected, product);
        assert.equal(report.counts.messages.added, product === 'matrix' ? 2 : 1);
        const { found, added, skipped } = report.counts.reactions;
        if (product === 'discord') assert.deepEqual([found, added, skipped], [45, 1, 44]);
      }
  });
});
