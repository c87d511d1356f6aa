/** Declares the commands, their flags and their help. The implementation is loaded when a command runs. */
import { Argument, Command, Help, type Option } from 'commander';
import { languages } from '../../../../wire/languages.ts';
import { configFlags } from '../../lib/config/config-schema.ts';
import { heddleVersion } from '../../lib/version.ts';
import { completionScript, shells, type Shell } from './completion.ts';
import type { Result } from './admin-command.ts';
import { addArchives } from './archives/archive-program.ts';
import {
  type Flags,
  administer,
  command,
  examples,
  fold,
  helpLayout,
  password,
  storageFlags,
  whileRunning,
  wholeNumber,
} from './program-parts.ts';
import { shownToUsers } from './command-error.ts';
import { addMailDigest, addMailTest, addOrganizationStates, addStats } from './operate-program.ts';
import { addSupport } from './support-program.ts';
import { addKeys } from './key-program.ts';
import { addLdap } from './ldap-program.ts';
import { addPush } from './push-program.ts';
import { addScim } from './scim-program.ts';
import { addUsers } from './user-program.ts';
import { outliveReaders, writeAside, writeOut } from './print.ts';

export async function run(argv: readonly string[]): Promise<void> {
  outliveReaders();
  try {
    await makeProgram(argv).parseAsync(argv);
  } catch (error) {
    complain(error, argv.includes('--json'));
  }
}

/** @param argv With `--json`, usage errors are JSON too: the parser writes them before it knows its options. */
export function makeProgram(argv: readonly string[] = []): Command {
  const program = new Command('heddle')
    .description('Self-hosted team messaging, compatible with the Zulip HTTP API.')
    .version(heddleVersion, '-V, --version', 'Show the version')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp({
      visibleOptions: ownFirst,
      padWidth: helpLayout.padWidth,
      formatItem: helpLayout.formatItem,
    })
    .configureOutput({ writeOut: writeHelp })
    .helpOption('-h, --help', 'Show help')
    // `import` has both options and subcommands: options after a command's name belong to that command.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      examples(['heddle serve --port 9991 --data ./data', 'heddle organization create --help']),
    );
  if (argv.includes('--json')) program.configureOutput({ outputError: writeUsageError });
  else program.showHelpAfterError('(run with --help for usage)');
  addServe(program);
  addOrganization(program);
  addUsers(program);
  addKeys(program);
  addScim(program);
  addPush(program);
  addLdap(program);
  addMail(program);
  addStats(program);
  addSecrets(program);
  addArchives(program, { command, examples, storageFlags });
  addBuild(program);
  addTools(program);
  addSupport(program);
  addCompletion(program);
  return program;
}

const writeHelp = (text: string): void =>
  writeOut(fold(text, process.stdout.isTTY ? process.stdout.columns : 80));

/** Lists a command's own options before the common ones. */
function ownFirst(command: Command): Option[] {
  const isShared = ({ long }: Option) => long === '--json' || long === '--help' || isSetting(long ?? '');
  return new Help().visibleOptions(command).sort((a, b) => Number(isShared(a)) - Number(isShared(b)));
}

const isSetting = (long: string): boolean => configFlags.some(({ flags }) => flags.startsWith(`${long} `));

function writeUsageError(text: string, write: (text: string) => void): void {
  write(`${JSON.stringify({ error: text.replace(/^error: /, '').trim() })}\n`);
}

function complain(error: unknown, isJson: boolean): void {
  const text = shownToUsers(error);
  if (text === undefined) throw error;
  writeAside(isJson ? `${JSON.stringify({ error: text })}\n` : `heddle: ${text}\n`);
  process.exitCode = 1;
}

function addServe(program: Command): void {
  command(program, 'serve', 'Start the server', [...configFlags])
    .option('--demo', 'Start with a small sample organization')
    .addHelpText(
      'after',
      examples([
        'heddle serve                          # ./data, http://localhost:9991',
        'heddle serve --demo --data /tmp/try   # with sample data',
        'heddle serve --host 0.0.0.0 --base-url https://chat.example.com',
      ]) +
        '\n\nEvery flag can also be set as the environment variable HEDDLE_<NAME>, or in heddle.toml in the data folder.',
    )
    .action(async (flags: Flags) => {
      const { serve } = await import('./serve-command.ts');
      await serve(flags);
    });
}

function addOrganization(program: Command): void {
  const group = program.command('organization').alias('org').description('Manage organizations');
  addOrganizationStates(group);
  command(group, 'create', 'Create an organization with its first owner')
    .requiredOption('--name <name>', 'Display name')
    .option('--subdomain <word>', "Subdomain of the server's host name; '' for the root organization", '')
    .requiredOption('--owner-email <address>', 'Email address of the owner, used to sign in')
    .requiredOption('--owner-name <name>', 'Full name of the owner')
    .option(
      '--language <code>',
      `Default language of new users (default: English). One of: ${languages.map(({ code }) => code).join(', ')}`,
    )
    .option('--empty', 'Omit the general channel and its introductory topics')
    .option(
      '--owner-password <password>',
      'Of the owner, at least 8 characters; visible to other users of this machine',
    )
    .option(
      '--owner-password-file <path>',
      'File that contains the password of the owner, or - for standard input',
    )
    .addHelpText(
      'after',
      examples([
        'heddle organization create --name Weavers --owner-email ada@example.com \\\n      --owner-name "Ada Achterberg" --owner-password-file ./password.txt',
        'heddle organization create --name "Second floor" --subdomain second …   # at second.<your host>',
      ]) + whileRunning,
    )
    .action(async (flags: Flags) => {
      const { name, subdomain, language, ownerEmail, ownerName, empty } = flags;
      const ownerPassword = await password(flags, 'owner-password');
      await administer(
        'org-create',
        flags,
        { name, subdomain, language, ownerEmail, ownerName, ownerPassword, empty },
        (made) =>
          `Created the organization. ${made.email} is its owner and can create users.\nAPI key  ${made.api_key}`,
      );
    });
}

