/** Runs an import. Running it again, with the same or a newer export, adds what is missing. */
import { findOwner } from '../../core/users/index.ts';
import { audit } from '../../core/audit/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { growSlowly, limitYoungGeneration } from '../archive/memory.ts';
import type { AppContext } from '../../core/context/index.ts';
import { noteAccess } from './access-topics.ts';
import type { DiskSpace } from './disk-space.ts';
import { diskSpaceFor } from './import-space.ts';
import { dryRun } from './dry-run.ts';
import type { ImportOptions } from './options.ts';
import { fetchFile, type Fetching } from './reading/fetch-file.ts';
import { openReading, type Reading } from './reading/reading.ts';
import { listed } from './records.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { ReportBuilder, type ImportReport } from './report.ts';
import { findOrigin, type Origin } from './origins.ts';
import { beginRun, endRun, type Run } from './runs.ts';
import { Scratch } from './scratch.ts';
import type { ImportContext } from './write/context.ts';
import { readItems } from './write/items.ts';
import { EarlierRuns } from './write/later/earlier.ts';
import { findGarbled } from './write/later/garbled.ts';
import { membersOfDirects } from '../../core/messages/index.ts';
import { ProfileFields, readFields } from './write/profile-fields.ts';
import { ReadMarks } from './write/read-marks.ts';
import { RecordWriter } from './write/record-writer.ts';

export interface RunOptions {
  signal: AbortSignal;
  /** Whether the server handles requests during the import. */
  isLive: boolean;
  /** Whether a process of its own reads the export, so that requests do not wait for that. */
  isApart?: boolean;
  /** Whether the organization is made by this import. */
  isNew?: boolean;
  /** Whether its owner, who was given no name, is called as in the export. */
  takesOwnerName?: boolean;
  /** Called from time to time. */
  progress?: (report: ImportReport, share: number) => void;
  /** Fetches files of which the export has only the addresses. */
  fetching?: Fetching;
}

/** @throws StartRefused for anything but an export, TooManyProblems when there are more than allowed. */
export async function runImport(
  app: AppContext,
  cache: OrganizationCache,
  options: ImportOptions,
  running: RunOptions,
): Promise<ImportReport> {
  // Collecting all the time would delay the requests of a server; its young generation would grow by a third of its memory.
  if (!running.isLive) growSlowly();
  const endLimit = running.isLive ? limitYoungGeneration() : undefined;
  try {
    return await runWithin(app, cache, options, running);
  } finally {
    endLimit?.();
  }
}

async function runWithin(
  app: AppContext,
  cache: OrganizationCache,
  options: ImportOptions,
  running: RunOptions,
): Promise<ImportReport> {
  const { folder } = app.files.incoming;
  const { spare, filled, scratch: scratchSpace } = diskSpaceFor(app, running.isLive);
  const { path, product } = options;
  if (running.isApart === true) {
    const { readApart } = await import('./reading/apart.ts');
    const reading = await readApart({ path, product, spare, parent: folder }, running.signal);
    return importFrom({ app, cache, options, running, reading, space: filled });
  }
  const scratch = new Scratch(folder, scratchSpace);
  try {
    const reading = await openReading({ path, product }, scratch);
    return await importFrom({ app, cache, options, running, reading, space: filled });
  } finally {
    await scratch.close();
  }
}

async function importFrom(parts: Omit<RunContext, 'report' | 'found'>): Promise<ImportReport> {
  const { app, cache, options, running, reading } = parts;
  const { product } = reading;
  try {
    const found: Origin =
      options.source === undefined
        ? await findOrigin(app.db.read, cache.orgId, reading)
        : { origin: options.source };
    const report = new ReportBuilder(product, found.origin, options.dryRun === true, options.maxErrors);
    noteAccess(report, reading.access);
    if (options.dryRun !== true) return await importAll({ ...parts, report, found });
    const known = await readFields(app.db.read, cache.orgId);
    const fields = new ProfileFields(known, new Set(), report);
    const earlier = await EarlierRuns.open(app.db.read, cache.orgId, {
      ...found,
      product,
      report,
      cache,
      isLive: running.isLive,
    });
    if (options.again === true && !earlier)
      throw new StartRefused(
        'Nothing of this workspace was imported before. See what would come with --dry-run.',
      );
    return await dryRun(
      { app, cache, reading, report, options, fields, earlier, now: app.clock.now() },
      running,
    );
  } finally {
    await reading.close();
  }
}

