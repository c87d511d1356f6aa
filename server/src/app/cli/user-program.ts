/** The commands about users. */
import type { Command } from 'commander';
import { list, table } from './print.ts';
import {
  type Flags,
  administer,
  command,
  examples,
  organizationFlag,
  password,
  whileRunning,
} from './program-parts.ts';

export function addUsers(program: Command): void {
  const group = program.command('user').description('Manage users');
  addUserList(group);
  addUserShow(group);
  addUserCreate(group);
  addUserSetRole(group);
  addUserGrant(group);
  addUserStates(group);
  addUserResetPassword(group);
  addUserRequirePasswordChange(group);
  addUserResetTwoFactor(group);
  addUserSignOut(group);
  addUserDelete(group);
}

/** Declares a command about one user. */
function aboutUser(group: Command, name: string, description: string, more: string[] = []): Command {
  return command(group, name, description)
    .requiredOption('--email <address>', 'Email address of the user')
    .option(...organizationFlag)
    .addHelpText('after', examples([`heddle user ${name} --email ben@example.com`, ...more]) + whileRunning);
}

function addUserList(group: Command): void {
  command(group, 'list', 'List the users of an organization')
    .option('--bots', 'Include bots')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle user list', 'heddle user list --bots --json']) + whileRunning)
    .action(({ bots = false, org, ...flags }: Flags) =>
      administer('user-list', flags, { bots, org }, ({ users }) =>
        table(
          users.map((user) => ({
            id: user.user_id,
            email: user.email,
            name: user.full_name,
            role: user.role,
            state: user.is_active ? 'active' : 'deactivated',
          })),
        ),
      ),
    );
}

function addUserShow(group: Command): void {
  aboutUser(group, 'show', 'Show an account: role, sessions, channels, bots and files').action(
    ({ email, org, ...flags }: Flags) => administer('user-show', flags, { email, org }, list),
  );
}

function addUserStates(group: Command): void {
  aboutUser(group, 'deactivate', 'Deactivate an account, and the bots of its owner').action(
    ({ email, org, ...flags }: Flags) =>
      administer('user-deactivate', flags, { email, org }, (response) =>
        response.changed ? `${response.email} is deactivated.` : `${response.email} is already deactivated.`,
      ),
  );
  aboutUser(group, 'reactivate', 'Reactivate an account, with its channels and groups').action(
    ({ email, org, ...flags }: Flags) =>
      administer('user-reactivate', flags, { email, org }, (response) =>
        response.changed ? `${response.email} is active again.` : `${response.email} is already active.`,
      ),
  );
}

function addUserResetPassword(group: Command): void {
  aboutUser(group, 'reset-password', 'Print a link to choose a new password, or set a password', [
    'heddle user reset-password --email ben@example.com --password-file -',
  ])
    .option('--password <password>', 'At least 8 characters; visible to other users of this machine')
    .option('--password-file <path>', 'File that contains the password, or - for standard input')
    .addHelpText(
      'after',
      '\nThe link works once, for a day. A password that is set ends all sessions in browsers; the API key stays.',
    )
    .action(async (flags: Flags) => {
      const { email, org } = flags;
      const isGiven = flags.password !== undefined || flags.passwordFile !== undefined;
      const options = { email, org, password: isGiven ? await password(flags, 'password') : undefined };
      await administer('user-reset-password', flags, options, (response) =>
        typeof response.link === 'string'
          ? response.link
          : `Set the password of ${response.email}, and ended the sessions in browsers.`,
      );
    });
}

function addUserRequirePasswordChange(group: Command): void {
  aboutUser(group, 'require-password-change', 'Make a user choose a new password at the next sign-in')
    .addHelpText('after', '\nSessions and API keys stay: see heddle user sign-out and heddle keys revoke.')
    .action(({ email, org, ...flags }: Flags) =>
      administer(
        'user-require-password-change',
        flags,
        { email, org },
        (response) => `${response.email} chooses a new password at the next sign-in.`,
      ),
    );
}

