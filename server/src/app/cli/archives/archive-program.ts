/** Declares the commands about archives; archive-actions.ts implements them. */
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Flags } from './archive-actions.ts';
import { newestZulip, zulipVersions } from '../../../transfer/foreign-export/zulip-versions.ts';
import { administer, organizationFlag } from '../program-parts.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { addProducts } from '../imports/import-program.ts';

/** How program.ts creates a command with the common flags and the examples in its help. */
export interface ProgramParts {
  command: (parent: Command, name: string, description: string) => Command;
  examples: (commands: readonly string[]) => string;
  storageFlags: readonly { flags: string; description: string }[];
}

const passphraseFlag = [
  '--passphrase-file <path>',
  'File that contains the passphrase of the secrets, or - for standard input',
] as const;

const load = () => import('./archive-actions.ts');

export function addArchives(program: Command, parts: ProgramParts): void {
  addBackup(program, parts);
  addRestore(program, parts);
  addVerify(program, parts);
  addMigrate(program, parts);
  addExport(program, parts);
  addImport(program, parts);
}

function withStorage(made: Command, { storageFlags }: ProgramParts): Command {
  for (const { flags, description } of storageFlags) made.option(flags, description);
  return made;
}

function addBackup(program: Command, parts: ProgramParts): void {
  withStorage(
    parts.command(program, 'backup', 'Write an archive of the database and all uploaded files'),
    parts,
  )
    .argument('<file>', 'File or s3://<bucket>/<key> to write, or - for standard output')
    .option('--no-files', 'Omit uploaded files')
    .option('--with-secrets', 'Include secrets.toml, encrypted with a passphrase')
    .option(...passphraseFlag)
    .addOption(new Option('--scheduled', 'Made by the server').hideHelp())
    .addHelpText(
      'after',
      parts.examples([
        'heddle backup /backup/monday.heddle --data ./data',
        'heddle backup - --no-files | ssh vault "cat > monday.heddle"',
        'heddle backup s3://vault/heddle/monday.heddle',
      ]) +
        '\n\nWorks whether or not the server is running. The passphrase can also be set as HEDDLE_BACKUP_PASSPHRASE.',
    )
    .action(async (file: string, flags: Flags) => (await load()).backupCommand(flags, file));
}

function addRestore(program: Command, parts: ProgramParts): void {
  withStorage(
    parts.command(program, 'restore', 'Restore an archive into an empty data folder or database'),
    parts,
  )
    .argument('<file>', 'Archive to read: a file, s3://<bucket>/<key>, or - for standard input')
    .option(...passphraseFlag)
    .addHelpText(
      'after',
      parts.examples([
        'heddle restore /backup/monday.heddle --data ./new',
        'heddle restore /backup/monday.heddle --data ./new --database-url postgres://heddle@localhost/heddle',
      ]) + '\n\nThe server must be stopped. A restore that was interrupted can be run again.',
    )
    .action(async (file: string, flags: Flags) => (await load()).restoreCommand(flags, file));
}

function addVerify(program: Command, parts: ProgramParts): void {
  withStorage(parts.command(program, 'verify', 'Verify an archive, or the data of an installation'), parts)
    .argument(
      '[file]',
      'Archive to read: a file, s3://<bucket>/<key>, or - for standard input; without it, the installation is verified',
    )
    .addHelpText(
      'after',
      parts.examples(['heddle verify /backup/monday.heddle', 'heddle verify --data ./data']) +
        '\n\nWorks whether or not the server is running, and changes nothing.',
    )
    .action(async (file: string | undefined, flags: Flags) => (await load()).verifyCommand(flags, file));
}

function addMigrate(program: Command, parts: ProgramParts): void {
  withStorage(parts.command(program, 'migrate', 'Move to another database, and compare both sides'), parts)
    .requiredOption('--to <place>', 'postgres://… or sqlite:<folder>')
    .addHelpText(
      'after',
      parts.examples([
        'heddle migrate --data ./data --to postgres://heddle@localhost/heddle',
        'heddle migrate --data ./data --database-url postgres://heddle@localhost/heddle --to sqlite:./data',
      ]) + '\n\nThe server must be stopped. The source stays as it is.',
    )
    .action(async (flags: Flags) => (await load()).migrateCommand(flags));
}

