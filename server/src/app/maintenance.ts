/** Periodic work, once an hour: deletes expired rows and runs the maintenance tasks of features. */
import type { AppContext } from '../core/context/index.ts';
import type { Database } from '../core/log/index.ts';
import { FenceLost } from '../core/nodes/index.ts';
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
    await this.#run(localTasks);
    await this.#app.nodes.lead('maintenance', async () => {
      await this.deleteExpired();
      await this.#run(maintenanceTasks);
    });
  }

  /** Whatever is deleted for its age is so by this clock. */
  get #settledApp(): AppContext {
    const { settledClock, db } = this.#app;
    const write: Database['write'] = (orgId, me, action, needs) =>
      db.write(orgId, me, action, { ...needs, isSettled: true });
    return { ...this.#app, base: this.#app, clock: settledClock, db: { ...db, write } };
  }

  async #run(tasks: readonly MaintenanceTask[]): Promise<void> {
    const app = this.#settledApp;
    for (const task of tasks)
      if (!this.#isStopped) await this.#attempt(() => task(app, () => this.#isStopped));
  }

  async deleteExpired(): Promise<void> {
    const { db } = this.#settledApp;
    for (const deleteSome of expiries)
      await this.#attempt(async () => {
        let hasMore = true;
        while (hasMore && !this.#isStopped) hasMore = await db.write(0, 'system', deleteSome);
      });
  }

  /** Logs a failure, so that the other tasks run all the same. @throws FenceLost */
  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
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
