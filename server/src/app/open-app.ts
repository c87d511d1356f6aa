/** The running server's parts, made once and handed to whoever needs them. */
import type { Logger } from 'pino';
import type { Config } from '../lib/config/config.ts';
import type { Db } from '../db/db.ts';
import { readSecretsTrace, traceOf } from '../db/secrets-trace.ts';
import type { Directory } from '../core/organization/organization-cache.ts';
import type { Author, Tx } from '../core/log/tx.ts';
import { Writer } from '../core/log/writer.ts';
import type { Files } from '../lib/files/open.ts';
import type { Follower } from '../core/events/catch-up-worker.ts';
import type { LogEntry } from '../core/log/entry.ts';
import { Hub } from '../core/events/hub.ts';
import { QueueKeeper } from '../core/events/keeper.ts';
import { countChannels } from '../features/channels/activity.ts';
import { KeptTopics } from '../features/channels/kept-topics.ts';
import { followToNotify } from '../features/notifications/notifier.ts';
import { linkedMedia, type LinkedMedia } from '../features/media-proxy/address.ts';
import { followToIndex } from '../core/messages/index-worker.ts';
import { jobHandlers } from '../core/jobs/handlers.ts';
import { expireMessages } from '../features/message-delete/expire.ts';
import { JobRunner } from '../core/jobs/runner.ts';
import { removeLeftovers, sweepUnfinished } from '../features/uploads/orphans.ts';
import { PresenceBoards } from '../features/presence/boards.ts';
import { Hosts } from '../lib/config/hosts.ts';
import { Housekeeping, type Task } from './maintenance.ts';
import { Organizations } from '../core/events/organizations.ts';
import type { Secrets } from '../lib/secrets.ts';
import { fingerprintOf, matchingSecrets, refuseMismatch, storeFingerprint } from './start/secrets-match.ts';
import type { StorageHealth, StorageSubject } from '../lib/storage/health.ts';
import { surviveFaults, type Survival } from './start/survive.ts';
import { openStorage, type Storage } from './start/open.ts';
import { Sessions } from '../core/sessions/sessions.ts';

export interface Database {
  /** Committed rows only. */
  read: Db;
  /**
   * The only way to write: runs the action in the next transaction, and resolves when it is durable. The rights of `me`
   * are looked at again inside. Nothing but the database may be awaited in the action.
   */
  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Heddle {
  config: Config;
  /** Where it listens: the configured port, or the one that it was given for port 0. */
  port: number;
  secrets: Secrets;
  log: Logger;
  /** In tests and development: an answer that does not fit its schema is an error. */
  checksAnswers: boolean;
  db: Database;
  files: Files;
  /** Whether the database and the folder of files can be written. */
  storage: Record<StorageSubject, StorageHealth>;
  hub: Hub;
  keeper: QueueKeeper;
  organizations: Organizations;
  sessions: Sessions;
  jobs: JobRunner;
  housekeeping: Housekeeping;
  presence: PresenceBoards;
  words: Follower;
  notifier: Follower;
  topics: KeptTopics;
  /** Where what other servers have is shown from. */
  linkedMedia: LinkedMedia;
  /** Unix seconds at which the version that runs was first started here; 0 until that is known. */
  generation: number;
  survival: Survival;
  /** Answers what is under way, then closes the files. */
  close(): Promise<void>;
}

export interface HeddleOptions {
  config: Config;
  /** Those of the data folder unless others are given. */
  secrets?: Secrets;
  log: Logger;
  checksAnswers?: boolean;
  /** A database that cannot be reached is waited for. */
  waitsForDatabase?: boolean;
}

export async function openHeddle(options: HeddleOptions): Promise<Heddle> {
  const { config, log, checksAnswers = false, waitsForDatabase = false } = options;
  const kept = await openStorage(config, log, waitsForDatabase, (db) => refuseOtherSecrets(options, db));
  const { health: storage, database: opened, files } = kept;
  const { secrets, isNew } = await secretsFor(options, kept);
  const hub = new Hub((error) => log.error({ err: error }, 'adding an event to a queue failed'));
  const organizations = new Organizations(opened.reader, hub, new Hosts(config));
  await organizations.refresh();
  const committed: Committed = (directory, entries) => publish(heddle, directory, entries);
  const writer = new Writer(opened.writer, {
    directoryOf: (orgId) => organizations.directory(orgId),
    committed,
    jobsWaiting: () => heddle.jobs.wake(),
    failed: (error) => log.error({ err: error }, 'publishing stored events failed'),
    health: storage.database,
  });
  const db: Database = { read: opened.reader, write: (orgId, me, action) => writer.write(orgId, me, action) };
  const sessions = new Sessions(db, log);
  const keeper = new QueueKeeper(db, hub, organizations, log);
  const housekeeping = new Housekeeping(db, log, hourlyTasks({ db, organizations, files }));
  const presence = new PresenceBoards(db, log);
  const words = followToIndex(db, log);
  const notifier = followToNotify(db, organizations, log);
  const heddle: Heddle = {
    config,
    port: config.port,
    secrets,
    log,
    checksAnswers,
    generation: 0,
    db,
    files,
    storage,
    hub,
    keeper,
    housekeeping,
    organizations,
    sessions,
    presence,
    words,
    notifier,
    topics: new KeptTopics(db.read),
    linkedMedia: linkedMedia(secrets),
    get jobs() {
      return jobs;
    },
    get survival() {
      return survival;
    },
    async close() {
      for (const part of [survival, jobs, keeper, housekeeping, presence, words, notifier]) await part.stop();
      for (const end of [files.close, () => writer.drain(), opened.close]) await end();
    },
  };
  const jobs = new JobRunner(heddle, jobHandlers);
  if (isNew) await db.write(0, 'system', (tx) => storeFingerprint(tx, secrets));
  await removeLeftovers(db, files, log);
  const survival = surviveFaults(heddle, { opened, drain: () => writer.drain(), committed });
  return heddle;
}

async function refuseOtherSecrets({ secrets, config }: HeddleOptions, db: Db): Promise<void> {
  if (!secrets) refuseMismatch(config.data, await traceOf(db));
}

/** @throws StartRefused for secrets that are missing or of another database, which is closed then. */
async function secretsFor(
  { secrets, config }: HeddleOptions,
  { database, files }: Storage,
): Promise<{ secrets: Secrets; isNew: boolean }> {
  if (secrets) return { secrets, isNew: false };
  try {
    const trace = await readSecretsTrace((sql) => database.reader.connection.query(sql, []));
    const found = matchingSecrets(config.data, trace);
    return { secrets: found, isNew: trace.fingerprint !== fingerprintOf(found) };
  } catch (error) {
    await files.close();
    await database.close();
    throw error;
  }
}

const dayMs = 24 * 3600_000;

type Committed = (directory: Directory, entries: LogEntry[]) => void;

/** To all that follow the log: after the commit, in log order. */
function publish(
  { sessions, keeper, hub, words, notifier, topics }: Heddle,
  ...[directory, entries]: Parameters<Committed>
): void {
  sessions.heard(entries);
  keeper.forget(hub.deliver(directory, entries));
  for (const part of [words, notifier, topics]) part.heard(entries);
}

const hourlyTasks = (parts: Pick<Heddle, 'db' | 'organizations' | 'files'>): Task[] => [
  (isStopped) => expireMessages(parts, isStopped),
  () => countChannels(parts),
  () => parts.files.incoming.sweep(dayMs),
  () => sweepUnfinished(parts.db.read, parts.files),
];
