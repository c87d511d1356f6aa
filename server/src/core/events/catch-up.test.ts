import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import {
  insertMessage,
  makeStage,
  insertOrganization,
} from '../../../../tests/support/fixtures/writer-stage.ts';
import { silentLog } from '../../lib/logging.ts';
import { type LogEntry, readEntries } from '../log/index.ts';
import { CatchUp, type CatchUpParts, EntryReader } from './catch-up.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { CatchUpWorker } from './catch-up-worker.ts';

onBothEngines('Catching up with other nodes', (engine) => {
  const entriesBrought = [
    ['all of them', [1, 2, 3, 4]],
    ['none', []],
    ['the first ones', [1, 2]],
    ['those of one node, between which another has committed', [1, 2, 4]],
    ['the last alone', [4]],
  ] as const;
  for (const [what, brought] of entriesBrought)
    test(`A node applies each entry once and in order when a hint brings ${what}`, async (t) => {
      const { writer, reader, orgId, cache } = await makeStage(t, engine);
      for (let i = 0; i < 4; i++) await writer.write(orgId, 'system', (tx) => insertMessage(tx, `${i}`));
      const stored = await readEntries(reader, orgId, 0, 10);
      const applied: LogEntry[] = [];
      const parts = {
        reader,
        log: silentLog(),
        hub: { position: () => applied.length },
        organizations: { holds: () => true, cache: () => Promise.resolve(cache) },
        publish: (_: unknown, entries: LogEntry[]) => void applied.push(...entries),
        missed: () => assert.fail('nothing was trimmed'),
      };
      const catchUp = new CatchUp(parts as unknown as CatchUpParts);
      const entries = brought.flatMap((position) => stored.filter((entry) => entry.position === position));
      await catchUp.catchUp(orgId, 4, entries);
      assert.deepEqual(
        applied.map(({ position }) => position),
        [1, 2, 3, 4],
      );
    });
});

test('Work in the background that has failed is tried again without a new message', async (t) => {
  let attempts = 0;
  const worker = new CatchUpWorker({
    pauseMs: 1,
    retryMs: 1,
    log: silentLog(),
    failure: 'it failed',
    lead: (work) => work(),
    doSome() {
      attempts++;
      return attempts === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(false);
    },
  });
  undoAfter(t, () => worker.stop());
  await until('it is tried again', () => attempts === 2);
  await sleep(50);
  assert.equal(attempts, 2, 'once it has succeeded, it waits for messages');
});

onEngine('postgres', 'Reading entries of several organizations', () => {
  test('An entry that cannot be read keeps no other organization behind', async (t) => {
    const { writer, reader, orgId, connection } = await makeStage(t, 'postgres');
    const other = await insertOrganization(writer, 'other');
    for (const id of [orgId, other])
      await writer.write(id, 'system', (tx) => insertMessage(tx, 'weft'), { messages: 1 });
    await connection.run(`UPDATE event_log SET audience = '{' WHERE org_id = $1`, [orgId]);
    const entries = new EntryReader(reader);
    const [damaged, whole] = await Promise.allSettled([entries.read(orgId, 0), entries.read(other, 0)]);
    assert.equal(damaged.status, 'rejected');
    assert.ok(whole.status === 'fulfilled');
    assert.deepEqual(
      whole.value.map(({ position }) => position),
      [1],
    );
  });

  test('Of many organizations only the first entries are read at once', async (t) => {
    const { writer, reader, orgId } = await makeStage(t, 'postgres');
    await writer.write(orgId, 'system', async (tx) => {
      for (let i = 0; i < 30; i++) await insertMessage(tx, `${i}`);
    });
    const entries = new EntryReader(reader);
    const absent = Array.from({ length: 99 }, (_, i) => entries.read(orgId + 1 + i, 0));
    const positions = (await entries.read(orgId, 0)).map(({ position }) => position);
    assert.deepEqual(
      positions,
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    assert.equal((await Promise.all(absent)).flat().length, 0);
    assert.equal((await entries.read(orgId, 0)).length, 30);
  });
});
