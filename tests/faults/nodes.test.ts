import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlace, onEngine } from '../support/engines.ts';
import { nodeRounds } from './nodes.ts';

const seed = Number(process.env.HEDDLE_TEST_KILL_SEED ?? Date.now() % 1_000_000);

onEngine('postgres', 'Failing nodes', () => {
  test('Three nodes that are killed, frozen and restarted in turn lose, duplicate, reorder and reveal nothing', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const place = await makePlace('postgres');
    t.after(() => place.remove());
    const { databaseUrl = '' } = place;
    // A little longer than the database waits for a node that is frozen within a transaction.
    const faults = ['restart', 'kill', 'freeze'] as const;
    const plan = { databaseUrl, nodes: 3, rounds: 3, seed, frozenMs: 5500, faults };
    const report = await nodeRounds(plan).catch((error: unknown) => {
      throw new Error(`HEDDLE_TEST_KILL_SEED=${seed}: ${String(error)}`, { cause: error });
    });
    t.diagnostic(JSON.stringify(report));
    assert.ok(report.acknowledged > 20 && report.delivered > 100, 'hardly anything happened');
  });
});