function addMail(program: Command): void {
  const group = program.command('mail').description('Test outgoing email, and process replies');
  addMailTest(group);
  addMailDigest(group);
  command(group, 'receive', 'Accept a reply to a notification email on standard input, for mail servers')
    .option('--to <address>', 'Envelope recipient; read from the headers if omitted')
    .addHelpText(
      'after',
      examples(['heddle mail receive --data ./data --to "$ORIGINAL_RECIPIENT" < answer.eml']) +
        '\n\nExits with a status from sysexits.h: 0 accepted; 65, 67 or 77 permanent failure; 75 temporary failure.\nRequires a running server.',
    )
    .action(async (flags: Flags) => {
      const { receiveMail } = await import('./mail-receive.ts');
      process.exitCode = await receiveMail(flags, process.stdin);
    });
}

function sayRotated({ accounts, signed_out, accepted_until, file }: Result): string {
  const done = signed_out === true ? 'given new API keys and signed out' : 'encrypted again';
  const until =
    typeof accepted_until === 'number'
      ? ` Links made with the former key are accepted until ${new Date(accepted_until * 1000).toISOString().slice(0, 10)}.`
      : '';
  return `${String(file)} has a new key. Accounts ${done}: ${String(accounts)}.${until}`;
}

function addSecrets(program: Command): void {
  const group = program.command('secrets').description('Manage the secrets in the data folder');
  command(group, 'rotate', 'Replace the server key; API keys and sessions keep working')
    .option('--days <number>', 'Days for which links made with the former key are accepted', wholeNumber, 31)
    .option('--sign-out', 'Give every account a new API key, and accept nothing made with the former key')
    .addHelpText(
      'after',
      examples(['heddle secrets rotate', 'heddle secrets rotate --sign-out']) +
        '\n\nBack up secrets.toml afterwards: the former file does not fit the database any more.' +
        whileRunning,
    )
    .action(({ days, signOut = false, ...flags }: Flags) =>
      administer('secrets-rotate', flags, { days, signOut }, sayRotated),
    );
  command(group, 'renew', 'Generate new secrets; every account gets a new API key and is signed out')
    .addHelpText(
      'after',
      examples(['heddle secrets renew --data ./data']) +
        '\n\nUse it when secrets.toml was lost or leaked. Links in emails and pending invitations stop working; passwords\n' +
        'stay valid. The old file is kept under another name. The server must be stopped.',
    )
    .action(async (flags: Flags) => {
      const { renewSecrets } = await import('./secrets/renew.ts');
      const { accounts, former } = await renewSecrets(flags);
      const kept = former === null ? '' : ` The old secrets were moved to ${former}.`;
      const text = `Generated new secrets and new API keys for ${accounts} accounts.${kept}`;
      writeOut(`${flags.json === true ? JSON.stringify({ accounts, former }) : text}\n`);
    });
}

/** The launcher has built everything by the time this runs. */
function addBuild(program: Command): void {
  program
    .command('build')
    .description('Install dependencies and build the server without starting it')
    .action(() => writeOut('Build complete.\n'));
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText(
      'after',
      examples([
        'source <(heddle completion bash)',
        'heddle completion fish > ~/.config/fish/completions/heddle.fish',
      ]),
    )
    .action((shell: Shell) => writeOut(completionScript(program, shell)));
}

function addTools(program: Command): void {
  const count = (what: string) => [`--${what} <number>`, `Number of ${what}`, wholeNumber] as const;
  command(program, 'demo', 'Generate a large organization for benchmarks, reproducible by seed')
    .option(...count('people'), 1000)
    .option(...count('channels'), 100)
    .option(...count('messages'), 100_000)
    .option('--seed <number>', 'Seed of the random generator', wholeNumber, 7)
    .addHelpText(
      'after',
      examples([
        'heddle demo --people 10000 --channels 1000 --messages 1000000 --seed 7 --data ./large',
        'heddle serve --demo                   # for a small sample organization',
      ]) + '\n\nThe server must be stopped.',
    )
    .action(async (flags: Flags) => {
      const { demo } = await import('../demo/command.ts');
      await demo(flags);
    });
  const config = program.command('config').description('Inspect the configuration');
  command(config, 'print', 'Print every setting and its source; secrets are hidden', [...configFlags])
    .addHelpText('after', examples(['heddle config print', 'HEDDLE_PORT=8080 heddle config print --json']))
    .action(async (flags: Flags) => {
      const [{ loadConfig }, { printConfig }] = await Promise.all([
        import('../../lib/config/config.ts'),
        import('./config-print.ts'),
      ]);
      writeOut(`${printConfig(loadConfig(flags), { isJson: flags.json === true })}\n`);
    });
  command(program, 'doctor', 'Check the machine, the configuration and the data', [...configFlags])
    .option('--mail-to <address>', 'Send a test email to this address; none is sent otherwise')
    .option('--dkim-selector <selector>', 'Selector under which the mail server publishes its DKIM key')
    .addHelpText(
      'after',
      examples(['heddle doctor --data ./data', 'heddle doctor --mail-to ada@example.com']) + whileRunning,
    )
    .action(async (flags: Flags) => {
      const { doctor } = await import('./doctor/doctor.ts');
      process.exitCode = await doctor(flags);
    });
}
