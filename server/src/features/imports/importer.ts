/** Checks, imports and undoes one archive at a time, on the node that holds the lease. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { enqueue, type JobContext } from '../../core/jobs/index.ts';
import { FenceLost } from '../../core/nodes/index.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { Attempt, type ImportEngine } from './attempt.ts';
import { jobs } from './jobs.ts';
import { importRow, nextActiveImport } from './queries.ts';
import { isActive, type ImportRow } from './serialize.ts';

const againMs = 5000;

class Importer {
  readonly #app: AppContext;
  readonly #ending = new AbortController();
  /** Rows as of before attempts that ended without being recorded, because the database or the lease was lost. */
  readonly #outlived = new Set<ImportRow>();
  #uncounting: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  engine: ImportEngine | undefined;

  constructor(app: AppContext) {
    this.#app = app;
  }

  /** Starts unless another import is running. */
  begin(orgId: number, id: number): void {
    const { engine } = this;
    if (this.#running || !engine || this.#ending.signal.aborted) return;
    const attempt = new Attempt(this.#app, engine, orgId, id, this.#ending.signal);
    this.#running = this.#run(attempt, id).finally(() => (this.#running = undefined));
  }

  async #run(attempt: Attempt, id: number): Promise<void> {
    try {
      await this.#uncount();
      await this.#app.nodes.lead('imports', () => attempt.run());
    } catch (error) {
      if (!(error instanceof FenceLost)) this.#app.log.error({ err: error, import: id }, 'an import failed');
    }
    if (attempt.counted) this.#outlived.add(attempt.counted);
    await this.#uncount().catch(() => undefined);
  }

  /** Only attempts that ended the process stay counted; an outage of the database does not count. */
  #uncount(): Promise<void> {
    return (this.#uncounting ??= this.#uncountAll().finally(() => (this.#uncounting = undefined)));
  }

  async #uncountAll(): Promise<void> {
    for (const row of this.#outlived) {
      await this.#app.db.write(row.org_id, 'system', (tx) =>
        tx.q
          .updateTable('import_request')
          .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
          .where('id', '=', row.id)
          .where('org_id', '=', row.org_id)
          // Another node may have started it since, or the owner may have started it again.
          .where('attempts', '>', row.attempts)
          .execute(),
      );
      this.#outlived.delete(row);
    }
  }

  /** The job of an import may have run on a node without the lease. */
  wake(): void {
    if (this.#running || !this.engine) return;
    void this.#lookForWork().catch((error: unknown) =>
      logFailure(this.#app.log, error, 'looking for imports failed'),
    );
  }

  async #lookForWork(): Promise<void> {
    // This node may have lost the lease meanwhile.
    await this.#uncount();
    const found: { next?: Awaited<ReturnType<typeof nextActiveImport>> } = {};
    await this.#app.nodes.lead('imports', async () => {
      found.next = await nextActiveImport(this.#app.db.read);
    });
    if (found.next) this.begin(found.next.org_id, found.next.id);
  }

  /** Resolves when no import is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}

export const importer = defineService((app: AppContext) => new Importer(app));

/** The job. It is enqueued again until the work has ended, so that any node continues the work of a killed server. */
export async function runImport({ app, orgId, payload }: JobContext<{ id: number }>): Promise<void> {
  const row = await importRow(app.db.read, orgId, payload.id);
  if (!row || !isActive(row)) return;
  await app.db.write(orgId, 'system', (tx) => enqueue(tx, jobs.runImport, payload, tx.now + againMs));
  importer(app).begin(orgId, row.id);
}