function addExport(program: Command, parts: ProgramParts): void {
  withStorage(parts.command(program, 'export', 'Write an archive of one organization'), parts)
    .argument('<file>', 'File to write, or - for standard output')
    .option(...organizationFlag)
    .addOption(
      new Option(
        '--public-only',
        'Only public channels, and nothing that people keep to themselves',
      ).conflicts('consented'),
    )
    .option('--consented', 'Public channels, and private data of users who allow its export')
    .option('--no-files', 'Omit uploaded files')
    .addOption(
      new Option('--html', 'Write a folder of HTML pages instead: the web-public channels').conflicts([
        'publicOnly',
        'consented',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'Write a folder instead, which other products import or people read')
        .choices(['slack', 'mattermost', 'zulip', 'markdown', 'html'])
        .conflicts(['publicOnly', 'consented', 'html']),
    )
    .option(
      '--all-channels',
      'With --format: include private channels; with HTML, those that are not web-public',
    )
    .option('--direct-messages', 'With --format, except for HTML: include direct messages')
    .addOption(
      new Option(
        '--zulip-version <major>',
        `With --format zulip: major version of the server that will import it (default: ${newestZulip})`,
      ).choices(zulipVersions.map(String)),
    )
    .addHelpText(
      'after',
      parts.examples([
        'heddle export weavers.heddle --org weavers --data ./data',
        'heddle export public.heddle --public-only',
        'heddle export ./pages --format html --all-channels',
        'heddle export ./slack --format slack',
        'heddle export ./zulip --format zulip --zulip-version 11 --all-channels --direct-messages',
      ]) +
        '\n\nWorks whether or not the server is running. Without --public-only or --consented, the archive has everything,\n' +
        'private messages and hashes of passwords included. It has no API keys, sessions or invitations.',
    )
    .action((file: string, flags: Flags) => exporterFor(flags)(flags, file));
}

function exporterFor({
  html,
  format,
  directMessages,
  zulipVersion,
}: Flags): (flags: Flags, path: string) => Promise<void> {
  if (zulipVersion !== undefined && format !== 'zulip')
    throw new CommandError('--zulip-version is for --format zulip only.');
  if (html === true || format === 'html') {
    if (directMessages === true) throw new CommandError('HTML pages have no direct messages.');
    return exportHtml;
  }
  return format === undefined ? exportArchive : exportForeign;
}

const exportForeign = (
  { org, format, allChannels, directMessages, zulipVersion, ...flags }: Flags,
  path: string,
) =>
  administer(
    'export-foreign',
    flags,
    {
      folder: resolve(path),
      format,
      allChannels: allChannels === true,
      directMessages: directMessages === true,
      ...(zulipVersion === undefined ? {} : { zulipVersion: Number(zulipVersion) }),
      ...(org === undefined ? {} : { org }),
    },
    ({
      folder,
      channels,
      conversations,
      messages,
      pins,
      pins_left_out: left,
      files,
      missing_files: missing,
      widened,
    }) =>
      `${folder}: ${String(channels)} channels, ${String(conversations)} direct conversations, ` +
      `${String(messages)} messages, ${String(pins)} pins, ${String(files)} files.` +
      (left === 0 ? '' : ` ${String(left)} pins are left out: the format has none where they are.`) +
      (missing === 0 ? '' : ` ${String(missing)} files are missing in the store.`) +
      (widened.length === 0
        ? ''
        : `\nWider there than here:\n${widened.map((line) => `  ${line}.`).join('\n')}`),
  );

const exportArchive = async (flags: Flags, file: string): Promise<void> =>
  (await load()).exportCommand(flags, file);

const exportHtml = ({ org, allChannels, ...flags }: Flags, path: string): Promise<void> =>
  administer(
    'export-html',
    flags,
    {
      folder: resolve(path),
      all: allChannels === true,
      ...(org === undefined ? {} : { org }),
    },
    ({ folder, channels, topics, files }) =>
      `${folder}: ${String(channels)} channels, ${String(topics)} topics, ${String(files)} files. Open index.html.`,
  );

function addImport(program: Command, parts: ProgramParts): void {
  const group = withStorage(
    parts.command(program, 'import', 'Add the organization of an archive, or move in from another product'),
    parts,
  )
    .argument('<file>', 'Archive made by heddle export, or - for standard input')
    .option('--subdomain <word>', "Subdomain of the organization here; '' for the root organization")
    .option('--name <name>', 'Display name of the organization here')
    .addHelpText(
      'after',
      parts.examples([
        'heddle import weavers.heddle --data ./data',
        'heddle import weavers.heddle --subdomain weavers-copy --name "Weavers (copy)"',
      ]) +
        '\n\nThe server must be stopped. An import that was interrupted leaves nothing, and can be run again.',
    )
    .action(async (file: string, flags: Flags) => (await load()).importCommand(flags, file));
  addProducts(group.enablePositionalOptions());
}
