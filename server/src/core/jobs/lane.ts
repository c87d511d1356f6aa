/**
 * Runs due jobs of some kinds concurrently. A job is deleted after it succeeds; a failure is retried with backoff,
 * and the job is dead after a day, or at once where no attempt can succeed. A crash before the deletion repeats the job,
 * alone, and at most twice.
 */
import type { AppContext } from '../context/index.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { type Job, jobLanes, type JobLaneName, PermanentFailure } from './job.ts';
import { FenceLost, withFence } from '../nodes/index.ts';
import {
  claimDueJobs,
  claimFence,
  deleteJob,
  dueJobs,
  nextDueAt,
  noteFailure,
  type JobFilter,
  type JobRow,
  countCrashes,
  excuseClaimed,
  allKinds,
} from './queue.ts';
import { setAside } from './set-aside.ts';
import { mostCrashes } from '../../lib/storage/running-work.ts';
import { keysIn } from '../../lib/objects.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { parseStored } from '../../lib/json.ts';

const mostAttempts = 12;
const longestSleepMs = 60_000;

interface LaneOptions {
  handlers: ReadonlyMap<string, Job['handle']>;
  filter: JobFilter;
  atOnce: number;
  /** Called before each query for jobs. */
  prepare: () => Promise<void>;
}

class JobLane {
  readonly #app: AppContext;
  readonly #options: LaneOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Whether a round that has not begun will see what is due now. */
  #isRoundWaiting = false;
  #isStopped = false;
  /** Whether jobs are running. */
  isBusy = false;

  constructor(app: AppContext, options: LaneOptions) {
    this.#app = app;
    this.#options = options;
  }

  hasAny(kinds: ReadonlySet<string>): boolean {
    const { filter } = this.#options;
    return [...kinds].some((kind) => filter.kinds.includes(kind) !== filter.isExcluding);
  }

  wake(): void {
    if (this.#isStopped || this.#isRoundWaiting) return;
    clearTimeout(this.#timer);
    this.#isRoundWaiting = true;
    this.#running = this.#running.then(() => this.#round()).catch((error: unknown) => this.#complain(error));
  }

  /** Rounds do not overlap. */
  async runDue(now?: number): Promise<void> {
    const turn = this.#running.then(() => this.#runAll(now));
    this.#running = turn.then(
      () => undefined,
      () => undefined,
    );
    await turn;
  }

  /** @returns the time at which no more jobs were due */
  async #runAll(until?: number): Promise<number> {
    await this.#options.prepare();
    for (;;) {
      const { jobs, now } = await this.#takeDue(until);
      if (jobs.length === 0) return now;
      // Waits for all of them, so that none starts again while it is running.
      this.isBusy = true;
      const ends = await Promise.allSettled(jobs.map((job) => this.#run(job, now)));
      this.isBusy = false;
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
  }

  /** With several nodes, each claims jobs by the database's clock. */
  async #takeDue(until?: number): Promise<{ jobs: JobRow[]; now: number }> {
    const { db, nodes } = this.#app;
    const { filter, atOnce: limit } = this.#options;
    const { claimant } = nodes;
    if (claimant)
      return db.write(0, 'system', async (tx) => {
        const now = until ?? tx.now;
        return { jobs: await claimDueJobs(tx, filter, { claimant: claimant.id, now, limit }), now };
      });
    // Not the raw clock: after it was set back, jobs due immediately would wait until it has caught up.
    const now = until ?? db.now();
    return { jobs: await dueJobs(db.read, filter, now, limit), now };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    this.#isRoundWaiting = false;
    if (this.#isStopped) return;
    const { db, nodes } = this.#app;
    const now = await this.#runAll();
    const next = await nextDueAt(db.read, this.#options.filter, nodes.claimant?.id);
    if (next === undefined) return;
    const delay = Math.min(Math.max(next - now, 0), longestSleepMs);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), delay).unref();
  }

  async #run(job: JobRow, now: number): Promise<void> {
    if (job.crashes >= mostCrashes) return setAside(this.#app, job);
    const { runningWork } = this.#app;
    const isSuspect = job.crashes > 0;
    // With several nodes no mark is needed: the claim that a dead node leaves behind shows as much.
    if (job.claimed_by === null) return runningWork.run(markFor(job), () => this.#do(job, now), isSuspect);
    try {
      await withFence(claimFence(job), () => runningWork.run(null, () => this.#do(job, now), isSuspect));
    } catch (error) {
      if (!(error instanceof FenceLost)) throw error;
      this.#app.log.warn({ job: job.id, kind: job.kind }, 'a job was dropped, or taken over, while it ran');
    }
  }

  async #do(job: JobRow, now: number): Promise<void> {
    const { db } = this.#app;
    const startedAt = performance.now();
    try {
      await this.#handle(job);
      this.#report(job, startedAt);
      await db.write(job.org_id, 'system', (tx) => deleteJob(tx, job.id));
    } catch (error) {
      this.#report(job, startedAt, error);
      if (error instanceof FenceLost) throw error;
      const isOver = error instanceof PermanentFailure || job.attempts + 1 >= mostAttempts;
      const retryAt = isOver ? null : now + delayAfter(job.attempts);
      this.#app.log.warn(
        { err: error, job: job.id, kind: job.kind, isDead: retryAt === null },
        'a job failed',
      );
      const text = errorMessage(error);
      await db.write(job.org_id, 'system', (tx) => noteFailure(tx, job, text, retryAt));
    }
  }

  #report({ kind, attempts }: JobRow, startedAt: number, error?: unknown): void {
    const { telemetry } = this.#app;
    if (!telemetry.isOn) return;
    const ms = performance.now() - startedAt;
    telemetry.ended({ kind: 'job', job: kind, attempt: attempts + 1, startedAt, ms, error });
  }

  async #handle(job: JobRow): Promise<void> {
    const handle = this.#options.handlers.get(job.kind);
    if (!handle) throw new Error(`This version has no job "${job.kind}".`);
    await handle({
      app: this.#app,
      orgId: job.org_id,
      // Stored with its kind, whose handler takes it: see `defineJob`.
      payload: parseStored<never>(job.payload),
      attempt: job.attempts + 1,
    });
  }

  #complain(error: unknown): void {
    logFailure(this.#app.log, error, 'running jobs failed');
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), longestSleepMs).unref();
  }
}

