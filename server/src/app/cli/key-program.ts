/** The commands about API keys. */
import type { Command } from 'commander';
import { apiKeyScopes } from '../../../../wire/api-keys.ts';
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

export function addKeys(program: Command): void {
  const group = program.command('keys').description('Manage API keys');
  addKeyList(group);
  addKeyCreate(group);
  addKeyRevoke(group);
}

function addKeyList(group: Command): void {
  command(group, 'list', 'List API keys with their scopes, expiry and last use; keys are not shown')
    .option('--email <address>', 'Only this user and their bots')
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples(['heddle keys list', 'heddle keys list --email ben@example.com']) + whileRunning,
    )
    .action(({ email, org, ...flags }: Flags) =>
      administer('keys-list', flags, { email, org }, ({ keys }) => table(keys)),
    );
}

function addKeyCreate(group: Command): void {
  command(group, 'create', 'Create a named API key for a user or bot, and print it once')
    .requiredOption('--email <address>', 'Email address of the user or bot')
    .requiredOption('--name <name>', 'What the key is for')
    .requiredOption('--scope <scope...>', `One or more of: ${apiKeyScopes.join(', ')}`)
    .option('--channel <name>', 'The only channel that the key reads and sends to')
    .option('--days <number>', 'Days until the key expires; by default, it does not expire', wholeNumber)
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples([
        'heddle keys create --email ci-bot@example.com --name "Build server" --scope send --channel builds --days 365',
        'heddle keys create --email ben@example.com --name Dashboard --scope read',
      ]) + whileRunning,
    )
    .action(({ email, name, scope, channel, days, org, ...flags }: Flags) =>
      administer(
        'keys-create',
        flags,
        { email, name, scopes: scope, channel, days, org },
        (response) => `API key ${response.key_id} of ${response.email}:\n${response.api_key}`,
      ),
    );
}

function addKeyRevoke(group: Command): void {
  command(group, 'revoke', 'Revoke all API keys of an account and sign it out everywhere, or one named key')
    .requiredOption('--email <address>', 'Email address of the user or bot')
    .option('--key <id>', 'Only this named key, by its ID in heddle keys list', wholeNumber)
    .option('--bots', "Revoke the keys of the user's bots too")
    .option(...organizationFlag)
    .addHelpText(
      'after',
      examples([
        'heddle keys revoke --email ben@example.com --key 17',
        'heddle keys revoke --email ben@example.com --bots',
      ]) +
        whileRunning +
        "\nWithout --key, the account's own key is replaced: the new one is in the personal settings of its owner.",
    )
    .action(({ email, bots = false, key, org, ...flags }: Flags) =>
      administer('keys-revoke', flags, { email, bots, key, org }, (response) =>
        typeof response.key === 'number'
          ? `Revoked the API key ${response.key} of ${response.email}.`
          : `Revoked the API keys of ${response.revoked.join(', ')}.`,
      ),
    );
}
