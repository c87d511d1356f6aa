import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { undoAfter } from '../../../tests/support/undo.ts';
import { makePlace, onBothEngines } from '../../../tests/support/engines.ts';
import { until } from '../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { type Job, JobRunner, listJobs, retryJobs } from '../core/jobs/index.ts';
import { openDatabase } from '../db/open.ts';
import { migrations } from '../db/migrations/index.ts';
import { soleNode } from '../core/nodes/nodes.ts';
import { RunningWork } from '../lib/storage/running-work.ts';
import { jobs } from './features.ts';
import { PoisonedMail, withMailMark } from './mail-in/take-mail.ts';
import { watchMigrations } from './start/watch-migrations.ts';
import type { App } from './open-app.ts';

/** Never resolves: what a job looks like during which the process ends. */
const forever = new Promise<never>(() => undefined);

let processes = 0;

/** The same server in another process: what the one before did not store is gone. */
function startProcess({ app, engine }: World): App {
  const claimant = engine === 'postgres' ? { id: `process-${String(++processes)}` } : null;
  return Object.create(app, {
    runningWork: { value: RunningWork.open(app.config.data) },
    nodes: { value: { ...soleNode, claimant } },
  }) as App;
}

type Handle = Job['handle'];

const runnerFor = (app: App, job: Job, handle: Handle): JobRunner => new JobRunner(app, [{ ...job, handle }]);

/** Runs until the job has begun, and then no further. @returns the runner that waits for it */
async function dieDuring(world: World, job: Job, dies: (payload: unknown) => boolean = () => true) {
  const app = startProcess(world);
  const began = Promise.withResolvers<null>();
  const runner = runnerFor(app, job, ({ payload }) => {
    if (!dies(payload)) return Promise.resolve();
    began.resolve(null);
    return forever;
  });
  runner.wake();
  await began.promise;
  return { app, runner };
}

async function put({ app, orgId }: World, kind: string, payload: unknown = {}, org = orgId): Promise<number> {
  const { id } = await app.db.write(orgId, 'system', (tx) =>
    tx.q
      .insertInto('job')
      .values({
        org_id: org,
        kind,
        payload: JSON.stringify(payload),
        run_at: 1,
        created_at: 1,
        attempts: 0,
        last_error: null,
        is_dead: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

const list = ({ app }: World) => listJobs(app.db.read, { onlyDead: false, limit: 100 });

async function countNotices({ app, orgId }: World): Promise<number> {
  const rows = await app.db.read.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', orgId)
    .where('content', 'like', '%heddle jobs retry%')
    .execute();
  return rows.length;
}

async function makeIdleWorld(t: Parameters<typeof makeWorld>[0], engine: World['engine']): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true });
  await world.app.jobs.stop();
  await world.app.db.write(world.orgId, 'system', (tx) => tx.q.deleteFrom('job').execute());
  return world;
}

onBothEngines('Jobs that end the process', (engine) => {
  test('A job of any kind that ends the process three times is set aside, and the owners are notified', async (t) => {
    const world = await makeIdleWorld(t, engine);
    assert.ok(jobs.length > 20);
    for (const [i, job] of jobs.entries()) {
      const id = await put(world, job.kind, {}, i === 0 ? 0 : world.orgId);
      for (let times = 0; times < 3; times++) await dieDuring(world, job);
      let runs = 0;
      const handle = () => Promise.resolve(void runs++);
      await runnerFor(startProcess(world), job, handle).runDue();
      const [row] = await list(world);
      assert.deepEqual([row?.id, row?.is_dead, row?.crashes, runs], [id, 1, 3, 0], job.kind);
      assert.match(row?.last_error ?? '', /ended 3 times/);
      assert.equal(await countNotices(world), i + 1, job.kind);
      await world.app.db.write(world.orgId, 'system', (tx) => retryJobs(tx, [id]));
      await runnerFor(startProcess(world), job, handle).runDue();
      assert.equal(runs, 1, 'retried by the operator');
      assert.deepEqual(await list(world), []);
    }
  });

  test('An email during which the process ends three times is refused until the operator retries it', async (t) => {
    const world = await makeIdleWorld(t, engine);
    const raw = Buffer.from('Subject: hello');
    for (let times = 0; times < 3; times++) {
      const began = Promise.withResolvers<null>();
      void withMailMark(startProcess(world), raw, () => (began.resolve(null), forever));
      await began.promise;
    }
    const read = (app: App) => withMailMark(app, raw, () => Promise.resolve('read'));
    const app = startProcess(world);
    for (let times = 0; times < 2; times++) await assert.rejects(read(app), PoisonedMail);
    const [row, ...others] = await list(world);
    assert.deepEqual([row?.is_dead, row?.crashes, others], [1, 3, []]);
    assert.equal(await countNotices(world), 1);
    await world.app.db.write(0, 'system', (tx) => retryJobs(tx, [row?.id ?? 0]));
    await new JobRunner(app, jobs).runDue();
    assert.equal(await read(app), 'read');
  });

  test('A migration during which the process ends three times is refused until the marks are deleted', async (t) => {
    const { dataDir, databaseUrl, remove } = await makePlace(engine);
    undoAfter(t, remove);
    const name = 'later';
    const list = [...migrations, { name, statements: () => ['CREATE TABLE later (id integer)'] }];
    const open = () => {
      const runningWork = RunningWork.open(dataDir);
      return openDatabase({ dataDir, databaseUrl, list, watch: watchMigrations(runningWork) });
    };
    for (let times = 0; times < 3; times++) watchMigrations(RunningWork.open(dataDir))(name);
    await assert.rejects(open(), /ended 3 times in a row during migration .*delete .*running-work\.json/);
    rmSync(join(dataDir, 'running-work.json'));
    await (await open()).close();
  });

  test('Jobs that ran beside one that ends the process are run, and not set aside with it', async (t) => {
    const world = await makeIdleWorld(t, engine);
    const [job] = jobs;
    assert.ok(job);
    for (const name of ['poison', 'one', 'two', 'three']) await put(world, job.kind, name);
    await dieDuring(world, job);
    for (let times = 0; times < 2; times++) await dieDuring(world, job, (payload) => payload === 'poison');
    await runnerFor(startProcess(world), job, () => Promise.reject(new Error('not to be run'))).runDue();
    const rows = await list(world);
    assert.deepEqual(
      rows.map(({ payload, is_dead }) => [payload, is_dead]),
      [['"poison"', 1]],
    );
  });

  test('A job that is interrupted by a shutdown is not suspected', async (t) => {
    const world = await makeIdleWorld(t, engine);
    const [job] = jobs;
    assert.ok(job);
    await put(world, job.kind);
    for (let times = 0; times < 4; times++) {
      const { app, runner } = await dieDuring(world, job);
      app.runningWork.stop();
      void runner.stop();
      const isExcused = async () => engine === 'sqlite' || ((await list(world))[0]?.crashes ?? 0) < 0;
      await until('the claim is excused', isExcused);
    }
    let runs = 0;
    await runnerFor(startProcess(world), job, () => Promise.resolve(void runs++)).runDue();
    assert.equal(runs, 1);
  });
});
