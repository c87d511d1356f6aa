/** The commands about organizations, jobs, mail, storage and event queues. */
import type { Command } from 'commander';
import type { Result } from './admin-command.ts';
import { list, table, writeOut } from './print.ts';
import {
  type Flags,
  administer,
  command,
  examples,
  organizationFlag,
  whileRunning,
  wholeNumber,
} from './program-parts.ts';

export function addOrganizationStates(group: Command): void {
  command(group, 'list', 'List the organizations of the server')
    .addHelpText('after', examples(['heddle organization list']) + whileRunning)
    .action((flags: Flags) =>
      administer('organization-list', flags, {}, ({ organizations }) => table(organizations)),
    );
  addSettings(group);
  addOrganizationDelete(group);
  for (const [name, description, state] of [
    ['deactivate', 'Deactivate an organization: nobody can sign in, and nothing is deleted', 'deactivated'],
    ['reactivate', 'Reactivate an organization as it was', 'active'],
  ] as const)
    command(group, name, description)
      .option(...organizationFlag)
      .addHelpText('after', examples([`heddle organization ${name} --org second`]) + whileRunning)
      .action(({ org, ...flags }: Flags) =>
        administer('organization-set-active', flags, { active: state === 'active', org }, (response) =>
          response.changed ? `${response.name} is ${state}.` : `${response.name} is already ${state}.`,
        ),
      );
}

function addOrganizationDelete(group: Command): void {
  command(
    group,
    'delete',
    'Delete a deactivated organization for good, with all messages, files and accounts',
  )
    .requiredOption('--org <subdomain>', "Subdomain of the organization; '' for the root organization")
    .option('--yes', 'Confirm: this cannot be undone; otherwise the name has to be typed')
    .addHelpText(
      'after',
      examples([
        'heddle organization deactivate --org second',
        'heddle export second.heddle --org second',
        'heddle organization delete --org second',
      ]) + '\n\nThe server must be stopped. Backups still have what was deleted.',
    )
    .action(async (flags: Flags) => {
      const { organizationDelete } = await import('./organization-delete.ts');
      await organizationDelete(flags);
    });
}

const saySetting = ({ setting, value, changed }: Result): string =>
  `${String(setting)} is ${changed === true ? 'now' : 'already'} ${JSON.stringify(value)}.`;

function addSettings(group: Command): void {
  command(group, 'rename', 'Change the display name of an organization')
    .requiredOption('--name <name>', 'New display name')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle organization rename --name "Weavers’ Guild"']) + whileRunning)
    .action(({ name, org, ...flags }: Flags) =>
      administer('organization-set', flags, { setting: 'name', value: name, org }, saySetting),
    );
  command(group, 'set', 'Change a setting of an organization')
    .argument('<setting>', 'Name of the setting, as in the API operation update-realm')
    .argument('<value>', 'Value as JSON, or plain text')
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples([
        'heddle organization set invite_required false',
        'heddle organization set message_retention_days 365 --org second',
        'heddle organization set message_retention_days unlimited',
      ]) + whileRunning,
    )
    .action((setting: string, value: string, { org, ...flags }: Flags) =>
      administer('organization-set', flags, { setting, value, org }, saySetting),
    );
}

export function addMailTest(group: Command): void {
  command(group, 'test', 'Send a test email')
    .requiredOption('--to <address>', 'Recipient')
    .addHelpText('after', examples(['heddle mail test --to ada@example.com']) + whileRunning)
    .action(({ to, ...flags }: Flags) => administer('mail-test', flags, { to }, ({ text }) => text));
}

export function addMailDigest(group: Command): void {
  command(group, 'digest', 'Show the digest that a user would get now; nothing is sent')
    .requiredOption('--email <address>', 'User')
    .option(...organizationFlag)
    .option('--html', 'Print the HTML instead of the text')
    .addHelpText(
      'after',
      examples([
        'heddle mail digest --email ada@example.com',
        'heddle mail digest --email ada@example.com --html > digest.html',
      ]) + whileRunning,
    )
    .action(({ email, org, html, ...flags }: Flags) =>
      administer('mail-digest', flags, { email, org }, (shown) =>
        shown.text === null
          ? 'There is nothing new: no digest would be sent.'
          : String(html === true ? shown.html : shown.text),
      ),
    );
}

