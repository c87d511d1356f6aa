/** Runs all jobs; slow ones in a separate lane, where they only delay each other. */
import type { AppContext } from '../context/index.ts';
import type { Job } from './job.ts';
import { countInterrupted, excuseRunning } from './interrupted.ts';
import { JobLane } from './lane.ts';
import { allKinds, type JobFilter, nextDueAt } from './queue.ts';

const usualAtOnce = 4;
const slowAtOnce = 8;

export class JobRunner {
  readonly #app: AppContext;
  readonly #lanes: readonly JobLane[];
  readonly #all: JobFilter;
  #counting: Promise<void> | undefined;

  constructor(app: AppContext, jobs: readonly Job[]) {
    this.#app = app;
    const handlers = new Map(jobs.map(({ kind, handle }) => [kind, handle]));
    const slow = jobs.filter(({ isSlow }) => isSlow).map(({ kind }) => kind);
    const usual = jobs.filter(({ isSlow }) => !isSlow).map(({ kind }) => kind);
    // Nodes of a newer version may enqueue kinds that this one does not know.
    const others = app.nodes.claimant
      ? { kinds: usual, isExcluding: false }
      : { kinds: slow, isExcluding: true };
    const prepare = () => this.#countInterrupted();
    this.#lanes = [
      new JobLane(app, { handlers, filter: others, atOnce: usualAtOnce, prepare }),
      new JobLane(app, {
        handlers,
        filter: { kinds: slow, isExcluding: false },
        atOnce: slowAtOnce,
        prepare,
      }),
    ];
    this.#all = app.nodes.claimant ? { kinds: [...usual, ...slow], isExcluding: false } : allKinds;
  }

  /** Called at start, after commits that enqueued jobs, and when the database is available again. */
  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }

  /** Both lanes wait for it; what failed is done by the next round. */
  #countInterrupted(): Promise<void> {
    return (this.#counting ??= countInterrupted(this.#app).catch((error: unknown) => {
      this.#counting = undefined;
      throw error;
    }));
  }

  /** Runs everything that is due by then, including jobs enqueued meanwhile. */
  async runDue(now?: number): Promise<void> {
    do await Promise.all(this.#lanes.map((lane) => lane.runDue(now)));
    while (await this.#isDue(now ?? this.#app.db.now()));
  }

  async #isDue(now: number): Promise<boolean> {
    const { db, nodes } = this.#app;
    const next = await nextDueAt(db.read, this.#all, nodes.claimant?.id);
    return next !== undefined && next <= now;
  }

  async stop(): Promise<void> {
    if (this.#lanes.some(({ isBusy }) => isBusy)) await excuseRunning(this.#app);
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
  }
}
