/** Implements `heddle backup`, `restore`, `verify`, `migrate`, `export` and `import`, each in a process of its own beside a running server. */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { backup, countDamaged } from '../../../transfer/archive/backup.ts';
import type { ArchiveSummary } from '../../../transfer/archive/write.ts';
import { readArchiveFrom, writeArchiveTo } from '../../../transfer/archive/place.ts';
import { progressText, type Report } from '../../../transfer/archive/progress.ts';
import { restore, verifyArchive, type RestoreSummary } from '../../../transfer/archive/restore.ts';
import { endCommandWithServer } from '../../../lib/children/end-with-server.ts';
import { loadConfig, type Config } from '../../../lib/config/config.ts';
import type { Damage } from '../../../db/row-sums/check-rows.ts';
import { auditArchive } from './archive-audit.ts';
import { makeProgressLine } from '../progress-line.ts';
import { getPassphrase } from './passphrase.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { textIn } from '../../../lib/objects.ts';
import { toError } from '../../../lib/thrown.ts';
import { writeAside, writeOut } from '../print.ts';

export type Flags = Record<string, unknown> & { json?: boolean };

const holdSeconds = 120;

export async function backupCommand(flags: Flags, path: string): Promise<void> {
  const config = loadConfig(flags);
  if (flags.scheduled === true) endCommandWithServer();
  const passphrase = flags.withSecrets === true ? await getPassphrase(flags, 'confirm') : undefined;
  // The server and its users come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const release = await holdFiles(config);
  const begun = performance.now();
  try {
    const options = { hasFiles: flags.files !== false, passphrase };
    const after = { files: options.hasFiles, secrets: passphrase !== undefined };
    // Scheduled backups are acts of the server itself.
    const isAudited = flags.scheduled === true || (await auditArchive(config, { command: 'backup', after }));
    const made = await withProgress(flags, (report) =>
      writeArchiveTo(
        () => config,
        path,
        (sink) => backup(config, sink, { ...options, report }),
      ),
    );
    const seconds = (performance.now() - begun) / 1000;
    const text =
      flags.json === true
        ? JSON.stringify({ ...made, seconds, audited: isAudited })
        : backupText(made, path, seconds) + auditText(isAudited);
    (path === '-' ? writeAside : writeOut)(`${text}\n`);
    warnOfDamage(made.damages);
  } finally {
    await release();
  }
}

/** A running server postpones file removals until the returned function is called or this process is killed. */
async function holdFiles(config: Config): Promise<() => Promise<void>> {
  const hold = (seconds: number) => askRunningServer(config.data, 'files-hold', { seconds });
  await hold(holdSeconds);
  const timer = setInterval(() => void hold(holdSeconds).catch(() => undefined), (holdSeconds * 1000) / 4);
  return async () => {
    clearInterval(timer);
    await hold(0).catch(() => undefined);
  };
}

export async function exportCommand(flags: Flags, path: string): Promise<void> {
  const config = loadConfig(flags);
  // As the server calls it.
  if (path === '-') endCommandWithServer();
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const release = await holdFiles(config);
  const begun = performance.now();
  const type = flags.publicOnly === true ? 'public' : flags.consented === true ? 'consented' : 'full';
  const subdomain = textIn(flags.org);
  try {
    const options = { type, subdomain, hasFiles: flags.files !== false } as const;
    const isAudited = await auditArchive(config, {
      command: 'export',
      subdomain,
      after: { export_type: type },
    });
    const { exportOrganization } = await import('../../../transfer/organization-archive/export.ts');
    const made = await withProgress(flags, (report) =>
      writeArchiveTo(
        () => config,
        path,
        (sink) => exportOrganization(config, sink, { ...options, report }),
      ),
    );
    const seconds = (performance.now() - begun) / 1000;
    const text =
      flags.json === true
        ? JSON.stringify({ ...made, seconds, audited: isAudited })
        : `${made.organization.name}: ${backupText(made, path, seconds)}${auditText(isAudited)}`;
    (path === '-' ? writeAside : writeOut)(`${text}\n`);
  } finally {
    await release();
  }
}

