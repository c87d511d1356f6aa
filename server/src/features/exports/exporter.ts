/** Creates export archives one at a time, in another process, so that the server continues. */
import type { Readable } from 'node:stream';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type JobContext, enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { organizationUrl } from '../../http/urls.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { emitExports, jobs } from './actions.ts';
import { exportRow, nextPendingExport } from './queries.ts';
import { isPending, type ExportRow, downloadPrefix } from './serialize.ts';
import { exportDays } from '../../../../wire/exports.ts';
import type { Tx } from '../../core/log/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';

/** Notifies the person who requested the export that it is ready, or that it failed. */
async function writeToActing(tx: Tx, row: ExportRow, origin: string): Promise<void> {
  const user = tx.cache.users.get(row.acting_user_id);
  if (!user?.isActive) return;
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  const text =
    row.failed_at === null
      ? t('mail.exported.text', { name, url: `${origin}${downloadPrefix}${row.id}`, days: exportDays })
      : t('mail.exportFailed.text', { name });
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: row.failed_at === null ? t('mail.exported', { name }) : t('mail.exportFailed', { name }),
    text: [t('mail.helloName', { name: user.fullName }), text].join('\n\n'),
  });
}

interface ExportRequest {
  subdomain: string;
  kind: ExportRow['kind'];
}

/** @returns the archive as a stream, which fails if the archive cannot be created */
export type MakeArchive = (config: Config, request: ExportRequest, signal: AbortSignal) => Readable;

const againMs = 30_000;
/** An export that has not ended by then, because restarts interrupted it, has failed. */
const longestMs = 24 * 3600_000;

class Exporter {
  readonly #app: AppContext;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  /** Set by `app/`; exports wait until it is. */
  make: MakeArchive | undefined;

  constructor(app: AppContext) {
    this.#app = app;
  }

  /** Starts the export unless another one is running. */
  begin(orgId: number, row: ExportRow): void {
    const { make } = this;
    if (this.#running || !make || this.#ending.signal.aborted) return;
    this.#running = this.#app.nodes
      .lead('exports', () => this.#make(make, orgId, row))
      .finally(() => (this.#running = undefined));
  }

  /** The job of an export may have run on a node without the lease. */
  wake(): void {
    if (this.#running || !this.make) return;
    const { nodes, db, clock, log } = this.#app;
    void nodes
      .lead('exports', async () => {
        const row = await nextPendingExport(db.read, clock.now() - longestMs);
        if (row) this.begin(row.org_id, row);
      })
      .catch((error: unknown) => logFailure(log, error, 'looking for exports failed'));
  }

  /** Resolves when no export is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #make(make: MakeArchive, orgId: number, row: ExportRow): Promise<void> {
    const { config, clock, files, log, organizations } = this.#app;
    const { signal } = this.#ending;
    try {
      const { subdomain } = (await organizations.cache(orgId)).organization;
      const archive = make(config, { subdomain, kind: row.kind }, signal);
      const file = await files.incoming.receive(archive, Number.MAX_SAFE_INTEGER, signal);
      if (!file) throw new Error('The archive could not be stored.');
      await files.store.put(row.path, file, 'application/octet-stream');
      await this.#end(orgId, row, { finished_at: clock.now(), size: file.size });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, export: row.id }, 'an export failed');
      await this.fail(orgId, row).catch((failure: unknown) =>
        log.error({ err: failure }, 'noting a failed export failed'),
      );
    }
  }

  fail(orgId: number, row: ExportRow): Promise<void> {
    return this.#end(orgId, row, { failed_at: this.#app.clock.now() });
  }

  #end(orgId: number, row: ExportRow, change: Partial<ExportRow>): Promise<void> {
    return this.#app.db.write(orgId, 'system', async (tx) => {
      const { subdomain } = tx.cache.organization;
      await tx.q
        .updateTable('organization_export')
        .set(change)
        .where('id', '=', row.id)
        .where('org_id', '=', orgId)
        .execute();
      await emitExports(tx, organizationUrl(this.#app, subdomain));
      await writeToActing(tx, { ...row, ...change }, organizationUrl(this.#app, subdomain));
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}

export const exporter = defineService((app: AppContext) => new Exporter(app));

/** The job. It is enqueued again until the export has ended, so that it survives a killed server. */
export async function makeExport({ app, orgId, payload }: JobContext<{ id: number }>): Promise<void> {
  const row = await exportRow(app.db.read, orgId, payload.id);
  if (!row || !isPending(row)) return;
  if (app.clock.now() - row.created_at > longestMs) {
    await exporter(app).fail(orgId, row);
    return;
  }
  await app.db.write(orgId, 'system', (tx) => enqueue(tx, jobs.makeExport, payload, tx.now + againMs));
  exporter(app).begin(orgId, row);
}
