import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import type { MessageRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { ReportBuilder } from '../report.ts';
import { Topics } from './topics.ts';

const inThread = (id: string): MessageRecord => ({
  kind: 'message',
  id: `message of ${id}`,
  place: { channel: 'loom' },
  sender: 'anna',
  sentAt: 1_700_000_000_000,
  text: [id],
  thread: { id, isRoot: false },
});

onBothEngines('The topics of an import', (engine) => {
  test('A reply does not begin its thread again in a batch in which more threads begin than are remembered', async (t) => {
    const world = await makeWorld(t, engine);
    const context: Pick<ImportContext, 'topic' | 'options' | 'report'> = {
      topic: 'main',
      report: new ReportBuilder('slack', 'T1', false),
      options: { product: 'slack', path: 'export' },
    };
    const topics = new Topics(context, 2);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const find = (id: string) =>
        topics.topicFor(tx, world.channels.general, inThread(id), () => `About ${id}`);
      assert.deepEqual(await find('warp'), { topic: 'About warp', begins: true });
      topics.forgetOldest();
      for (const id of ['weft', 'heald', 'selvedge']) assert.ok((await find(id)).begins);
      assert.deepEqual(await find('warp'), { topic: 'About warp', begins: false });
    });
    topics.forgetOldest();
    assert.deepEqual(
      ['warp', 'weft', 'heald', 'selvedge'].map((id) => topics.isKnown(id)),
      [false, false, true, true],
    );
  });
});
