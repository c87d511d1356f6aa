/** Composes the parts of the server once at start; they are passed to every operation. */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { AppContext } from '../core/context/index.ts';
import { CatchUp, Hub, Organizations, QueueKeeper } from '../core/events/index.ts';
import { JobRunner } from '../core/jobs/index.ts';
import { type Database, GivenIds, type LogEntry, Writer, type WriterHooks } from '../core/log/index.ts';
import { fencedWrite, joinNodes, type Nodes } from '../core/nodes/index.ts';
import type { OrganizationCache } from '../core/organization/index.ts';
import { type Peers, noPeers, openPeers, sharedLog } from '../core/peers/index.ts';
import { ApiKeys } from '../core/api-keys/index.ts';
import { Sessions } from '../core/sessions/index.ts';
import { removeLeftovers } from '../features/uploads/index.ts';
import type { Worker } from '../http/feature.ts';
import type { Config } from '../lib/config/config.ts';
import { refuseUnfinishedRestore } from '../db/archive/target.ts';
import type { Db } from '../db/db.ts';
import { isRemote } from '../db/sql.ts';
import { migrations, type Migration } from '../db/migrations/index.ts';
import type { Opened } from '../db/open.ts';
import { readSecretsTrace, getTrace } from '../db/secrets/trace.ts';
import { type Clock, systemClock, SettledClock } from '../lib/clock.ts';
import { Hosts, listHosts } from '../lib/config/hosts.ts';
import { jobs as definedJobs, eventRules, reactions, registerState, getWorkers } from './features.ts';
import { Maintenance } from './maintenance.ts';
import type { Secrets } from '../lib/secrets.ts';
import { settleSecrets } from './start/reseal-keys.ts';
import { getFingerprint, matchingSecrets, refuseMismatch, refuseNewSecrets } from '../db/secrets/match.ts';
import { StorageFault } from '../lib/storage/faults.ts';
import type { StorageHealth } from '../lib/storage/health.ts';
import { RunningWork } from '../lib/storage/running-work.ts';
import { Telemetry } from '../lib/telemetry/telemetry.ts';
import { watchMigrations } from './start/watch-migrations.ts';
import { timeQueries } from './start/slow-queries.ts';
import { recoverFromFaults, type FaultRecovery } from './start/recover.ts';
import { allowsSeveralNodes, type OpenDatabase, openStorage, type Storage } from './start/open.ts';
import { watchServices } from './watched-services.ts';

export interface App extends AppContext {
  jobs: JobRunner;
  maintenance: Maintenance;
  survival: FaultRecovery;
  /** Background workers of the features. */
  workers: readonly Worker[];
  /** Gives back memory that the database holds for the next requests. */
  shrink: Opened['shrink'];
  /** Finishes requests in progress, then closes the files. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  /** Default: the secrets in the data folder. */
  secrets?: Secrets;
  log: Logger;
  checksResponses?: boolean;
  /** Waits for a database that is not reachable instead of failing. */
  waitsForDatabase?: boolean;
  /** Called before this node is listed among others, which it has to leave also if the start ends early. */
  joining?: ((nodes: Nodes) => void) | undefined;
  /** Default: the migrations of this version. */
  list?: readonly Migration[];
  /** Default: `openDatabase`. */
  open?: OpenDatabase;
  /** Default: interruptions of this process are not recorded. */
  runningWork?: RunningWork | undefined;
  /** The clock of this machine, unless another is given. If several nodes write, times are those of the database. */
  clock?: Clock;
}

/** Closes what has been opened, the last first. */
type Closers = (() => Promise<void>)[];

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

