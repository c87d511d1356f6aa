/** The commands, their flags and their help. What a command does is loaded when it runs. */
import { Command, Help, InvalidArgumentError, type Option } from 'commander';
import { configFlags } from '../config-schema.ts';
import { heddleVersion } from '../version.ts';
import type { AdminCommandName, Result } from './admin.ts';
import { toldToPeople } from './trouble.ts';

type Flags = Record<string, unknown> & { json?: boolean };

export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('heddle')
    .description('Team messaging you host yourself, compatible with the Zulip HTTP API.')
    .version(heddleVersion, '-V, --version')
    .helpCommand('help [command]', 'Say more about a command')
    .configureHelp({ visibleOptions: ownFirst })
    .showHelpAfterError('(add --help to see what there is)')
    .addHelpText('after', examples(['heddle serve --port 9991 --data ./data', 'heddle org create --help']));
  addServe(program);
  addOrganization(program);
  addUsers(program);
  addMail(program);
  addSecrets(program);
  addBuild(program);
  addTools(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    complain(error, argv.includes('--json'));
  }
}

/** A command's own options before those that many have. */
function ownFirst(command: Command): Option[] {
  const isShared = ({ long }: Option) => long === '--json' || long === '--help' || isSetting(long ?? '');
  return new Help().visibleOptions(command).sort((a, b) => Number(isShared(a)) - Number(isShared(b)));
}

const isSetting = (long: string): boolean => configFlags.some(({ flags }) => flags.startsWith(`${long} `));

function complain(error: unknown, isJson: boolean): void {
  const text = toldToPeople(error);
  if (text === undefined) throw error;
  process.stderr.write(isJson ? `${JSON.stringify({ error: text })}\n` : `heddle: ${text}\n`);
  process.exitCode = 1;
}

