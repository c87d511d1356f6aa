/** One attempt to check, import or undo an archive: reads it, stores the progress, and records the outcome. */
import { rename, rm } from 'node:fs/promises';
import type {
  ImportChoices,
  ImportProgress,
  ImportReport,
  ImportRequestState,
} from '../../../../wire/imports.ts';
import type { AppContext } from '../../core/context/index.ts';
import { FenceLost } from '../../core/nodes/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { removeArchive } from './actions.ts';
import { checkArchiveSpace } from './disk-space.ts';
import { importRow } from './queries.ts';
import { ReadingEnded } from './reading-ended.ts';
import { parseChoices, parseReport, isActive, type ImportRow } from './serialize.ts';

export interface ImportWork {
  signal: AbortSignal;
  progress(report: Pick<ImportReport, 'counts' | 'run'>): void;
}

interface ImportArchive {
  /** On this machine. */
  path: string;
  choices: ImportChoices;
  dryRun: boolean;
}

/** Reads and writes imports; set by `app/`. Requests wait until it is. */
export interface ImportEngine {
  /** @throws StartRefused with a reason for the user. */
  run(orgId: number, archive: ImportArchive, work: ImportWork): Promise<ImportReport>;
  undo(orgId: number, run: number, work: ImportWork): Promise<void>;
}

/** A step during which the server, or its process for archives, ended this often is not started again. */
const mostAttempts = 3;
const savedEveryMs = 1000;
/** What the first messages take says little about the others. */
const leastShare = 0.05;

export class Attempt {
  readonly #app: AppContext;
  readonly #engine: ImportEngine;
  readonly #orgId: number;
  readonly #id: number;
  /** Aborted when the server stops. */
  readonly #ending: AbortSignal;
  readonly #stopping = new AbortController();
  /** The row as of before this attempt, while the attempt is counted. */
  counted: ImportRow | undefined;
  #progress: ImportProgress | undefined;
  /** Messages in all, as an earlier report says, and when this attempt began. */
  #expected: { messages: number; since: number } | undefined;
  #run: number | undefined;
  #saving = Promise.resolve();

  constructor(app: AppContext, engine: ImportEngine, orgId: number, id: number, ending: AbortSignal) {
    this.#app = app;
    this.#engine = engine;
    this.#orgId = orgId;
    this.#id = id;
    this.#ending = ending;
  }

