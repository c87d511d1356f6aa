import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { insertMessage, makeStage } from '../../../../tests/support/fixtures/writer-stage.ts';
import { silentLog } from '../../lib/logging.ts';
import { type LogEntry, readEntries } from '../log/index.ts';
import { CatchUp, type CatchUpParts } from './catch-up.ts';

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
