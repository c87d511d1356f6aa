/** What is deleted takes with it what refers to it, on both engines. */
import assert from 'node:assert/strict';
import { openSnapshot } from '../../../server/src/db/archive/snapshot.ts';
import { orphanChecks } from '../../../server/src/transfer/archive/orphans.ts';
import type { World } from '../world.ts';

/** Asks for what `heddle verify` asks of references. */
export async function assertNoOrphans({ app: { config } }: World): Promise<void> {
  const snapshot = await openSnapshot(config.data, config.databaseUrl);
  try {
    const found: string[] = [];
    for (const { name, sql } of await orphanChecks(snapshot))
      if ((await snapshot.query(`${sql} LIMIT 1`)).length > 0) found.push(name);
    assert.deepEqual(found, []);
  } finally {
    await snapshot.close();
  }
}
