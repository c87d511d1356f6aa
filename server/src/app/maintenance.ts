/** Periodic work, once an hour: deletes expired rows and runs the maintenance tasks of features. */
import type { AppContext } from '../core/context/index.ts';
import { mayRun } from '../core/jobs/index.ts';
import type { Database } from '../core/log/index.ts';
import { FenceLost } from '../core/nodes/index.ts';
import { heddleVersion } from '../lib/version.ts';
import { logFailure } from '../lib/storage/health.ts';
import type { MaintenanceTask } from '../http/feature.ts';
import { expiries, localTasks, maintenanceTasks } from './features.ts';

const hourMs = 3600_000;
/** Early enough for a server that is restarted every day. */
const firstMs = 300_000;

export class Maintenance {
  readonly #app: AppContext;
  #timer: NodeJS.Timeout;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(app: AppContext) {
    this.#app = app;
    this.#timer = this.#schedule(firstMs);
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#round = this.sweep()
        .catch((error: unknown) => logFailure(this.#app.log, error, 'maintenance failed'))
        .finally(() => {
          if (!this.#isStopped) this.#timer = this.#schedule(hourMs);
        });
    }, afterMs).unref();
  }

  /** Deletes expired rows, then runs the tasks; those about the database run on one node. */
  async sweep(): Promise<void> {
    await this.#run('local', localTasks);
    await this.#app.nodes.lead('maintenance', async () => {
      await this.deleteExpired();
      await this.#run('shared', maintenanceTasks);
    });
  }

  /** Whatever is deleted for its age is so by this clock. */
  get #settledApp(): AppContext {
    const { settledClock, db } = this.#app;
    const write: Database['write'] = (orgId, me, action, needs) =>
      db.write(orgId, me, action, { ...needs, isSettled: true });
    return { ...this.#app, base: this.#app, clock: settledClock, db: { ...db, write } };
  }

  async #run(name: string, tasks: readonly MaintenanceTask[]): Promise<void> {
    const app = this.#settledApp;
    for (const [i, task] of tasks.entries())
      if (!this.#isStopped)
        await this.#attempt(`${name} ${String(i)}`, () => task(app, () => this.#isStopped));
  }

  async deleteExpired(): Promise<void> {
    const { db } = this.#settledApp;
    for (const [i, deleteSome] of expiries.entries())
      await this.#attempt(`expired ${String(i)}`, async () => {
        let hasMore = true;
        while (hasMore && !this.#isStopped) hasMore = await db.write(0, 'system', deleteSome);
      });
  }

  /** Logs a failure, so that the other tasks run all the same. @throws FenceLost */
  async #attempt(name: string, task: () => Promise<void>): Promise<void> {
    // In another version the same name may be of another task.
    const key = `maintenance ${heddleVersion} ${name}`;
    try {
      if (await mayRun(this.#app, key, 'it did periodic work')) await this.#app.runningWork.run(key, task);
    } catch (error) {
      if (error instanceof FenceLost) throw error;
      logFailure(this.#app.log, error, 'a maintenance task failed');
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }
}
