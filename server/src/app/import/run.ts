/** Runs an import. Running it again, with the same or a newer export, adds what is missing. */
import { audit } from '../../core/audit/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import { organizationSettings, type OrganizationCache } from '../../core/organization/index.ts';
import { growSlowly } from '../archive/memory.ts';
import { findOwner } from '../cli/lookup.ts';
import type { App } from '../open-app.ts';
import { noteAccess } from './access-topics.ts';
import { checkedRecords } from './checked.ts';
import { diskSpaceFor, type DiskSpace } from './disk-space.ts';
import { dryRun } from './dry-run.ts';
import { readingOn } from './input/damage.ts';
import type { Input } from './input/input.ts';
import { openInput } from './input/open.ts';
import { openFile, type Fetching } from './open-file.ts';
import type { ImportOptions } from './options.ts';
import { listed, type Records, type Source } from './records.ts';
import { ReportBuilder, type ImportReport } from './report.ts';
import { beginRun, endRun, type Run } from './runs.ts';
import { Scratch } from './scratch.ts';
import { openSource } from './sources.ts';
import { sortedByTime } from './sorted.ts';
import type { ImportContext } from './write/context.ts';
import { readItems } from './write/items.ts';
import { membersOfDirects } from '../../core/messages/index.ts';
import { ProfileFields, readFields } from './write/profile-fields.ts';
import { ReadMarks } from './write/read-marks.ts';
import { RecordWriter } from './write/record-writer.ts';

export interface RunOptions {
  signal: AbortSignal;
  /** Whether the server handles requests during the import. */
  isLive: boolean;
  /** Whether the organization is made by this import. */
  isNew?: boolean;
  /** Called from time to time. */
  progress?: (report: ImportReport) => void;
  /** For files for which the export only has addresses. */
  fetching?: Fetching;
}

/** @throws StartRefused for anything but an export, TooManyProblems when there are more than allowed. */
export async function runImport(
  app: App,
  cache: OrganizationCache,
  options: ImportOptions,
  running: RunOptions,
): Promise<ImportReport> {
  // A server has to handle requests, and has memory to spare.
  if (!running.isLive) growSlowly();
  const { folder } = app.files.incoming;
  const space = diskSpaceFor(app, running.isLive);
  const scratch = new Scratch(folder, space.scratch);
  try {
    const input = await openInput(options.path, scratch);
    try {
      return await importFrom({ app, cache, options, running, input, scratch, space });
    } finally {
      await input.close();
    }
  } finally {
    await scratch.close();
  }
}

async function importFrom(parts: Omit<RunContext, 'report'>): Promise<ImportReport> {
  const { app, cache, options, running, input, scratch } = parts;
  const damages: { place: string; reason: string }[] = [];
  let noteDamage = (place: string, reason: string): void => void damages.push({ place, reason });
  const source = await openSource(
    options.product,
    readingOn(input, (place, reason) => noteDamage(place, reason)),
    scratch,
  );
  const origin = options.source ?? source.origin;
  const report = new ReportBuilder(source.product, origin, options.dryRun === true, options.maxErrors);
  noteDamage = (place, reason) => report.problem(place, reason);
  for (const { place, reason } of [...input.problems, ...damages]) report.problem(place, reason);
  noteRetention(cache, report);
  noteAccess(report, source.access);
  const checked = () => checkedRecords(source.records());
  const ordered = () => (source.isInOrder ? checked() : sortedByTime(checked(), scratch));
  const whole = { ...source, origin, records: ordered };
  if (options.dryRun === true) {
    const known = await readFields(app.db.read, cache.orgId);
    const fields = new ProfileFields(known, new Set(), report);
    return dryRun({ cache, source: whole, input, report, options, fields }, running);
  }
  return importAll({ ...parts, report }, whole);
}

/** Messages older than the organization's retention would be deleted right after the import. */
function noteRetention(cache: OrganizationCache, report: ReportBuilder): void {
  const days = organizationSettings(cache).message_retention_days;
  if (days > 0)
    report.problem(
      'message_retention_days',
      `The organization deletes messages after ${days} days, older ones among those that come too.`,
    );
}

interface RunContext {
  app: App;
  cache: OrganizationCache;
  options: ImportOptions;
  running: RunOptions;
  input: Input;
  report: ReportBuilder;
  scratch: Scratch;
  space: ReturnType<typeof diskSpaceFor>;
}

async function importAll(parts: RunContext, source: Source): Promise<ImportReport> {
  const { app, cache, options, report, running, space } = parts;
  const run = await beginRun(app, cache.orgId, source, options);
  report.report.run = run.id;
  running.progress?.(report.report);
  const context = await makeContext(parts, source, run);
  const marks = new ReadMarks(context);
  try {
    await writeAll(context, marks, source.records(), { ...running, space: space.filled });
    await finish(context, marks);
    return await endRun(app, context, 'done');
  } catch (error) {
    // Imported messages count as read even if the import fails.
    await marks.store().catch(() => undefined);
    await endRun(app, context, 'failed').catch(() => undefined);
    throw error;
  }
}

async function makeContext(parts: RunContext, source: Source, run: Run): Promise<ImportContext> {
  const { app, cache, options, running, input, report } = parts;
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
    product: source.product,
    sourceId: run.sourceId,
    runId: run.id,
    isLive: running.isLive,
    isNew: running.isNew === true,
    options,
    report,
    topic: options.topic ?? source.topic,
    people: await readItems(read, run.sourceId, 'person'),
    channels: await readItems(read, run.sourceId, 'channel'),
    directs,
    groups: await readItems(read, run.sourceId, 'group'),
    refusedFields: new Set(),
    directMembers: await membersOfDirects(read, cache.orgId, [...directs.values()]),
    emojiAliases: new Map(),
    openFile: (file) => source.openFile?.(file) ?? openFile(input, file, fetching),
    signal: running.signal,
  };
}

const progressMs = 500;

async function writeAll(
  context: ImportContext,
  marks: ReadMarks,
  records: Records,
  { progress, signal, space }: RunOptions & { space: DiskSpace },
): Promise<void> {
  const writer = new RecordWriter(context, marks);
  let reportedAt = performance.now();
  const reportProgress = async () => {
    signal.throwIfAborted();
    reportedAt = performance.now();
    progress?.(context.report.report);
    await space.check();
  };
  const isReportDue = () => performance.now() - reportedAt >= progressMs;
  for await (const some of records) {
    for (const record of listed(some)) {
      const writing = writer.add(record);
      if (!writing) continue;
      await writing;
      if (isReportDue()) await reportProgress();
    }
    if (isReportDue()) await reportProgress();
  }
  await writer.flush();
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
        ...{
          product,
          origin,
          run: context.runId,
          people: counts.people.added,
          channels: counts.channels.added,
        },
        ...{ messages: counts.messages.added, problems: report.report.problem_count },
      },
    });
    await tx.q.deleteFrom('event_queue').where('org_id', '=', orgId).execute();
    await tx.touch({ endsQueuesOf: [...tx.cache.users.values()].map(({ id }) => id) });
  });
  searchIndexer(app).wake();
}