function addNodes(program: Command): void {
  command(program, 'nodes', 'List the nodes that serve the database')
    .addHelpText('after', examples(['heddle nodes', 'heddle nodes --json']) + whileRunning)
    .action(async ({ json, ...flags }: Flags) => {
      const [{ loadConfig }, { listNodes }] = await Promise.all([
        import('../../lib/config/config.ts'),
        import('./nodes.ts'),
      ]);
      const listed = await listNodes(loadConfig(flags));
      writeOut(`${json ? JSON.stringify(listed) : table(listed.nodes)}\n`);
    });
}

export function addStats(program: Command): void {
  addNodes(program);
  addJobs(program);
  const storage = program.command('storage').description('Inspect the database and uploaded files');
  const queue = program.command('queue').description('Inspect event queues');
  const top = ['--top <number>', 'Number of users to show for each organization', wholeNumber, 5] as const;
  command(storage, 'stats', 'Show the size of the database and of uploaded files')
    .option(...top)
    .addHelpText('after', examples(['heddle storage stats --top 20']) + whileRunning)
    .action((flags: Flags) =>
      administer('storage-stats', flags, { top: flags.top }, ({ organizations, ...server }) =>
        sections(
          server,
          organizations.map(({ largest_owners: owners, ...facts }) => [facts, owners]),
        ),
      ),
    );
  command(queue, 'stats', 'Show the event queues of clients, and those furthest behind')
    .option(...top)
    .addHelpText('after', examples(['heddle queue stats --top 20']) + whileRunning)
    .action((flags: Flags) =>
      administer('queue-stats', flags, { top: flags.top }, ({ organizations }) =>
        sections(
          {},
          organizations.map(({ furthest_behind: queues, ...facts }) => [facts, queues]),
        ),
      ),
    );
}

/** Facts about the server, then those of each organization with a table. */
function sections(
  server: Result,
  organizations: readonly (readonly [facts: Result, rows: readonly Result[]])[],
): string {
  const parts = organizations.map(([facts, rows]) =>
    rows.length === 0 ? list(facts) : `${list(facts)}\n\n${table(rows)}`,
  );
  return [...(Object.keys(server).length === 0 ? [] : [list(server)]), ...parts].join('\n\n');
}

function addJobs(program: Command): void {
  const group = program.command('jobs').description('Manage background jobs');
  command(group, 'list', 'List waiting and failed jobs, without their content')
    .option('--dead', 'Only dead jobs')
    .option('--limit <number>', 'Number of jobs to list', wholeNumber, 100)
    .addHelpText('after', examples(['heddle jobs list --dead']) + whileRunning)
    .action(({ dead = false, limit, ...flags }: Flags) =>
      administer('jobs-list', flags, { dead, limit }, ({ jobs }) => table(jobs)),
    );
  for (const [name, description, done] of [
    ['retry', 'Run failed jobs again now', 'retried'],
    ['drop', 'Delete jobs without running them', 'dropped'],
  ] as const)
    command(group, name, description)
      .argument('[id...]', 'Job IDs')
      .option('--dead', 'All dead jobs')
      .addHelpText(
        'after',
        examples([`heddle jobs ${name} 17 18`, `heddle jobs ${name} --dead`]) + whileRunning,
      )
      .action((ids: string[], { dead = false, ...flags }: Flags) =>
        administer(`jobs-${name}`, flags, { ids: ids.map(wholeNumber), dead }, (response) => {
          const affected = 'retried' in response ? response.retried : response.dropped;
          return affected.length === 0 ? 'No such jobs.' : `Jobs ${done}: ${affected.join(', ')}.`;
        }),
      );
}
