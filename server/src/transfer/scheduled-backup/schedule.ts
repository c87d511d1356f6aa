/** Makes backups on a schedule. The time of the next one is derived from the existing archives. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { archiveName, deleteOldArchives, newest, type ArchivePlace } from './archive-place.ts';
import { openPlace } from './open-place.ts';
import { notifyOwners } from '../../features/message-send/index.ts';
import { spawnCommand } from '../../lib/children/children.ts';
import { environmentFor, type Config } from '../../lib/config/config.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Soon after the start, for servers that are restarted often; then every minute. */
const firstMs = 10_000;
const checkMs = 60_000;
/** Pause after a failure. */
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
  #place: ArchivePlace | undefined;
  /** A bucket is not listed every minute. */
  #listedAt: number | undefined;
  #notifiedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(app: AppContext, make: MakeArchive = runBackupCommand) {
    this.#app = app;
    this.#make = make;
  }

  /** Starts the timer. */
  start(afterMs = firstMs): void {
    if (this.#app.config.backupTo === undefined || this.#ending.signal.aborted) return;
    this.#timer = setTimeout(() => void this.runDue().finally(() => this.start(checkMs)), afterMs).unref();
  }

  /** Makes a backup if one is due and none is in progress. */
  runDue(now = Date.now()): Promise<void> {
    this.#running = this.#running.then(() =>
      this.#app.nodes.lead('scheduled-backup', () => this.#runDue(now)),
    );
    return this.#running;
  }

  async #runDue(now: number): Promise<void> {
    const { backupTo: to, backupEvery, backupKeep } = this.#app.config;
    if (to === undefined || now < this.#retryAt) return;
    try {
      const place = (this.#place ??= await openPlace(this.#app.config, to));
      const last = await this.#findLast(place, now);
      if (last !== undefined && now < last + backupEvery * hourMs) return;
      await place.prepare();
      await place.deletePartial();
      await this.#make(this.#app.config, place.getPath(archiveName(now)), this.#ending.signal);
      this.state.lastMadeAt = now;
      this.#app.external.worked('backups');
      [this.#notifiedAt, this.#retryAt] = [undefined, 0];
      this.#listedAt = undefined;
      this.#app.log.info({ to }, 'made a scheduled backup');
      await this.#deleteOld(place, backupKeep);
    } catch (error) {
      if (!this.#ending.signal.aborted) await this.#fail(error, now);
    }
  }

  /** Tried again after the next backup; the one just made is unaffected. */
  async #deleteOld(place: ArchivePlace, keep: number): Promise<void> {
    try {
      await deleteOldArchives(place, keep);
    } catch (error) {
      this.#app.log.error({ err: error }, 'deleting old scheduled backups failed');
    }
  }

  /** @returns when the newest archive was started. A manual deletion is noticed within an hour. */
  async #findLast(place: ArchivePlace, now: number): Promise<number | undefined> {
    if (this.#listedAt === undefined || now >= this.#listedAt + hourMs) {
      this.state.lastMadeAt = (await newest(place))?.begunAt;
      this.#listedAt = now;
    }
    return this.state.lastMadeAt;
  }

  async #fail(error: unknown, now: number): Promise<void> {
    this.state.failures++;
    this.#app.external.failed('backups', error);
    this.#retryAt = now + retryMs;
    this.#app.log.error({ err: error }, 'a scheduled backup failed');
    if (this.#notifiedAt !== undefined && now < this.#notifiedAt + dayMs) return;
    this.#notifiedAt = now;
    await notifyOfFailedBackup(this.#app, this.state.lastMadeAt).catch((failure: unknown) =>
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

// Notifies the owners of all organizations of a failed backup.

/** The reason is only logged, for the operator: it may contain paths on the server. */
async function notifyOfFailedBackup(app: AppContext, lastMadeAt: number | undefined): Promise<void> {
  const last =
    lastMadeAt === undefined
      ? { last: 'none', time: '' }
      : { last: 'some', time: new Date(lastMadeAt).toISOString() };
  for (const { id } of app.organizations.names)
    await app.db.write(id, 'system', (tx) => notifyOwners(tx, (t) => t('notices.backupFailed', last)));
}

// Makes an archive in a child process with lower priority, while the server continues.

const mostErrorText = 2000;

/** Resolves when the archive is complete. */
export type MakeArchive = (config: Config, path: string, signal: AbortSignal) => Promise<void>;

const runBackupCommand: MakeArchive = (config, path, signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const child = spawnCommand(['backup', path, '--scheduled'], { env: environmentFor(config), signal });
  child.stdout.resume();
  // Before the output: where no process can be made, there is none.
  child.once('error', reject);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-mostErrorText);
  });
  child.once('close', (code) => {
    if (code === 0) resolve(undefined);
    else reject(new Error(errors.trim() || `heddle backup ended with ${String(code)}.`));
  });
  return promise;
};
