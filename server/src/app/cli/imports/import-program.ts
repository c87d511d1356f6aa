/** Declares the import commands; import-actions.ts implements them. */
import type { Command } from 'commander';
import type { Result } from '../admin-command.ts';
import { table } from '../print.ts';
import {
  administer,
  command,
  examples,
  listedWord,
  organizationFlag,
  whileRunning,
  wholeNumber,
  type Flags,
} from '../program-parts.ts';

const products = [
  ['slack', 'Import an export of Slack: a zip archive, or the folder it was unpacked into'],
  ['mattermost', 'Import a bulk export of Mattermost: a zip archive, a folder, or its .jsonl file'],
  ['zulip', 'Import an export of Zulip: a tar archive, or the folder it was unpacked into'],
  ['rocketchat', 'Import a dump of the database of Rocket.Chat: the folder that mongodump writes'],
  ['discord', 'Import exports of Discord by DiscordChatExporter (JSON): a folder, a zip archive or a file'],
  ['matrix', 'Import exports of Matrix rooms by Element (JSON): a folder, a zip archive or a file'],
  ['teams', 'Import an export of Microsoft Teams (JSON): a folder or a zip archive'],
  ['csv', 'Import CSV or JSON Lines in a format of Heddle: a zip archive, a folder, or one file'],
] as const;

const load = () => import('./import-actions.ts');

export function addProducts(group: Command): void {
  for (const [product, description] of products) addProduct(group, product, description);
  command(
    group,
    'list',
    'List the imports of an organization, and uploaded archives that are not imported yet',
  )
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle import list']) + whileRunning)
    .action(({ org, ...flags }: Flags) =>
      administer('import-list', flags, { org }, ({ imports, archives }) => importsAsText(imports, archives)),
    );
  command(group, 'links', 'Create links for imported users to choose a password; no email is sent')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle import links', 'heddle import links --json']) + whileRunning)
    .action(({ org, ...flags }: Flags) =>
      administer('import-links', flags, { org }, ({ links }) => table(links)),
    );
  command(group, 'stop', 'Stop an import of a running server; it can be continued later')
    .addHelpText('after', examples(['heddle import stop']))
    .action((flags: Flags) =>
      administer('import-stop', flags, {}, ({ stopped }) => `Imports stopped: ${String(stopped)}.`),
    );
  addUndo(group);
}

/** Reasons are sentences, too long for a column. */
function importsAsText(imports: readonly Result[], archives: readonly Result[]): string {
  const rows = archives.map(({ error: _, ...row }) => row);
  const failed = archives.filter(({ error }) => typeof error === 'string');
  return [
    table(imports),
    ...(rows.length > 0 ? ['', table(rows)] : []),
    ...failed.map(({ archive, error }) => `\n${String(archive)}: ${String(error)}`),
    ...(failed.length > 0
      ? ['\nStart it again or undo it in the browser: Organization settings > Imports.']
      : []),
  ].join('\n');
}

function addUndo(group: Command): void {
  command(group, 'undo', 'Undo an import, as long as nobody has replied in it')
    .option(...organizationFlag)
    .option('--run <number>', 'Number of the import; the last one that did anything by default', wholeNumber)
    .option('--dry-run', 'Say what would be undone, and what cannot be; change nothing')
    .addHelpText(
      'after',
      examples(['heddle import undo --dry-run', 'heddle import undo', 'heddle import undo --run 3']) +
        whileRunning +
        '\nIts channels are archived first, so that nobody writes in them meanwhile. An undo that was stopped continues when\n' +
        'it is run again. What a newer export changed of earlier messages is as it was before, except for messages that it\n' +
        'deleted: they come again with the earlier export. Accounts that it deactivated stay so.',
    )
    .action(async (flags: Flags) => (await import('./undo-text.ts')).undoCommand(flags));
}

function addProduct(group: Command, product: string, description: string): void {
  command(group, product, description)
    .argument('<file>', 'File or folder')
    .option('--org <subdomain>', 'Import into this organization; required if there are several')
    .option('--new <name>', 'Import into a new organization of this name')
    .option(
      '--subdomain <word>',
      "With --new: subdomain of the organization; '' for the root organization",
      '',
    )
    .option(
      '--owner-email <address>',
      'With --new: email address of its owner, who may be among the people of the export',
    )
    .option('--owner-name <name>', 'With --new: full name of its owner; by default as in the export')
    .option('--dry-run', 'Read everything and report what would happen; change nothing')
    .option('--again', 'Say what this export would add to and change of what came before; change nothing')
    .option('--report <folder>', 'Write the report there, as report.json and report.html')
    .option(
      '--threads <rule>',
      'topic: each thread becomes a topic; join: threads of fewer than five messages do not',
      listedWord('topic', 'join'),
      'topic',
    )
    .option(
      '--topic-names <rule>',
      'words: name topics of threads after their first words; date: with the date before them',
      listedWord('words', 'date'),
      'words',
    )
    .option('--topic <name>', 'Topic for messages outside threads')
    .option('--notices', 'Keep notices that someone joined, left or renamed something')
    .option('--no-notices', 'Leave them out, and those of the bots of Zulip, which are kept otherwise')
    .option('--keep-roles', 'Keep the roles of owners and administrators, as --new does')
    .option('--no-downloads', 'Do not download files that the export only links to')
    .option('--max-errors <number>', 'Stop after more problems than this', wholeNumber)
    .option('--source <name>', 'Name of the workspace, to distinguish exports of several')
    .addHelpText(
      'after',
      examples([
        `heddle import ${product} export.zip --dry-run --report ./report`,
        `heddle import ${product} export.zip --new "Weavers" --owner-email ada@example.com --owner-name "Ada"`,
      ]) +
        '\n\nWorks whether or not the server is running; faster while it is stopped. An import that was interrupted continues\n' +
        'when it is run again, and a newer export adds what is new, and changes what was edited or deleted there since. See docs/import.md.',
    )
    .action(async (file: string, flags: Flags) => (await load()).importCommand(product, file, flags));
}
