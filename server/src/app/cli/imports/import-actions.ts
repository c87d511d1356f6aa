/** Implements `heddle import slack` and the same for the other products, in the running server if there is one, otherwise in this process. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { limits } from '../../../../../wire/core.ts';
import { loadConfig, type Config } from '../../../lib/config/config.ts';
import type { ImportReport } from '../../../transfer/import/report.ts';
import type { Result } from '../admin-command.ts';
import type { CommandResult } from '../command-list.ts';
import { runAdmin, withApp } from '../admin.ts';
import type { Flags } from '../program-parts.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { fieldsIn } from '../../../lib/objects.ts';
import { makeProgressLine } from '../progress-line.ts';
import { counted, resultText } from './import-text.ts';
import { writeOut } from '../print.ts';

type ImportResult = CommandResult<'import-run'>;

export async function importCommand(product: string, file: string, flags: Flags): Promise<void> {
  const config = loadConfig(flags);
  const begun = performance.now();
  const { options, into } = makeOptions(product, file, flags);
  const done = await runWithProgress(config, { import: options, ...(into ? { into } : {}) }, flags);
  if (typeof flags.report === 'string') await writeReport(flags.report, done.report);
  const seconds = (performance.now() - begun) / 1000;
  writeOut(`${flags.json === true ? JSON.stringify({ ...done, seconds }) : resultText(done, flags)}\n`);
}

function makeOptions(
  product: string,
  file: string,
  flags: Flags,
): { options: Result; into: Result | undefined } {
  const { new: name, org, ownerEmail, ownerName, subdomain } = flags;
  if (name !== undefined && org !== undefined) throw new CommandError('Give either --org or --new.');
  if (name !== undefined && flags.again === true)
    throw new CommandError('--again is for what was imported before: give it without --new.');
  if (name !== undefined && ownerEmail === undefined)
    throw new CommandError('With --new, give the owner of the organization with --owner-email.');
  const given = {
    product,
    path: resolve(file),
    org,
    notices: flags.notices,
    dryRun: flags.dryRun === true || flags.again === true,
    again: flags.again,
    threads: flags.threads,
    topicNames: flags.topicNames,
    topic: flags.topic,
    source: flags.source,
    roles: flags.keepRoles === true ? true : undefined,
    downloads: flags.downloads,
    maxErrors: flags.maxErrors,
  };
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (name === undefined) return { options, into: undefined };
  const into = {
    name,
    subdomain,
    ownerEmail,
    ownerName: ownerName ?? nameIn(String(ownerEmail)),
    takesOwnerName: ownerName === undefined,
  };
  return { options, into };
}

/** The local part, if it is usable as a name. */
function nameIn(email: string): string {
  const [local = ''] = email.split('@');
  return [...local].length >= limits.fullNameLeast ? local : 'Owner';
}

const pollMs = 1000;

type Progress = CommandResult<'import-progress'>['progress'];
type ShowProgress = (progress: Progress | undefined) => void;

async function runWithProgress(config: Config, options: Result, flags: Flags): Promise<ImportResult> {
  const line = makeProgressLine(flags);
  const show: ShowProgress = (progress = []) => {
    if (progress.length > 0) line.show(() => progress.map(progressText).join('; '));
  };
  try {
    return (await runInServer(config, options, show)) ?? (await runHere(config, options, show));
  } finally {
    line.end();
  }
}

/** @returns undefined if no server has the data folder open. */
async function runInServer(
  config: Config,
  options: Result,
  show: ShowProgress,
): Promise<ImportResult | undefined> {
  const ask = () => askRunningServer(config.data, 'import-progress', {});
  const timer = setInterval(
    () =>
      void ask().then(
        (response) => show(response?.progress),
        () => undefined,
      ),
    pollMs,
  );
  try {
    return await askRunningServer(config.data, 'import-run', options);
  } finally {
    clearInterval(timer);
  }
}

async function runHere(config: Config, options: Result, show: ShowProgress): Promise<ImportResult> {
  if (
    options.into === undefined &&
    config.databaseUrl === undefined &&
    !existsSync(join(config.data, 'heddle.db'))
  )
    throw new CommandError(`There is no database in ${config.data}. Specify the data folder with --data.`);
  return inFolderFor(config, options, (chosen) => importHere(chosen, options, show));
}

/** A dry run for a new organization leaves nothing where there is no database yet. */
async function inFolderFor<T>(
  config: Config,
  options: Result,
  use: (config: Config) => Promise<T>,
): Promise<T> {
  const isEmpty = config.databaseUrl === undefined && !existsSync(join(config.data, 'heddle.db'));
  const { dryRun } = fieldsIn(options.import);
  if (!isEmpty || dryRun !== true) return use(config);
  const data = await mkdtemp(join(existingParent(config.data), '.heddle-dry-run-'));
  try {
    return await use({ ...config, data });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

function existingParent(folder: string): string {
  const parent = dirname(resolve(folder));
  return existsSync(parent) || parent === dirname(parent) ? parent : existingParent(parent);
}

function importHere(config: Config, options: Result, show: ShowProgress): Promise<ImportResult> {
  return withApp(config, async (app) => {
    const { imports } = await import('../../../transfer/import/running.ts');
    const timer = setInterval(() => show(imports(app).progress), pollMs);
    try {
      return await runAdmin(app, 'import-run', options);
    } finally {
      clearInterval(timer);
    }
  });
}

const progressText = ({ counts, seconds_left: left }: Progress[number]): string =>
  [
    counted(counts.people.found, 'people', 'person'),
    ...(['channels', 'messages', 'files'] as const).map((kind) => counted(counts[kind].found, kind)),
    ...(left === null ? [] : [leftText(left)]),
  ].join(', ');

const leftText = (seconds: number): string =>
  seconds < 60
    ? 'less than a minute left'
    : seconds < 90 * 60
      ? `about ${counted(Math.round(seconds / 60), 'minutes')} left`
      : `about ${counted(Math.round(seconds / 3600), 'hours')} left`;

async function writeReport(folder: string, report: ImportReport): Promise<void> {
  const { reportPage } = await import('../../../transfer/import/report-page.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'report.html'), reportPage(report));
}