  async run(): Promise<void> {
    const row = await this.#begin();
    if (!row) return;
    const messages = parseReport(row)?.counts.messages;
    if (messages) {
      const { found, added } = messages;
      this.#expected = { messages: row.state === 'undoing' ? added : found, since: performance.now() };
    }
    const timer = setInterval(() => this.#saveSoon(), savedEveryMs);
    const work: ImportWork = {
      signal: AbortSignal.any([this.#ending, this.#stopping.signal]),
      progress: (report) => this.#note(report),
    };
    let end: Partial<ImportRow>;
    try {
      end = await this.#work(row, work);
    } catch (error) {
      // Work of a stopped server continues after its next start; work that another node took over is left to it.
      if (error instanceof FenceLost) return;
      if (this.#ending.aborted) {
        await this.#setAttempts(row, row.attempts);
        this.counted = undefined;
        return;
      }
      // The attempt stays counted, and the job begins the next one.
      if (error instanceof ReadingEnded) {
        this.#app.log.warn({ import: row.id }, 'the process that reads an import was ended');
        this.counted = undefined;
        return;
      }
      end = this.#failure(row, error);
    } finally {
      clearInterval(timer);
      await this.#saving;
    }
    await this.#end(row, end);
  }

  /** Counts the attempt before the archive is read. @returns undefined if there is nothing to do */
  async #begin(): Promise<ImportRow | undefined> {
    const row = await importRow(this.#app.db.read, this.#orgId, this.#id);
    if (!row || !isActive(row)) return undefined;
    if (row.attempts < mostAttempts) {
      this.counted = row;
      await this.#setAttempts(row, row.attempts + 1);
      return row;
    }
    this.#app.log.error({ import: row.id, attempts: row.attempts }, 'an import ended the process too often');
    const reason =
      `The server, or its process that reads the archive, was ended ${mostAttempts} times while it worked on this archive, ` +
      'so it does not begin again by itself. ' +
      'See the server log, in particular for lack of memory. You can start it again, or undo it.';
    await this.#end(row, this.#failure(row, new StartRefused(reason)));
    return undefined;
  }

  async #setAttempts(row: ImportRow, attempts: number): Promise<void> {
    await this.#app.db.write(this.#orgId, 'system', (tx) =>
      tx.q
        .updateTable('import_request')
        .set({ attempts })
        .where('id', '=', row.id)
        .where('org_id', '=', this.#orgId)
        .execute(),
    );
  }

  #saveSoon(): void {
    this.#saving = this.#saving.then(() => this.#save());
  }

  #note({ counts, run }: Pick<ImportReport, 'counts' | 'run'>): void {
    const isNew = run !== undefined && this.#run === undefined;
    this.#run = run ?? this.#run;
    this.#progress = {
      people: counts.people.found,
      channels: counts.channels.found,
      messages: counts.messages.found,
      files: counts.files.found,
      seconds_left: this.#secondsLeft(counts.messages.found),
    };
    // Stored immediately, so that the import can be undone if the process is killed.
    if (isNew) this.#saveSoon();
  }

  #secondsLeft(done: number): number | null {
    if (!this.#expected) return null;
    const { messages, since } = this.#expected;
    if (done >= messages || done < messages * leastShare) return null;
    const seconds = (performance.now() - since) / 1000;
    return Math.ceil((seconds * (messages - done)) / done);
  }

  async #work(row: ImportRow, work: ImportWork): Promise<Partial<ImportRow>> {
    if (row.state === 'undoing') {
      await this.#engine.undo(this.#orgId, row.run_id ?? 0, work);
      return { state: 'undone' };
    }
    const dryRun = row.state === 'checking';
    const choices = parseChoices(row) ?? { product: 'slack' };
    const { path, close } = await this.#localArchive(row);
    try {
      const report = await this.#engine.run(this.#orgId, { path, choices, dryRun }, work);
      this.#note(report);
      const state = dryRun ? 'checked' : 'imported';
      return { state, report: JSON.stringify(report), ...(dryRun ? {} : { run_id: report.run ?? null }) };
    } finally {
      await close();
    }
  }

  /** Archives are read at random positions; one in a bucket is copied here first. */
  async #localArchive({ path, size }: ImportRow): Promise<{ path: string; close(): Promise<void> }> {
    const { store, incoming } = this.#app.files;
    if (path === null) throw new StartRefused('The archive has been deleted.');
    const own = store.localPath?.(path);
    if (own !== undefined) return { path: own, close: () => Promise.resolve() };
    await checkArchiveSpace(this.#app, size);
    const file = await incoming.receive(await store.read(path, { first: 0, last: size - 1 }), size);
    if (!file) throw new StartRefused('The archive is larger than it was.');
    const named = `${file.path}${/archive(\.[a-z.]+)$/.exec(path)?.[1] ?? ''}`;
    await rename(file.path, named);
    return { path: named, close: () => rm(named, { force: true }) };
  }

  #failure(row: ImportRow, error: unknown): Partial<ImportRow> {
    const reason = (state: ImportRequestState, text: string | null) => ({ state, error: text });
    if (this.#stopping.signal.aborted) return reason('stopped', null);
    const said = reasonFor(error);
    if (said === undefined) this.#app.log.error({ err: error, import: row.id }, 'an import failed');
    const text = said ?? 'The import failed; see the server log.';
    // After a refused undo the imported data is still there.
    if (row.state === 'undoing') return reason(row.path === null ? 'imported' : 'stopped', text);
    return reason('failed', text);
  }

  /** Stores the progress, and checks whether the import was stopped. */
  async #save(): Promise<void> {
    try {
      const row = await this.#app.db.write(this.#orgId, 'system', (tx) =>
        tx.q
          .updateTable('import_request')
          .set({
            ...(this.#progress && { progress: JSON.stringify(this.#progress) }),
            ...(this.#run !== undefined && { run_id: this.#run }),
            updated_at: tx.now,
          })
          .where('id', '=', this.#id)
          .where('org_id', '=', this.#orgId)
          .returning('is_stopping')
          .executeTakeFirst(),
      );
      if (row?.is_stopping !== 0) this.#stopping.abort(new StartRefused('The import was stopped.'));
    } catch (error) {
      // Another node continues it.
      if (error instanceof FenceLost) this.#stopping.abort(error);
      else this.#app.log.warn({ err: error }, 'noting the progress of an import failed');
    }
  }

  async #end(row: ImportRow, end: Partial<ImportRow>): Promise<void> {
    const { db } = this.#app;
    await db.write(this.#orgId, 'system', async (tx) => {
      const now = await importRow(tx, this.#orgId, this.#id);
      if (!now || now.state !== row.state) return;
      await tx.q
        .updateTable('import_request')
        .set({
          ...(this.#progress && { progress: JSON.stringify(this.#progress) }),
          ...(this.#run !== undefined && { run_id: this.#run }),
          ...end,
          is_stopping: 0,
          attempts: 0,
          updated_at: tx.now,
        })
        .where('id', '=', this.#id)
        .where('org_id', '=', this.#orgId)
        .execute();
      if (end.state === 'imported' || end.state === 'undone') await removeArchive(tx, now);
    });
    this.counted = undefined;
  }
}

/** @returns the message of a failure that the owner can act on */
function reasonFor(error: unknown): string | undefined {
  if (error instanceof StorageFault)
    return `${error.message} ${error.remedy} Then start it again: it continues where it stopped.`;
  if (error instanceof StartRefused || error instanceof ApiError) return error.message;
  return error instanceof Error && error.name === 'TooManyProblems' ? error.message : undefined;
}
