import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';

const there = 'https://chat.example';
const plans = (id: number) => `/#narrow/channel/1-warp-.26-weft/topic/plans/near/${id}`;
const foreign = 'https://elsewhere.example/#narrow/channel/1-general/topic/plans/near/101';

const contents = [
  'the plan',
  [
    `@_**Ada|70007** [said](${there}${plans(101)}):`,
    '````quote',
    'the plan of @_**Hanna|80008**',
    '```js',
    'mention("@**Hanna|80008**")',
    '```',
    '````',
    'agreed, @_**Hanna|80008**',
  ].join('\n'),
  `as in [the plan](${plans(101)}) and [by Hanna](${there}/#narrow/dm/70007,80008-dm/near/101)`,
  `[elsewhere](${foreign}) and ${foreign}`,
  `[said](${there}${plans(999)}) and [x](${plans(999)})`,
];

const archive = zip([
  {
    name: 'e/realm.json',
    data: JSON.stringify({
      zerver_realm: [{ id: 1, uuid: 'links' }],
      zerver_userprofile: [
        [70007, 'Ada'],
        [80008, 'Hanna'],
      ].map(([id, name]) => ({
        id,
        full_name: name,
        delivery_email: `${name}@example.com`,
        is_active: true,
        role: 400,
      })),
      zerver_stream: [
        { id: 1, name: 'warp & weft', invite_only: false, history_public_to_subscribers: true },
      ],
      zerver_recipient: [{ id: 31, type: 2, type_id: 1 }],
      zerver_subscription: [70007, 8].map((id) => ({ recipient: 31, user_profile: id, active: true })),
    }),
  },
  {
    name: 'e/messages-000001.json',
    data: JSON.stringify({
      zerver_message: contents.map((content, n) => ({
        id: 101 + n,
        sender: 80008,
        recipient: 31,
        subject: 'plans',
        content,
        date_sent: exportStart / 1000 + n,
      })),
    }),
  },
]);

onBothEngines('Links in an export of Zulip', (engine) => {
  void test('Quotations and links of any form lead to the message and the people here; links to other servers and to what did not come stay', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, archive, { product: 'zulip' });
    const query = 'anchor=newest&num_before=9&num_after=0&apply_markdown=false';
    const { json } = await world.as('ada').get(`/messages?${query}`);
    const messages = json.messages as { id: number; stream_id: number; content: string }[];
    const here = `/#narrow/channel/${String(messages[0]?.stream_id)}-warp-.26-weft/topic/plans/near/${messages[0]?.id ?? 0}`;
    const [, quotation, links, ...unchanged] = messages.map(({ content }) => content);
    const [said, fence, quoted, ...rest] = (quotation ?? '').split('\n');
    assert.match(said ?? '', /^@_\*\*Ada/);
    assert.ok(said?.endsWith(` [said](${here}):`));
    assert.equal(fence, '````quote');
    const hanna = /@_\*\*Hanna\|\d+\*\*/.exec(quoted ?? '')?.[0];
    assert.notEqual(hanna, '@_**Hanna|80008**');
    assert.deepEqual(rest, [
      '```js',
      'mention("@**Hanna|80008**")',
      '```',
      '````',
      `agreed, ${String(hanna)}`,
    ]);
    assert.equal(links, `as in [the plan](${here}) and [by Hanna](${here})`);
    assert.deepEqual(unchanged, contents.slice(3));
  });
});