const examples = (commands: readonly string[]): string =>
  `\nExamples:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;

/** Flags of `serve` that every command understands: which data it is about. */
const aboutData = configFlags.filter(({ flags }) => /^--(data|database-url)\b/.test(flags));

function command(parent: Command, name: string, description: string, flags = aboutData): Command {
  const made = parent.command(name).description(description);
  for (const one of flags) made.option(one.flags, one.description);
  return made.option('--json', 'Print JSON for programs');
}

function addServe(program: Command): void {
  command(program, 'serve', 'Run the server', [...configFlags])
    .option('--demo', 'Begin with an organization that has people and conversations in it')
    .addHelpText(
      'after',
      examples([
        'heddle serve                          # ./data, http://localhost:9991',
        'heddle serve --demo --data /tmp/try   # something to look at',
        'heddle serve --host 0.0.0.0 --base-url https://chat.example.com',
      ]) +
        '\n\nEvery flag can be set as HEDDLE_<NAME> in the environment or in heddle.toml in the data folder.',
    )
    .action(async (flags: Flags) => {
      const { serve } = await import('./serve-command.ts');
      await serve(flags);
    });
}

function addOrganization(program: Command): void {
  const group = program.command('org').description('Organizations of this server');
  command(group, 'create', 'Make an organization and its first owner')
    .requiredOption('--name <name>', 'Name that people see')
    .option('--subdomain <word>', "Its part of the host name; '' for the server's own", '')
    .requiredOption('--owner-email <address>', 'The owner signs in with it')
    .requiredOption('--owner-name <name>', "The owner's full name")
    .option('--language <code>', 'What people there begin with, such as de; English, if nothing is said')
    .option('--empty', 'Without the general channel and the topics that show how things work')
    .option('--owner-password <password>', 'At least 8 characters; other users of this machine can see it')
    .option('--owner-password-file <path>', 'File that holds the password, or - for standard input')
    .addHelpText(
      'after',
      examples([
        'heddle org create --name Weavers --owner-email ada@example.com \\\n      --owner-name "Ada Achterberg" --owner-password-file ./password.txt',
        'heddle org create --name "Second floor" --subdomain second …   # at second.<your host>',
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
          `Made the organization. ${String(made.email)} owns it and may create users.\nAPI key  ${String(made.api_key)}`,
      );
    });
}

const whileRunning = '\n\nWorks while the server runs, and while it does not.';

const organizationFlag = ['--org <subdomain>', 'Which organization, when there are several'] as const;

function addUsers(program: Command): void {
  const group = program.command('user').description('People of an organization');
  addUserCreate(group);
  addUserSetRole(group);
  addUserGrant(group);
}

function addUserCreate(group: Command): void {
  command(group, 'create', 'Make an account')
    .requiredOption('--email <address>', 'The person signs in with it')
    .requiredOption('--name <name>', 'Full name')
    .option('--password <password>', 'At least 8 characters; other users of this machine can see it')
    .option('--password-file <path>', 'File that holds the password, or - for standard input')
    .option('--role <role>', roleHelp, 'member')
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples([
        'heddle user create --email ben@example.com --name "Ben Okafor" --password-file -',
        'heddle user create --email gus@example.com --name "Gus Parker" --role guest --password-file ./password.txt',
      ]) + whileRunning,
    )
    .action(async (flags: Flags) => {
      const { email, name, role, org } = flags;
      await administer(
        'user-create',
        flags,
        { email, name, role, org, password: await password(flags, 'password') },
        (made) => `Made the account ${String(made.email)}.\nAPI key  ${String(made.api_key)}`,
      );
    });
}

function addUserSetRole(group: Command): void {
  command(group, 'set-role', 'Change what someone is in the organization')
    .requiredOption('--email <address>', 'Whose role')
    .requiredOption('--role <role>', roleHelp)
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples(['heddle user set-role --email ben@example.com --role administrator']) + whileRunning,
    )
    .action((flags: Flags) => {
      const { email, role, org } = flags;
      return administer('user-set-role', flags, { email, role, org }, (answer) =>
        answer.changed === true
          ? `${String(answer.email)} is ${withArticle(String(answer.role))} now.`
          : `${String(answer.email)} is ${withArticle(String(answer.role))} already.`,
      );
    });
}

function addUserGrant(group: Command): void {
  command(group, 'grant', 'Give someone a right that no role has')
    .requiredOption('--email <address>', 'Who gets it')
    .requiredOption('--permission <name>', 'can_create_users or can_change_user_emails')
    .option('--revoke', 'Take it away instead')
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples([
        'heddle user grant --email ben@example.com --permission can_create_users',
        'heddle user grant --email ben@example.com --permission can_create_users --revoke',
      ]) + whileRunning,
    )
    .action((flags: Flags) => {
      const { email, permission, revoke = false, org } = flags;
      return administer('user-grant', flags, { email, permission, revoke, org }, (answer) =>
        answer.holds === true
          ? `${String(answer.email)} holds ${String(answer.permission)}.`
          : `${String(answer.email)} does not hold ${String(answer.permission)}.`,
      );
    });
}

function addMail(program: Command): void {
  const group = program.command('mail').description('E-mail that comes in');
  command(group, 'receive', 'Take an answer to an e-mail, from a mail server, on standard input')
    .option('--to <address>', 'Whom the mail server has it for; else the e-mail itself is asked')
    .addHelpText(
      'after',
      examples(['heddle mail receive --data ./data --to "$ORIGINAL_RECIPIENT" < answer.eml']) +
        '\n\nEnds with what sysexits.h says: 0 taken, 65, 67 or 77 never, 75 later. Only while the server runs.',
    )
    .action(async (flags: Flags) => {
      const { receiveMail } = await import('./mail-receive.ts');
      process.exitCode = await receiveMail(flags, process.stdin);
    });
}

function addSecrets(program: Command): void {
  const group = program.command('secrets').description('The secrets of the data folder');
  command(group, 'renew', 'Make new secrets: every account gets a new API key, and everybody is signed out')
    .addHelpText(
      'after',
      examples(['heddle secrets renew --data ./data']) +
        '\n\nFor when secrets.toml is lost, or others have seen it. Links in e-mails and invitations that are under way\n' +
        'stop working; passwords go on working. The former file is kept under another name. Only while the server does not run.',
    )
    .action(async (flags: Flags) => {
      const { renewSecrets } = await import('./secrets-renew.ts');
      const { accounts, former } = await renewSecrets(flags);
      const kept = former === null ? '' : ` The former secrets are in ${former}.`;
      const text = `New secrets: ${accounts} accounts have new API keys.${kept}`;
      process.stdout.write(`${flags.json === true ? JSON.stringify({ accounts, former }) : text}\n`);
    });
}

const roleHelp = 'owner, administrator, moderator, member or guest';
const withArticle = (role: string): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

/** The launcher has done it by the time that this runs. */
function addBuild(program: Command): void {
  program
    .command('build')
    .description('Install and build what the server needs, and end: before a service user starts it')
    .action(() => void process.stdout.write('Everything is built.\n'));
}

function addTools(program: Command): void {
  const count = (what: string) => [`--${what} <number>`, `How many ${what}`, wholeNumber] as const;
  command(program, 'demo', 'Make a large organization for measuring, the same for the same seed')
    .option(...count('people'), 1000)
    .option(...count('channels'), 100)
    .option(...count('messages'), 100_000)
    .option('--seed <number>', 'Another seed, other conversations', wholeNumber, 7)
    .addHelpText(
      'after',
      examples([
        'heddle demo --people 10000 --channels 1000 --messages 1000000 --seed 7 --data ./large',
        'heddle serve --demo                   # for something small and readable instead',
      ]) + '\n\nOnly while the server does not run.',
    )
    .action(async (flags: Flags) => {
      const { demo } = await import('./demo/command.ts');
      await demo(flags);
    });
  const config = program.command('config').description('The configuration');
  command(config, 'print', 'Show every setting and where its value comes from, secrets hidden', [
    ...configFlags,
  ])
    .addHelpText('after', examples(['heddle config print', 'HEDDLE_PORT=8080 heddle config print --json']))
    .action(async (flags: Flags) => {
      const [{ loadConfig }, { printConfig }] = await Promise.all([
        import('../config.ts'),
        import('./config-print.ts'),
      ]);
      process.stdout.write(`${printConfig(loadConfig(flags), { isJson: flags.json === true })}\n`);
    });
  command(program, 'doctor', 'Look for what is wrong with the machine, the configuration and the data', [
    ...configFlags,
  ])
    .option('--mail-to <address>', 'Send an e-mail there, to see it arrive; without this none is sent')
    .addHelpText(
      'after',
      examples(['heddle doctor --data ./data', 'heddle doctor --mail-to ada@example.com']) + whileRunning,
    )
    .action(async (flags: Flags) => {
      const { doctor } = await import('./doctor.ts');
      process.exitCode = await doctor(flags);
    });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

async function administer(
  name: AdminCommandName,
  flags: Flags,
  options: Result,
  say: (answer: Result) => string,
): Promise<void> {
  const [{ loadConfig }, { runWherePossible }] = await Promise.all([
    import('../config.ts'),
    import('./admin.ts'),
  ]);
  const { warning, ...answer } = await runWherePossible(loadConfig(flags), name, options);
  if (typeof warning === 'string') process.stderr.write(`heddle: ${warning}\n`);
  process.stdout.write(`${flags.json ? JSON.stringify(answer) : say(answer)}\n`);
}

/** From its flag, or from the file or the standard input that its flag names. */
async function password(flags: Flags, flag: string): Promise<string> {
  const { givenSecret } = await import('./given-secret.ts');
  return givenSecret(flags, flag);
}
