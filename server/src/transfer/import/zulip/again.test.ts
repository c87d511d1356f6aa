import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';

const at = exportStart / 1000;

interface Place {
  topic: string;
  recipient?: number;
  moved?: boolean;
}

function archive(places: readonly Place[]): Buffer {
  const channel = (id: number, name: string) => ({
    id,
    name,
    description: '',
    invite_only: false,
    history_public_to_subscribers: true,
  });
  const realm = {
    zerver_realm: [{ id: 7, uuid: 'again' }],
    zerver_userprofile: [
      { id: 1, full_name: 'Hanna', delivery_email: 'hanna@weavers.example', is_active: true, role: 400 },
    ],
    zerver_stream: [channel(1, 'warp'), channel(2, 'weft')],
    zerver_recipient: [
      { id: 31, type: 2, type_id: 1 },
      { id: 32, type: 2, type_id: 2 },
    ],
    zerver_subscription: [{ recipient: 31, user_profile: 1, active: true }],
  };
  const messages = places.map(({ topic, recipient = 31, moved = false }, n) => ({
    id: n + 1,
    sender: 1,
    recipient,
    subject: topic,
    content: `word ${n + 1}`,
    date_sent: at + n,
    ...(moved
      ? {
          last_edit_time: at + 100,
          edit_history: JSON.stringify([{ prev_topic: 'dye', timestamp: at + 100 }]),
        }
      : {}),
  }));
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: JSON.stringify({ zerver_message: messages }) },
  ]);
}

interface Council {
  /** By number of the message, who received it in the channel to which it was moved. */
  moved?: Readonly<Record<number, readonly Member[]>>;
  at?: number;
}
const members = ['ada', 'ben', 'cleo', 'dan'] as const;
type Member = (typeof members)[number];

/** Words 1 to 3 and 7 are in an open channel, the others in one of Ben, Cleo and Dan, who received not all of them. */
function council({ moved = {}, at: movedAt = 0 }: Council): Buffer {
  const id = (name: Member) => members.indexOf(name) + 1;
  const received: Council['moved'] = {
    4: ['ben', 'cleo', 'dan'],
    5: ['ben', 'dan'],
    6: ['cleo', 'dan'],
    ...moved,
  };
  const channel = (number: number, name: string, isOpen: boolean) => ({
    id: number,
    name,
    description: '',
    invite_only: !isOpen,
    history_public_to_subscribers: isOpen,
  });
  const realm = {
    zerver_realm: [{ id: 8, uuid: 'council' }],
    zerver_userprofile: members.map((name) => ({
      id: id(name),
      full_name: name,
      delivery_email: `${name}@example.com`,
      is_active: true,
      role: 400,
    })),
    zerver_stream: [channel(1, 'square', true), channel(2, 'council', false)],
    zerver_recipient: [
      { id: 31, type: 2, type_id: 1 },
      { id: 32, type: 2, type_id: 2 },
    ],
    zerver_subscription: [
      ...members.map((name) => ({ recipient: 31, user_profile: id(name), active: true })),
      ...(['ben', 'cleo', 'dan'] as const).map((name) => ({
        recipient: 32,
        user_profile: id(name),
        active: true,
      })),
    ],
  };
  const messages = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
    id: n,
    sender: id('dan'),
    recipient: n in received ? 32 : 31,
    subject: 'plans',
    content: `word ${n}`,
    date_sent: at + n,
    ...(n in moved
      ? {
          last_edit_time: movedAt,
          edit_history: JSON.stringify([{ prev_stream: 1, timestamp: movedAt }]),
        }
      : {}),
  }));
  const rows = messages.flatMap(({ id: n }) =>
    (received[n] ?? members).map((name) => ({ message: n, user_profile: id(name), flags_mask: 1 })),
  );
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    {
      name: 'e/messages-000001.json',
      data: JSON.stringify({ zerver_message: messages, zerver_usermessage: rows }),
    },
  ]);
}

