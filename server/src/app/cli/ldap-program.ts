/** The commands about an LDAP directory. */
import type { Command } from 'commander';
import { table } from './print.ts';
import {
  type Flags,
  administer,
  command,
  examples,
  organizationFlag,
  whileRunning,
  wholeNumber,
} from './program-parts.ts';

export function addLdap(program: Command): void {
  const group = program
    .command('ldap')
    .description('Synchronize with an LDAP directory, and link accounts with it');
  command(group, 'sync', 'Update names from the LDAP directory, and deactivate users who have left it')
    .option('--dry-run', 'Only print what would change')
    .option(
      '--max-percent <number>',
      'Change nothing if more than this share of the accounts has left',
      wholeNumber,
      20,
    )
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle ldap sync --dry-run', 'heddle ldap sync']) + whileRunning)
    .action(({ dryRun = false, maxPercent, org, ...flags }: Flags) =>
      administer('ldap-sync', flags, { dry_run: dryRun, max_percent: maxPercent, org }, (response) => {
        const { changes } = response;
        const counts = `${response.entries} people in the directory, ${response.found} of them with an account`;
        return changes.length === 0
          ? `${counts}; nothing to change`
          : `${counts}\n${table(changes.map((change) => ({ ...change })))}`;
      }),
    );
  addLink(group);
}

function addLink(group: Command): void {
  const example = 'heddle ldap link --email ada@example.com --username ada';
  command(group, 'link', 'Link an account with an entry of the directory, which then signs in to it')
    .requiredOption('--email <email>', 'Email address of the account')
    .requiredOption('--username <name>', 'Name of the entry, as it is typed at a sign-in')
    .option(...organizationFlag)
    .addHelpText('after', examples([example]) + whileRunning)
    .action(({ email, username, org, ...flags }: Flags) =>
      administer(
        'ldap-link',
        flags,
        { email, username, org },
        ({ entry }) => `Linked ${String(email)} with ${String(entry)}.`,
      ),
    );
  command(group, 'unlink', 'End the link of an account with its entry of the directory')
    .requiredOption('--email <email>', 'Email address of the account')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle ldap unlink --email ada@example.com']) + whileRunning)
    .action(({ email, org, ...flags }: Flags) =>
      administer('ldap-link', flags, { email, org }, ({ unlinked }) =>
        unlinked ? 'Unlinked the account.' : 'The account was not linked.',
      ),
    );
}
