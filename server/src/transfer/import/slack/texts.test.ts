import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';

const ts = (n: number): string => `${exportStart / 1000 + n}.000100`;

const texts = [
  'One :slightly_smiling_face: :thinking_face::skin-tone-2: :jp: :simple_smile: :no_such_thing: at 10:30:45',
  '```wget <http://example.com/a?x=1&amp;y=2>``` and `see <http://example.com/b|b>`',
  ':grin: starts a thread',
];

/** The lists are responses of the API. */
function weavers(): Buffer {
  const blocks = [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [{ type: 'emoji', name: 'a-name-of-slack', unicode: '1f44b-1f3fd' }],
        },
      ],
    },
  ];
  const messages = [
    ...texts.map((text, n) => ({
      type: 'message',
      user: 'U1',
      ts: ts(n),
      text,
      ...(n === 2 ? { reply_count: 1 } : {}),
    })),
    { type: 'message', user: 'U1', ts: ts(3), blocks },
  ];
  const files = {
    'users.json': {
      ok: true,
      members: [
        {
          id: 'U1',
          team_id: 'T1',
          real_name: 'Pia Person',
          profile: { email: 'pia@example.com', status_emoji: ':wave::skin-tone-2:' },
        },
      ],
    },
    'channels.json': { ok: true, channels: [{ id: 'C1', name: 'looms', members: ['U1'] }] },
    'looms/2024-05-01.json': messages,
  };
  return zip(Object.entries(files).map(([name, data]) => ({ name, data: JSON.stringify(data) })));
}

onBothEngines('Texts of Slack', (engine) => {
  test('Emoji have the names of this server, addresses in code are bare, and lists are read from responses of the API', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await runArchiveImport(world, weavers(), { product: 'slack' });
    assert.deepEqual(report.problems, []);
    const { json: users } = await world.as('ada').get('/users');
    const people = users.members as { full_name: string; user_id: number; delivery_email: string }[];
    const pia = people.find(({ full_name: name }) => name === 'Pia Person');
    assert.ok(pia);
    const status = await world.as('ada').get(`/users/${pia.user_id}/status`);
    assert.equal((status.json.status as { emoji_name?: string }).emoji_name, 'wave');
    const { json } = await world.as('ada').get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: 'looms' }],
    });
    const messages = json.messages as { content: string; subject: string }[];
    assert.deepEqual(
      messages.map(({ content }) => content),
      [
        'One :smile: :thinking: :flag_japan: :smile: :no_such_thing: at 10:30:45',
        '```\nwget http://example.com/a?x=1&y=2\n```\n and `see b`',
        ':grinning_face_with_smiling_eyes: starts a thread',
        ':wave:',
      ],
    );
    assert.equal(messages[2]?.subject, '😁 starts a thread');
  });
});