/** @throws StartRefused, and other errors; closes everything that it has opened then. */
export async function openApp(options: AppOptions): Promise<App> {
  const kept = await openKept(options);
  const closers: Closers = [() => kept.database.close(), () => kept.files.close()];
  try {
    return await composeApp(options, kept, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function composeApp(options: AppOptions, kept: Storage, closers: Closers): Promise<App> {
  const { config, log, checksResponses = false, clock = systemClock } = options;
  const watched = watchServices(config, log, kept.files);
  const telemetry = new Telemetry();
  const opened = timeQueries(kept.database, config, log, telemetry);
  const { secrets, isNew } = await secretsFor(options, kept);
  const nodes = await join(options, kept, closers, isNew);
  const hub = makeHub(log);
  const organizations = await listOrganizations(opened.reader, hub, config, () => app.clock.now());
  const parts = { hub, nodes, organizations, config, log, secrets, telemetry, external: watched.external };
  const served = await openLog(() => app, { ...parts, opened, clock, health: kept.health.database }, closers);
  const { db, peers, givenIds } = served;
  const app: App = {
    config,
    port: config.port,
    secrets,
    log,
    telemetry,
    checksResponses,
    generation: 0,
    db,
    clock: peers.clock,
    settledClock: served.settledClock,
    nodes,
    ...watched,
    storage: kept.health,
    hub,
    keeper: new QueueKeeper({ db, hub, organizations, log, peers, givenIds }),
    peers,
    organizations,
    sessions: new Sessions(db, peers.clock, log),
    apiKeys: new ApiKeys(db, peers.clock, log),
    runningWork: options.runningWork ?? RunningWork.unrecorded(),
    registerState,
    services: new Map(),
    get workers() {
      return workers;
    },
    get maintenance() {
      return maintenance;
    },
    get jobs() {
      return jobs;
    },
    get survival() {
      return survival;
    },
    shrink: opened.shrink,
    close: () => closeAll(closers),
  };
  const jobs = new JobRunner(app, definedJobs);
  const workers = getWorkers(app);
  const maintenance = new Maintenance(app);
  closers.push(() => stopWork(app));
  await takeUpStorage(app, () => givenIds.resume(opened.writer));
  await begin(app, isNew);
  const survival = recoverFromFaults(app, { ...served, opened });
  closers.push(() => survival.stop());
  return app;
}

/** What cannot be written now is a state, which the recovery ends: it does the same. */
async function takeUpStorage({ storage: { database } }: App, resume: () => Promise<void>): Promise<void> {
  if (database.fault) return;
  try {
    await resume();
  } catch (error) {
    if (!(error instanceof StorageFault) || error.kind === 'busy') throw error;
    database.report(error);
  }
}

/** Without it, the ids of the next start only jump further: another machine that does not respond must not hold up the stop. */
async function noteGivenIds(db: Database, { fault }: StorageHealth, givenIds: GivenIds): Promise<void> {
  if (!fault && !isRemote(db.read.dialect))
    await db.write(0, 'system', (tx) => givenIds.note(tx)).catch(() => undefined);
}

async function begin(app: App, hasNewSecrets: boolean): Promise<void> {
  if (hasNewSecrets) await settleSecrets(app);
  await removeLeftovers(app);
  app.nodes.onBeat(() => takeUp(app));
}

async function stopWork({ jobs, keeper, apiKeys, maintenance, workers, external }: App): Promise<void> {
  external.close();
  for (const part of [jobs, keeper, apiKeys, maintenance, ...workers]) await part.stop?.();
}

/** Runs pending work: another node may have left or committed some without notifying this one. */
function takeUp({ jobs, workers }: App): void {
  jobs.wake();
  for (const worker of workers) worker.wake?.();
}

/** @param now By the clock that nodes share, which is known once the log is open. */
async function listOrganizations(
  reader: Db,
  hub: Hub,
  config: Config,
  now: () => number,
): Promise<Organizations> {
  const organizations = new Organizations(reader, hub, new Hosts(config), { now });
  await organizations.refresh();
  return organizations;
}

const makeHub = (log: Logger): Hub =>
  new Hub(eventRules, (error) => log.error({ err: error }, 'adding an event to a queue failed'));

const makeDatabase = (read: Db, writer: Writer): Database => ({
  read,
  write: fencedWrite((...write) => writer.write(...write)),
  now: () => writer.now(),
});

function openKept(options: AppOptions): Promise<Storage> {
  const { config, log, waitsForDatabase = false, list, open, runningWork } = options;
  const inspect = (db: Db) => refuseDatabase(options, db);
  const watch = runningWork && watchMigrations(runningWork);
  return openStorage(config, log, waitsForDatabase, { inspect, list, watch, open });
}

async function refuseDatabase({ secrets, config }: AppOptions, db: Db): Promise<void> {
  await refuseUnfinishedRestore(db);
  if (!secrets) refuseMismatch(config, await getTrace(db));
}

/** @throws StartRefused for missing secrets or those of another database. */
async function secretsFor(
  { secrets, config }: AppOptions,
  { database }: Storage,
): Promise<{ secrets: Secrets; isNew: boolean }> {
  if (secrets) return { secrets, isNew: false };
  const trace = await readSecretsTrace((sql) => database.reader.connection.query(sql, []));
  const found = matchingSecrets(config, trace);
  return { secrets: found, isNew: trace.fingerprint !== getFingerprint(found) };
}

/** @throws StartRefused if the node cannot run beside the others. */
async function join(
  { config, log, joining, list = migrations }: AppOptions,
  { database, files }: Storage,
  closers: Closers,
  hasNewSecrets: boolean,
): Promise<Nodes> {
  const nodes = await joinNodes(database.control, {
    log,
    joining,
    dataDir: config.data,
    files: files.place,
    schema: list.length,
    hosts: listHosts(config),
    outdated: () => endOutdated(log),
    address: config.nodeAddress ?? `${hostname()}:${String(config.port)}`,
  });
  closers.push(() => nodes.stop());
  refuseNewSecrets(nodes, hasNewSecrets, config);
  return nodes;
}

/** Ends a node that is older than the schema: others may be unable to read what it would write. */
function endOutdated(log: Logger): void {
  log.fatal('the schema was changed by a newer version, and this one cannot use it; exiting');
  process.kill(process.pid, 'SIGTERM');
}

interface LogParts extends Pick<
  App,
  'hub' | 'nodes' | 'organizations' | 'config' | 'log' | 'secrets' | 'telemetry' | 'clock' | 'external'
> {
  opened: Opened;
  health: StorageHealth;
}

interface ServedLog {
  db: Database;
  peers: Peers;
  catchUp: CatchUp;
  givenIds: GivenIds;
  settledClock: SettledClock;
  /** Resolves when no write is in progress. */
  drain(): Promise<void>;
}

/** Opens the writer of the event log, and what applies entries of other nodes to this process. */
async function openLog(
  app: () => App,
  { opened, telemetry, ...parts }: LogParts,
  closers: Closers,
): Promise<ServedLog> {
  const { reader } = opened;
  const catchUp = new CatchUp({
    ...parts,
    reader,
    publish: (cache, entries) => publish(app(), cache, entries),
    missed: (orgId) => noteMissed(app(), orgId),
  });
  const learnGeneration = (generation: number) => void (app().generation = generation);
  const isShared = allowsSeveralNodes(parts.config);
  const peers = isShared
    ? await openPeers({ ...parts, reader, catchUp, learnGeneration })
    : noPeers(parts.clock);
  const { clock } = peers;
  const givenIds = new GivenIds(clock);
  const settledClock = new SettledClock(clock);
  const hooks = writerHooks(app, { ...parts, telemetry, clock, settledClock, givenIds });
  const writer = new Writer(opened.writer, { ...hooks, shared: sharedLog(catchUp, peers) });
  const db = makeDatabase(reader, writer);
  const drain = () => writer.drain();
  closers.push(() => peers.stop(), drain);
  closers.push(() => noteGivenIds(db, parts.health, givenIds));
  return { db, peers, catchUp, givenIds, settledClock, drain };
}

function writerHooks(
  app: () => App,
  parts: Pick<WriterHooks, 'health' | 'telemetry' | 'clock' | 'settledClock' | 'givenIds'>,
): WriterHooks {
  return {
    getCache: (orgId) => app().organizations.cache(orgId),
    getIds: (orgId) => app().hub.ids(orgId),
    committed(cache, entries) {
      publish(app(), cache, entries);
      app().peers.committed(cache.orgId, entries);
    },
    jobsWaiting: (kinds) => app().jobs.wake(kinds),
    failed: (error) => app().log.error({ err: error }, 'publishing stored events failed'),
    ...parts,
    reactions,
  };
}

/** Publishes to all consumers of the log after the commit, in log order. */
function publish(app: App, cache: OrganizationCache, entries: LogEntry[]): void {
  const { sessions, apiKeys, keeper, hub, workers } = app;
  sessions.committed(entries);
  apiKeys.committed(entries);
  keeper.deleteRows(hub.deliver(cache, entries));
  for (const worker of workers) worker.committed?.(entries);
}

function noteMissed({ sessions, apiKeys, workers }: App, orgId: number): void {
  sessions.missed(orgId);
  apiKeys.missed(orgId);
  for (const worker of workers) {
    worker.missed?.();
    worker.wake?.();
  }
}
