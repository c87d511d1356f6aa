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
    assert.deepEqual([report.changed.moved, report.changed.kept], [1, 2]);
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
        ['dye', true],
      ],
    );
    const again = await runArchiveImport(world, newer, { product: 'zulip' });
    assert.equal(again.changed.moved, 0);
  });
});
