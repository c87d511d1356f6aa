import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import type { World } from '../../../../tests/support/world.ts';
import { enqueue, JobRunner } from './index.ts';
import { defineJob, type JobHandler, jobKind } from './job.ts';

const kind = jobKind<object>('test');

/** A runner in the place of the node's own. */
async function runOn({ app }: World, handle: JobHandler<object>): Promise<JobRunner> {
  await app.jobs.stop();
  return new JobRunner(app, [defineJob(kind, handle)]);
}

onEngine('postgres', 'Jobs of several nodes', () => {
  test('A job is run by one node only until that node is dead, which then cannot write for it anymore', async (t) => {
    const [here, there] = await makeNodes(t);
    const began = Promise.withResolvers<undefined>();
    const woken = Promise.withResolvers<undefined>();
    const ran: string[] = [];
    const note = (node: string) => (world: World) =>
      world.app.db.write(world.orgId, 'system', async () => void ran.push(node));
    const first = await runOn(here, async () => {
      began.resolve(undefined);
      await woken.promise;
      await note('first')(here);
    });
    const second = await runOn(there, () => note('second')(there));
    // Due at both nodes: each has the time of the database but for the delay of a response.
    await here.app.db.write(here.orgId, 'system', (tx) => enqueue(tx, kind, {}, tx.now - 60_000));
    const frozen = first.runDue();
    await began.promise;
    await second.runDue();
    assert.deepEqual(ran, []);
    await there.app.db.write(0, 'system', async (tx) => {
      await tx.q
        .deleteFrom('node')
        .where('id', '=', here.app.nodes.claimant?.id ?? '')
        .execute();
    });
    await second.runDue();
    assert.deepEqual(ran, ['second']);
    woken.resolve(undefined);
    await frozen;
    assert.deepEqual(ran, ['second']);
    assert.deepEqual(await here.app.db.read.q.selectFrom('job').select('id').execute(), []);
  });
});
