import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
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

const channels = [
  {
    name: 'looms',
    roles: 'channel_user',
    favorite: false,
    notify_props: { desktop: 'default', mark_unread: 'all' },
  },
  { name: 'reeds', favorite: true, notify_props: { desktop: 'mention' }, msg_count: 3, surprise: 'x' },
];
const mattermost = zip([
  {
    name: 'import.jsonl',
    data: [
      { type: 'version', version: 1 },
      {
        type: 'user',
        user: {
          username: 'ana',
          email: 'ana@example.com',
          military_time: 'true',
          teams: [{ name: 't', channels }],
        },
      },
      { type: 'channel', channel: { team: 't', name: 'looms', display_name: 'Looms', type: 'O' } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  },
]);

onBothEngines('What an import leaves out', (engine) => {
  test('What people chose for a channel of Mattermost is counted, unless it is as usual', async (t) => {
    const world = await makeWorld(t, engine);
    for (const dryRun of [true, false]) {
      const report = await runArchiveImport(world, mattermost, { product: 'mattermost', dryRun });
      assert.deepEqual(
        report.left_out.map(({ what, count }) => [what, count]),
        ['favorite', 'notify_props', 'surprise'].map((field) => [`member of a channel: ${field}`, 1]),
      );
    }
  });

  test('Conversations with visitors of Rocket.Chat are one line, whatever they have', async (t) => {
    const world = await makeWorld(t, engine);
    const rooms = [
      { _id: 'r1', t: 'c', name: 'looms', joinCodeRequired: true },
      { _id: 'r2', t: 'l', v: { token: 'x' }, servedBy: { _id: 'u1' }, metrics: { a: 1 } },
    ];
    const archive = zip([
      bson('users', [{ _id: 'u1', username: 'pia', type: 'user', active: true }]),
      bson('rocketchat_room', rooms),
      bson('rocketchat_message', []),
    ]);
    const report = await runArchiveImport(world, archive, { product: 'rocketchat' });
    assert.deepEqual(
      report.left_out.map(({ what, count }) => [what, count]),
      [['conversations with visitors', 1]],
    );
  });

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