interface RunContext {
  app: AppContext;
  cache: OrganizationCache;
  options: ImportOptions;
  running: RunOptions;
  reading: Reading;
  report: ReportBuilder;
  found: Origin;
  space: DiskSpace;
}

async function importAll(parts: RunContext): Promise<ImportReport> {
  const { app, cache, options, report, found, running, reading, space } = parts;
  const run = await beginRun(app, cache.orgId, { ...found, product: reading.product }, options);
  report.report.run = run.id;
  running.progress?.(report.report, 0);
  const context = await makeContext(parts, run);
  const marks = new ReadMarks(context);
  try {
    await writeAll(context, marks, reading, { ...running, space });
    await finish(context, marks);
    return await endRun(app, context, 'done');
  } catch (error) {
    // Imported messages count as read even if the import fails.
    await marks.store().catch(() => undefined);
    await endRun(app, context, 'failed').catch(() => undefined);
    throw error;
  }
}

async function makeContext(parts: RunContext, run: Run): Promise<ImportContext> {
  const { app, cache, options, running, reading, report, space } = parts;
  const { read } = app.db;
  const directs = await readItems(read, run.sourceId, 'direct');
  const fetching =
    options.downloads === false
      ? undefined
      : (running.fetching ?? { reachable: app.config.reachableNetworks });
  return {
    app,
    orgId: cache.orgId,
    cache,
    owner: findOwner(cache),
    product: reading.product,
    sourceId: run.sourceId,
    runId: run.id,
    isLive: running.isLive,
    isNew: running.isNew === true,
    takesOwnerName: running.takesOwnerName === true,
    options,
    report,
    topic: options.topic ?? reading.topic,
    people: await readItems(read, run.sourceId, 'person'),
    channels: await readItems(read, run.sourceId, 'channel'),
    channelsThere: new Map(),
    directs,
    groups: await readItems(read, run.sourceId, 'group'),
    folders: await readItems(read, run.sourceId, 'folder'),
    fields: await readItems(read, run.sourceId, 'field'),
    refusedFields: new Set(),
    directMembers: await membersOfDirects(read, cache.orgId, [...directs.values()]),
    emoji: await readItems(read, run.sourceId, 'emoji'),
    garbled: await findGarbled(read, {
      orgId: cache.orgId,
      sourceId: run.sourceId,
      product: reading.product,
      isLive: running.isLive,
    }),
    emojiAliases: new Map(),
    openFile: (file) =>
      reading.hasOwnFiles || file.path !== undefined ? reading.openFile(file) : fetchFile(file, fetching),
    space,
    signal: running.signal,
  };
}

const progressMs = 500;

async function writeAll(
  context: ImportContext,
  marks: ReadMarks,
  reading: Reading,
  { progress, signal, space }: RunOptions & { space: DiskSpace },
): Promise<void> {
  const writer = new RecordWriter(context, marks);
  let reportedAt = performance.now();
  const reportProgress = async () => {
    signal.throwIfAborted();
    reportedAt = performance.now();
    progress?.(context.report.report, await reading.getShare());
    await space.check();
  };
  const isReportDue = () => performance.now() - reportedAt >= progressMs;
  for await (const some of reading.records()) {
    for (const record of listed(some)) {
      const writing = writer.add(record);
      if (!writing) continue;
      await writing;
      if (isReportDue()) await reportProgress();
    }
    if (isReportDue()) await reportProgress();
  }
  await writer.finish();
}

/** Makes clients reload: they got no events during the import. */
async function finish(context: ImportContext, marks: ReadMarks): Promise<void> {
  const { app, orgId, report } = context;
  await marks.store();
  const { product, origin, counts } = report.report;
  await app.db.write(orgId, 'system', async (tx) => {
    await audit(tx, {
      action: 'organization.import',
      target: { type: 'organization', id: orgId, name: tx.cache.organization.name },
      after: {
        product,
        origin,
        run: context.runId,
        people: counts.people.added,
        channels: counts.channels.added,
        messages: counts.messages.added,
        problems: report.report.problem_count,
      },
    });
    await tx.q.deleteFrom('event_queue').where('org_id', '=', orgId).execute();
    await tx.touch({ endsQueuesOf: [...tx.cache.users.values()].map(({ id }) => id) });
  });
  searchIndexer(app).wake();
}
