/** Backups that the server makes by itself. When the next one is due follows from the archives in the folder. */
import { join } from 'node:path';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { archiveName, deleteOldArchives, deletePartial, listArchives } from './folder.ts';
import { runBackupCommand, type MakeArchive } from './command.ts';
import { notifyOwners } from './notify.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Soon after the start, for servers that are restarted often; then the clock is looked at every minute. */
const firstMs = 10_000;
const checkMs = 60_000;
/** After a failure. */
const retryMs = hourMs;

export interface BackupState {
  lastMadeAt: number | undefined;
  failures: number;
}

export class ScheduledBackups {
  readonly #app: AppContext;
  readonly #make: MakeArchive;
  readonly #ending = new AbortController();
  readonly state: BackupState = { lastMadeAt: undefined, failures: 0 };
  #retryAt = 0;
  #notifiedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(app: AppContext, make: MakeArchive = runBackupCommand) {
    this.#app = app;
    this.#make = make;
  }

  /** Begins to look at the clock. */
  start(afterMs = firstMs): void {
    if (this.#app.config.backupTo === undefined || this.#ending.signal.aborted) return;
    this.#timer = setTimeout(() => void this.runDue().finally(() => this.start(checkMs)), afterMs).unref();
  }

  /** Makes a backup if one is due; never while another one is made. */
  runDue(now = Date.now()): Promise<void> {
    this.#running = this.#running.then(() => this.#runDue(now));
    return this.#running;
  }

  async #runDue(now: number): Promise<void> {
    const { backupTo: folder, backupEvery, backupKeep } = this.#app.config;
    if (folder === undefined || now < this.#retryAt) return;
    try {
      const [newest] = await listArchives(folder);
      this.state.lastMadeAt = newest?.begunAt;
      if (newest && now < newest.begunAt + backupEvery * hourMs) return;
      await deletePartial(folder);
      await this.#make(this.#app.config, join(folder, archiveName(now)), this.#ending.signal);
      this.state.lastMadeAt = now;
      [this.#notifiedAt, this.#retryAt] = [undefined, 0];
      this.#app.log.info({ folder }, 'made a scheduled backup');
      await deleteOldArchives(folder, backupKeep);
    } catch (error) {
      if (!this.#ending.signal.aborted) await this.#fail(error, now);
    }
  }

  async #fail(error: unknown, now: number): Promise<void> {
    this.state.failures++;
    this.#retryAt = now + retryMs;
    this.#app.log.error({ err: error }, 'a scheduled backup failed');
    if (this.#notifiedAt !== undefined && now < this.#notifiedAt + dayMs) return;
    this.#notifiedAt = now;
    await notifyOwners(this.#app, this.state.lastMadeAt).catch((failure: unknown) =>
      this.#app.log.error({ err: failure }, 'notifying owners of a failed backup failed'),
    );
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}

export const scheduledBackups = defineService((app: AppContext) => new ScheduledBackups(app));
