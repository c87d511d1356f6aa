/** Implements `heddle import slack` and the same for the other products, in the running server if there is one, otherwise in this process. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { limits } from '../../../../../wire/core.ts';
import { loadConfig, type Config } from '../../../lib/config/config.ts';
import type { ImportReport } from '../../../transfer/import/report.ts';
import type { Result } from '../admin-command.ts';
import type { CommandResult } from '../command-list.ts';
import { runAdmin, withApp } from '../admin.ts';
import type { Flags } from '../program-parts.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { makeProgressLine } from '../progress-line.ts';

type ImportResult = CommandResult<'import-run'>;

export async function importCommand(product: string, file: string, flags: Flags): Promise<void> {
  const config = loadConfig(flags);
  const begun = performance.now();
  const { options, into } = makeOptions(product, file, flags);
  const done = await runWithProgress(config, { import: options, ...(into ? { into } : {}) }, flags);
  if (typeof flags.report === 'string') await writeReport(flags.report, done.report);
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(`${flags.json === true ? JSON.stringify({ ...done, seconds }) : said(done, flags)}\n`);
}

function makeOptions(
  product: string,
  file: string,
  flags: Flags,
): { options: Result; into: Result | undefined } {
  const { new: name, org, ownerEmail, ownerName, subdomain } = flags;
  if (name !== undefined && org !== undefined) throw new CommandError('Give either --org or --new.');
  if (name !== undefined && ownerEmail === undefined)
    throw new CommandError('With --new, give the owner of the organization with --owner-email.');
  const given = {
    ...{ product, path: resolve(file), org, dryRun: flags.dryRun === true, notices: flags.notices },
    ...{ threads: flags.threads, topicNames: flags.topicNames, topic: flags.topic, source: flags.source },
    ...{
      roles: flags.keepRoles === true ? true : undefined,
      downloads: flags.downloads,
      maxErrors: flags.maxErrors,
    },
  };
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (name === undefined) return { options, into: undefined };
  const into = { name, subdomain, ownerEmail, ownerName: ownerName ?? nameIn(String(ownerEmail)) };
  return { options, into };
}

/** The local part, if it is usable as a name. */
function nameIn(email: string): string {
  const [local = ''] = email.split('@');
  return [...local].length >= limits.fullNameLeast ? local : 'Owner';
}

const pollMs = 1000;

type ReportedCounts = Pick<ImportReport, 'counts'>;
type ShowReports = (reports: readonly ReportedCounts[] | undefined) => void;

async function runWithProgress(config: Config, options: Result, flags: Flags): Promise<ImportResult> {
  const line = makeProgressLine(flags);
  const show: ShowReports = (reports = []) => {
    if (reports.length > 0) line.show(() => reports.map(progressText).join('; '));
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
  show: ShowReports,
): Promise<ImportResult | undefined> {
  const ask = () => askRunningServer(config.data, 'import-progress', {});
  const timer = setInterval(
    () =>
      void ask().then(
        (response) => show(response?.reports),
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

async function runHere(config: Config, options: Result, show: ShowReports): Promise<ImportResult> {
  if (
    options.into === undefined &&
    config.databaseUrl === undefined &&
    !existsSync(join(config.data, 'heddle.db'))
  )
    throw new CommandError(`There is no database in ${config.data}. Specify the data folder with --data.`);
  return withApp(config, async (app) => {
    const { imports } = await import('../../../transfer/import/running.ts');
    const timer = setInterval(() => show(imports(app).reports), pollMs);
    try {
      return await runAdmin(app, 'import-run', options);
    } finally {
      clearInterval(timer);
    }
  });
}

const progressText = ({ counts }: ReportedCounts): string =>
  `${number(counts.people.found)} people, ${number(counts.channels.found)} channels, ` +
  `${number(counts.messages.found)} messages, ${number(counts.files.found)} files`;

const number = (n: number): string => n.toLocaleString('en');

async function writeReport(folder: string, report: ImportReport): Promise<void> {
  const { reportPage } = await import('../../../transfer/import/report-page.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'report.html'), reportPage(report));
}

const accessLines = (title: string, lines: ImportReport['wider']): string[] =>
  lines.length === 0
    ? [`${title}: nothing.`]
    : [`${title}:`, ...lines.map(({ place, reason }) => `  ${place}: ${reason}`)];

function said({ report, organization, owner_link: link }: ImportResult, flags: Flags): string {
  const { counts } = report;
  const verb = report.dry_run ? 'Would import' : 'Imported';
  const parts = (
    ['people', 'channels', 'conversations', 'messages', 'threads', 'reactions', 'files', 'emoji'] as const
  )
    .filter((kind) => counts[kind].added > 0)
    .map((kind) => `${number(counts[kind].added)} ${kind}`);
  const lines = [
    `${verb} ${parts.length === 0 ? 'nothing new' : parts.join(', ')} from ${report.product} (${report.origin}) into ${organization.name}, in ${report.seconds.toFixed(1)} s.`,
    ...accessLines('Wider here than there', report.wider),
    ...accessLines('Narrower here than there', report.narrower),
    ...(report.left_out.length > 0 ? ['Left out:'] : []),
    ...report.left_out.map(({ what, count, reason }) => `  ${number(count)} × ${what}: ${reason}`),
    ...(report.problem_count > 0 ? [`${number(report.problem_count)} problems:`] : []),
    ...Object.entries(report.problems_by_reason).map(([reason, n]) => `  ${number(n)} × ${reason}`),
    ...(report.without_email > 0
      ? [`${number(report.without_email)} people have no email address in the export.`]
      : []),
    ...(report.estimate
      ? [
          `It would take about ${number(report.estimate.seconds)} s and ${Math.ceil(report.estimate.bytes / 1024 ** 2)} MiB.`,
        ]
      : []),
    ...(link === undefined ? [] : [`The owner chooses a password at ${link}`]),
    ...(typeof flags.report === 'string' ? [`The report is in ${flags.report}.`] : []),
  ];
  return lines.join('\n');
}
