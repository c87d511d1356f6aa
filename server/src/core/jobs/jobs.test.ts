import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import type { Email } from '../../lib/mail/email.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { enqueue } from './queue.ts';
import { JobRunner } from './lane.ts';
import { defineJob, jobKind, sendEmail } from './job.ts';

const email: Email = {
  to: 'dan@example.com',
  subject: 'Hello\r\nBcc: eve@example.com',
  text: 'Good morning, Dan.',
};
const hour = 3600_000;

/** A world whose own jobs are stopped, and a runner with a handler of the test's. */
async function makeRunner(t: TestContext, engine: Engine, handle: (email: Email) => Promise<void>) {
  const world = await makeWorld(t, engine, { alone: true });
  await world.app.jobs.stop();
  const runner = new JobRunner(world.app, [defineJob(sendEmail, ({ payload }) => handle(payload))]);
  const put = (runAt?: number) =>
    world.app.db.write(world.orgId, 'system', (tx) => enqueue(tx, sendEmail, email, runAt));
  const rows = () => world.app.db.read.q.selectFrom('job').selectAll().execute();
  return { world, runner, put, rows };
}

onBothEngines('Jobs', (engine) => {
  test('Jobs run after the commit that created them, and are then deleted', async (t) => {
    const seen: Email[] = [];
    const { runner, put, rows } = await makeRunner(t, engine, async (one) => void seen.push(one));
    await put();
    await put();
    await runner.runDue();
    assert.deepEqual(seen, [email, email]);
    assert.deepEqual(await rows(), []);
  });

  test('Jobs are not created when their transaction fails', async (t) => {
    const { world, rows } = await makeRunner(t, engine, () => Promise.resolve());
    const failing = world.app.db.write(world.orgId, 'system', async (tx) => {
      await enqueue(tx, sendEmail, email);
      throw new Error('changed my mind');
    });
    await assert.rejects(failing, /changed my mind/);
    assert.deepEqual(await rows(), []);
  });

  test('Jobs wait until they are due', async (t) => {
    const seen: Email[] = [];
    const { runner, put } = await makeRunner(t, engine, async (one) => void seen.push(one));
    const now = Date.now();
    await put(now + hour);
    await runner.runDue(now + hour - 1);
    assert.equal(seen.length, 0);
    await runner.runDue(now + hour);
    assert.equal(seen.length, 1);
  });

  test('Jobs are retried after a failure and finally kept as dead', async (t) => {
    let tries = 0;
    const { runner, put, rows } = await makeRunner(t, engine, () => {
      tries++;
      return Promise.reject(new Error('mail server is asleep'));
    });
    await put();
    const now = Date.now();
    await runner.runDue(now);
    await runner.runDue(now + 1000);
    assert.equal(tries, 1);
    await runner.runDue(now + 10_000);
    assert.equal(tries, 2);
    for (let day = 1; day < 20; day++) await runner.runDue(now + day * 24 * hour);
    assert.equal(tries, 12);
    const [job] = await rows();
    assert.equal(job?.is_dead, 1);
    assert.equal(job.last_error, 'mail server is asleep');
  });

  test('Jobs run at once after the clock was set back', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { clock });
    await world.app.jobs.stop();
    clock.move(hour);
    await world.app.db.write(world.orgId, 'system', () => Promise.resolve());
    clock.move(-hour);
    await world.app.db.write(world.orgId, 'system', (tx) => enqueue(tx, sendEmail, email));
    await world.app.jobs.runDue();
    assert.equal((await readOutbox(world.app.config.data)).length, 1);
  });

  test('Jobs of one lane do not delay those of others, however many there are', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.jobs.stop();
    const [slow, push] = [jobKind<number>('slow'), jobKind<number>('push')];
    const others = [Promise.withResolvers<null>(), Promise.withResolvers<null>()] as const;
    const all = Promise.all(others.map(({ promise }) => promise));
    const done: string[] = [];
    const runner = new JobRunner(world.app, [
      defineJob(slow, () => all.then(() => void done.push('slow')), 'webhooks'),
      defineJob(sendEmail, () => Promise.resolve(done.push('email')).then(() => others[0].resolve(null))),
      defineJob(push, () => Promise.resolve(done.push('push')).then(() => others[1].resolve(null)), 'push'),
    ]);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (let i = 0; i < 10; i++) await enqueue(tx, slow, i);
      await enqueue(tx, sendEmail, email);
      await enqueue(tx, push, 1);
    });
    await runner.runDue();
    assert.deepEqual([done.slice(0, 2).sort(), done.length], [['email', 'push'], 12]);
  });

  test('Wakes while a job runs are one look for due jobs, however many they are', async (t) => {
    const begun = Promise.withResolvers<null>();
    const ended = Promise.withResolvers<null>();
    const { runner, put } = await makeRunner(t, engine, async () => {
      begun.resolve(null);
      await ended.promise;
    });
    await put();
    runner.wake();
    await begun.promise;
    // Counts the queries of what is begun in it.
    const request = { id: '', operation: undefined, queries: 0, queryMs: 0 };
    currentRequest.run(request, () => {
      for (let i = 0; i < 100; i++) runner.wake();
    });
    ended.resolve(null);
    await runner.runDue();
    await runner.stop();
    assert.ok(request.queries > 0 && request.queries < 20, `${request.queries} queries`);
  });

  test('Jobs that are enqueued are done after a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.jobs.stop();
    await world.app.db.write(world.orgId, 'system', (tx) => enqueue(tx, sendEmail, email));
    await world.restart();
    await world.app.jobs.runDue();
    const [message, ...others] = await readOutbox(world.app.config.data);
    assert.deepEqual(others, []);
    assert.match(message ?? '', /^To: dan@example\.com\r$/m);
    assert.match(message ?? '', /Good morning, Dan\./);
  });

  test('Email jobs do not let a subject inject headers', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.db.write(world.orgId, 'system', (tx) => enqueue(tx, sendEmail, email));
    await world.app.jobs.runDue();
    const [message] = await readOutbox(world.app.config.data);
    assert.match(message ?? '', /^Subject: Hello Bcc: eve@example\.com\r$/m);
    assert.doesNotMatch(message ?? '', /^Bcc:/m);
  });
});