function addUserResetTwoFactor(group: Command): void {
  aboutUser(
    group,
    'reset-two-factor',
    'Turn two-factor authentication off for a user who has lost the second factor',
  )
    .addHelpText(
      'after',
      '\nThe user is notified by email. Verify who is asking: afterwards, the password alone is enough.',
    )
    .action(({ email, org, ...flags }: Flags) =>
      administer('user-reset-two-factor', flags, { email, org }, (response) =>
        response.changed
          ? `Two-factor authentication is off for ${response.email}.`
          : `${response.email} does not use two-factor authentication.`,
      ),
    );
}

function addUserSignOut(group: Command): void {
  aboutUser(group, 'sign-out', 'End all browser sessions of a user')
    .addHelpText(
      'after',
      '\nApps and bots sign in with an API key and stay signed in: see heddle keys revoke.',
    )
    .action(({ email, org, ...flags }: Flags) =>
      administer(
        'user-sign-out',
        flags,
        { email, org },
        (response) => `Ended ${response.sessions} sessions of ${response.email}.`,
      ),
    );
}

function addUserDelete(group: Command): void {
  aboutUser(group, 'delete', 'Delete a person and their bots for good; their messages stay')
    .option('--yes', 'Confirm: this cannot be undone')
    .addHelpText(
      'after',
      '\nName, addresses, avatar, profile, status, drafts, settings and keys are deleted, and files that no message links to.\n' +
        'Messages stay under the name "Deleted user". To be able to undo it later, use heddle user deactivate instead.',
    )
    .action(async ({ email, org, yes, ...flags }: Flags) => {
      await refuseUnconfirmed(yes);
      await administer(
        'user-delete',
        flags,
        { email, org },
        (response) =>
          `Deleted ${String(email)}, ${response.bots} bots and ${response.files} files. Messages remain under "${response.full_name}".`,
      );
    });
}

async function refuseUnconfirmed(yes: unknown): Promise<void> {
  if (yes === true) return;
  const { CommandError } = await import('../../lib/command-error.ts');
  throw new CommandError('This cannot be undone. Confirm it with --yes.');
}

function addUserCreate(group: Command): void {
  command(group, 'create', 'Create an account')
    .requiredOption('--email <address>', 'Email address, used to sign in')
    .requiredOption('--name <name>', 'Full name')
    .option('--password <password>', 'At least 8 characters; visible to other users of this machine')
    .option('--password-file <path>', 'File that contains the password, or - for standard input')
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
        (made) => `Created the account ${made.email}.\nAPI key  ${made.api_key}`,
      );
    });
}

function addUserSetRole(group: Command): void {
  command(group, 'set-role', 'Change the role of a user')
    .requiredOption('--email <address>', 'Email address of the user')
    .requiredOption('--role <role>', roleHelp)
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples(['heddle user set-role --email ben@example.com --role administrator']) + whileRunning,
    )
    .action((flags: Flags) => {
      const { email, role, org } = flags;
      return administer('user-set-role', flags, { email, role, org }, (response) =>
        response.changed
          ? `${response.email} is now ${withArticle(response.role)}.`
          : `${response.email} is already ${withArticle(response.role)}.`,
      );
    });
}

function addUserGrant(group: Command): void {
  command(group, 'grant', 'Grant a user a permission that no role includes')
    .requiredOption('--email <address>', 'Email address of the user')
    .requiredOption('--permission <name>', 'can_create_users or can_change_user_emails')
    .option('--revoke', 'Revoke the permission instead')
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
      return administer('user-grant', flags, { email, permission, revoke, org }, (response) =>
        response.holds
          ? `${response.email} has the permission ${response.permission}.`
          : `${response.email} does not have the permission ${response.permission}.`,
      );
    });
}

const roleHelp = 'owner, administrator, moderator, member or guest';
const withArticle = (role: string): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