/** 10 seconds, doubled for each attempt up to four hours: a day in total. */
const delayAfter = (attempts: number): number => Math.min(10_000 * 2 ** attempts, 4 * 3600_000);

// Jobs that ran when an earlier process on this data folder ended, according to its marks. Several nodes use claims
// instead.

const prefix = 'job ';

const markFor = ({ id }: Pick<JobRow, 'id'>): string => `${prefix}${String(id)}`;

/** Counts these jobs in their rows, before any job runs. */
async function countInterrupted({ db, runningWork }: AppContext): Promise<void> {
  const crashed = runningWork.crashed(prefix);
  if (crashed.length === 0) return;
  const counts = crashed.map(([key, count]) => [Number(key.slice(prefix.length)), count] as const);
  await db.write(0, 'system', (tx) => countCrashes(tx, counts));
  for (const [key] of crashed) runningWork.delete(key);
}

/** Called when the process is asked to end: a job that is interrupted by that has not caused a crash. */
async function excuseRunning({ db, nodes, log }: AppContext): Promise<void> {
  const { claimant } = nodes;
  if (!claimant) return;
  try {
    await db.write(0, 'system', (tx) => excuseClaimed(tx, claimant.id));
  } catch (error) {
    log.warn({ err: error }, 'jobs that this node interrupts count as having ended it');
  }
}

// Runs all jobs, in their lanes.

/** Nodes of a newer version may enqueue kinds that this one does not know: alone, it reports them. */
function filterFor(lane: JobLaneName, jobs: readonly Job[], isOneOfNodes: boolean): JobFilter {
  const isExcluding = lane === 'usual' && !isOneOfNodes;
  const kinds = jobs.filter((job) => (job.lane === lane) !== isExcluding).map(({ kind }) => kind);
  return { kinds, isExcluding };
}

export class JobRunner {
  readonly #app: AppContext;
  readonly #lanes: readonly JobLane[];
  readonly #all: JobFilter;
  #counting: Promise<void> | undefined;

  constructor(app: AppContext, jobs: readonly Job[]) {
    this.#app = app;
    const handlers = new Map(jobs.map(({ kind, handle }) => [kind, handle]));
    const prepare = () => this.#countInterrupted();
    this.#lanes = keysIn(jobLanes).flatMap((lane) => {
      const filter = filterFor(lane, jobs, app.nodes.claimant !== null);
      if (filter.kinds.length === 0 && !filter.isExcluding) return [];
      return [new JobLane(app, { handlers, filter, atOnce: jobLanes[lane], prepare })];
    });
    this.#all = app.nodes.claimant ? { kinds: jobs.map(({ kind }) => kind), isExcluding: false } : allKinds;
  }

  /** Called at start, after commits that enqueued jobs of some kinds, and when the database is available again. */
  wake(kinds?: ReadonlySet<string>): void {
    for (const lane of this.#lanes) if (!kinds || lane.hasAny(kinds)) lane.wake();
  }

  /** All lanes wait for it. The next round repeats what failed. */
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