export async function importCommand(flags: Flags, path: string): Promise<void> {
  const config = loadConfig(flags);
  await refuseRunning(config);
  const { importOrganization, importedOrganization } =
    await import('../../../transfer/organization-archive/import.ts');
  const { importFile } = await import('../../../transfer/organization-archive/import-file.ts');
  const begun = performance.now();
  const target = { subdomain: textIn(flags.subdomain), name: textIn(flags.name) };
  const open = () => readArchiveFrom(() => config, path);
  // If the archive can be read twice, damage is detected before anything is written.
  if (path !== '-') importedOrganization((await verifyArchive(open())).header);
  const done = await withProgress(flags, (report) =>
    path === '-'
      ? importOrganization(config, open(), { ...target, report })
      : importFile(config, open, { ...target, report }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { name, subdomain, url } = done.organization;
  const address = url ?? `the subdomain ${subdomain === '' ? "''" : subdomain}`;
  const text =
    `Imported ${name} at ${address}: ${count(done.rows, 'row')} with ${count(done.messages, 'message')}, ` +
    `${count(done.files, 'file')} in ${seconds.toFixed(1)} s.${missingText(done.missing_files.length)}`;
  writeOut(`${flags.json === true ? JSON.stringify({ ...done, seconds }) : text}\n`);
}

export async function restoreCommand(flags: Flags, path: string): Promise<void> {
  const config = loadConfig(flags);
  await refuseRunning(config);
  const passphrase = await getPassphrase(flags, 'optional');
  const begun = performance.now();
  const done = await withProgress(flags, (report) =>
    restore(
      config,
      readArchiveFrom(() => config, path),
      { passphrase, report },
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
  writeOut(`${flags.json === true ? restoreJson(done, seconds) : restoreText(done, seconds)}\n`);
}

export async function verifyCommand(flags: Flags, path: string | undefined): Promise<void> {
  if (path === undefined) return verifyData(flags);
  const { header, index, bytes } = await withProgress(flags, (report) =>
    verifyArchive(
      readArchiveFrom(() => loadConfig(flags), path),
      report,
    ),
  );
  const rows = Object.values(header.rows).reduce((all, one) => all + one, 0);
  const damaged = header.damaged_rows ?? 0;
  if (damaged > 0) process.exitCode = 1;
  const text = flags.json
    ? JSON.stringify({ ok: damaged === 0, header, index, bytes })
    : `The archive is intact: ${count(rows, 'row')} in ${count(index.tables.length, 'table')}, ${count(index.files.count, 'file')}, ` +
      `made by Heddle ${header.heddle_version} on ${header.created_at}.${missingText(index.files.missing)}${
        damaged === 0
          ? ''
          : `\nPROBLEM  It was made from a damaged database: ${count(damaged, 'row')} in it differ from what was stored.`
      }`;
  writeOut(`${text}\n`);
}

async function verifyData(flags: Flags): Promise<void> {
  const { storedName, verifyInstallation } = await import('../../../transfer/archive/verify.ts');
  const results = await verifyInstallation(loadConfig(flags));
  const isSound = results.every(({ problems }) => problems === 0);
  process.exitCode = isSound ? 0 : 1;
  const lines = results.flatMap(({ name, problems, examples }) =>
    problems === 0 ? [] : [`PROBLEM  ${name}: ${problems}`, ...examples.map((each) => `         ${each}`)],
  );
  const text = [
    ...lines,
    ...results.flatMap(({ notes = [] }) => notes),
    ...(results.some(({ name, problems }) => name === storedName && problems > 0) ? [damageAdvice] : []),
    `${count(results.length, 'check')}, ${isSound ? 'no problems found' : 'problems found'}.`,
  ].join('\n');
  writeOut(`${flags.json === true ? JSON.stringify({ ok: isSound, results }) : text}\n`);
}

export async function migrateCommand(flags: Flags): Promise<void> {
  const config = loadConfig(flags);
  const target = targetConfig(config, flags);
  for (const one of [config, target]) await refuseRunning(one);
  const begun = performance.now();
  const { lockSource } = await import('../../../transfer/archive/lock-source.ts');
  const unlock = await lockSource(config);
  try {
    const done = await withProgress(flags, (report) => pipeArchive(config, target, report));
    const seconds = (performance.now() - begun) / 1000;
    writeOut(`${flags.json === true ? restoreJson(done, seconds) : migrateText(done, seconds)}\n`);
  } finally {
    await unlock();
  }
}

/** Files are not copied unless the data folder changes. */
async function pipeArchive(config: Config, target: Config, report: Report): Promise<RestoreSummary> {
  const hasFiles = config.data !== target.data && config.s3Bucket === undefined;
  const pipe = new PassThrough({ highWaterMark: 1024 * 1024 });
  const sending = backup(
    config,
    async (chunk) => {
      if (!pipe.write(chunk)) await Promise.race([once(pipe, 'drain'), once(pipe, 'close')]);
    },
    { hasFiles, isMove: true },
  ).then(
    ({ damages }) => {
      warnOfDamage(damages);
      pipe.end();
    },
    (error: unknown) => pipe.destroy(toError(error)),
  );
  try {
    const done = await restore(target, pipe, { report, compares: true });
    if (config.data !== target.data) {
      const { copySecrets } = await import('../../../transfer/archive/lock-source.ts');
      copySecrets(config, target);
    }
    return done;
  } finally {
    pipe.destroy();
    await sending;
  }
}

function targetConfig(config: Config, { to }: Flags): Config {
  const place = String(to);
  if (/^postgres(ql)?:\/\//.test(place)) return { ...config, databaseUrl: place };
  const [, folder] = /^sqlite:(.+)$/.exec(place) ?? [];
  if (folder === undefined)
    throw new CommandError('--to must be postgres://… or sqlite:<folder>, such as sqlite:/var/lib/heddle.');
  const { databaseUrl: _, ...rest } = config;
  return { ...rest, data: resolve(folder) };
}

async function refuseRunning({ data }: Config): Promise<void> {
  if (existsSync(join(data, 'heddle.sock')) && (await askRunningServer(data, 'status', {})) !== undefined)
    throw new CommandError(`A server is running on ${data}. Stop it first.`);
}

/** The line is cleared before the result or an error is printed. */
async function withProgress<T>(flags: Flags, work: (report: Report) => Promise<T>): Promise<T> {
  const line = makeProgressLine(flags);
  const begun = performance.now();
  try {
    return await work((state) => line.show(() => progressText(state, (performance.now() - begun) / 1000)));
  } finally {
    line.end();
  }
}

/** The archive has all else that was stored since the last one, so it is made all the same. */
function warnOfDamage(damages: readonly Damage[]): void {
  if (damages.length === 0) return;
  process.exitCode = 1;
  const lines = damages.flatMap(({ examples }) => examples).map((text) => `         ${text}\n`);
  const all = count(countDamaged(damages), 'row');
  writeAside(
    `WARNING  The database is damaged: ${all} differ from what was stored, and are so in the archive.\n${lines.join('')}${damageAdvice}\n`,
  );
}

const damageAdvice =
  'The disk has changed what was stored. Keep the older backups, and restore the newest one for which "heddle verify <archive>" finds no problem.';

const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

const missingText = (missing: number): string =>
  missing === 0
    ? ''
    : ` ${count(missing, 'file')} named by the database ${missing === 1 ? 'was' : 'were'} missing.`;

const auditText = (isAudited: boolean): string =>
  isAudited
    ? ''
    : '\nThe audit log has no entry of it: the database cannot be written now, or has the schema of another version.';

const backupText = (made: Omit<ArchiveSummary, 'organizations'>, path: string, seconds: number): string =>
  `Wrote ${path === '-' ? 'the archive' : path}: ${count(made.rows, 'row')} with ${count(made.messages, 'message')}, ` +
  `${count(made.files, 'file')}, ${(made.bytes / 1024 ** 2).toFixed(1)} MiB in ${seconds.toFixed(1)} s.${missingText(made.missing_files.length)}`;

const restoreText = (done: RestoreSummary, seconds: number): string =>
  `Restored ${count(done.rows, 'row')} and ${count(done.files, 'file')} in ${seconds.toFixed(1)} s.` +
  missingText(done.missing_files.length) +
  (done.has_secrets
    ? ''
    : '\nThe archive has no secrets: copy secrets.toml of the old server into the data folder before the start, or run "heddle secrets renew".');

const restoreJson = ({ header, index, ...rest }: RestoreSummary, seconds: number): string =>
  JSON.stringify({ ...rest, archive: header, sha256: index.sha256, seconds });

const migrateText = (done: RestoreSummary, seconds: number): string =>
  [
    ...done.compared
      .filter(({ rows }) => rows > 0)
      .map(
        ({ name, rows, sha256 }) => `${name.padEnd(24)} ${String(rows).padStart(12)}  ${sha256.slice(0, 16)}`,
      ),
    `All ${count(done.compared.length, 'table')} have the same rows and hashes on both sides: ${count(done.rows, 'row')}, ${count(done.files, 'file')} in ${seconds.toFixed(1)} s.`,
  ].join('\n');