onBothEngines('A newer export of Zulip', (engine) => {
  test('Messages that were moved there since are in the other topic, and those that people moved here stay', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, archive(Array.from({ length: 4 }, () => ({ topic: 'dye' }))), {
      product: 'zulip',
    });
    const { q } = world.app.db.read;
    const third = await q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', world.orgId)
      .where('content', '=', 'word 3')
      .executeTakeFirstOrThrow();
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ edit_history: JSON.stringify([{ prev_topic: 'colour', timestamp: 1, user_id: 1 }]) })
        .where('id', '=', third.id)
        .execute(),
    );
    const newer = archive([
      { topic: 'dye' },
      { topic: 'Indigo', moved: true },
      { topic: 'Indigo', moved: true },
      { topic: 'dye', recipient: 32, moved: true },
    ]);
    const dry = await runArchiveImport(world, newer, { product: 'zulip', dryRun: true });
    const report = await runArchiveImport(world, newer, { product: 'zulip' });
    assert.deepEqual([report.changed, report.counts], [dry.changed, dry.counts]);
    assert.deepEqual([report.changed.moved, report.changed.kept], [2, 1]);
    const warp = (await world.app.organizations.cache(world.orgId)).channels.find('name', 'warp')?.id ?? 0;
    const { json } = await world.as('ada').get(`/users/me/${warp}/topics`);
    const topics = json.topics as { name: string; max_id: number }[];
    assert.deepEqual(topics.map(({ name }) => name).toSorted(), ['Indigo', 'dye']);
    const rows = await q
      .selectFrom('message')
      .select(['topic', 'content', 'channel_id'])
      .where('org_id', '=', world.orgId)
      .where('client', '=', 'zulip import')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ topic, channel_id: channelId }) => [topic, channelId === warp]),
      [
        ['dye', true],
        ['Indigo', true],
        ['dye', true],
        ['dye', false],
      ],
    );
    const again = await runArchiveImport(world, newer, { product: 'zulip' });
    assert.equal(again.changed.moved, 0);
  });

  test('A message that was moved to a channel without shared history is for those who received it there, and one that people moved here is said to be wider', async (t) => {
    const world = await makeWorld(t, engine);
    const options = { product: 'zulip' } as const;
    await runArchiveImport(world, council({}), options);
    const seen = async (name: 'ada' | 'ben' | 'cleo' | 'dan') => {
      const { json } = await world.as(name).get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'search', operand: 'word' }],
      });
      return (json.messages as { content: string }[])
        .map(({ content }) => content)
        .filter((content) => content.startsWith('word '));
    };
    const all = async () => [await seen('ada'), await seen('ben'), await seen('cleo'), await seen('dan')];
    const open = ['word 1', 'word 2', 'word 3'];
    const [first, last] = [
      ['word 4', 'word 5'],
      ['word 4', 'word 6'],
    ];
    assert.deepEqual(await all(), [
      [...open, 'word 7'],
      [...open, ...first, 'word 7'],
      [...open, ...last, 'word 7'],
      [...open, 'word 4', 'word 5', 'word 6', 'word 7'],
    ]);
    const third = await world.app.db.read.q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', world.orgId)
      .where('content', '=', 'word 3')
      .executeTakeFirstOrThrow();
    const moved = await world
      .as('ada')
      .patch(`/messages/${third.id}`, { topic: 'mine', propagate_mode: 'change_one' });
    assert.equal(moved.status, 200);
    const newer = council({ moved: { 2: ['ben', 'dan'], 3: ['ben'], 7: ['cleo'] }, at: 4_000_000_000 });
    const dry = await runArchiveImport(world, newer, { ...options, dryRun: true });
    const report = await runArchiveImport(world, newer, options);
    assert.deepEqual([report.changed, report.wider], [dry.changed, dry.wider]);
    assert.deepEqual([report.changed.moved, report.changed.kept], [2, 1]);
    assert.ok(
      report.wider.some(({ place, reason }) => place === 'channel square' && reason.includes('moved there')),
    );
    assert.deepEqual(await all(), [
      ['word 1', 'word 3'],
      [...open, ...first],
      ['word 1', 'word 3', ...last, 'word 7'],
      [...open, 'word 4', 'word 5', 'word 6'],
    ]);
    // What is sent here later reaches all of them.
    const sent = { type: 'channel', to: 'council', topic: 'plans', content: 'word 8' };
    assert.equal((await world.as('dan').post('/messages', sent)).status, 200);
    for (const name of ['ben', 'cleo'] as const) assert.equal((await seen(name)).at(-1), 'word 8');
  });
});
