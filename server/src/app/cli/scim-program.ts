/** The commands about provisioning by SCIM. */
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

export function addScim(program: Command): void {
  const group = program.command('scim').description('Manage provisioning by SCIM');
  command(group, 'tokens', 'List the SCIM tokens of an organization; tokens are not shown')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle scim tokens']) + whileRunning)
    .action(({ org, ...flags }: Flags) =>
      administer('scim-tokens', flags, { org }, ({ tokens }) => table(tokens)),
    );
  command(group, 'create-token', 'Create a SCIM token for an identity provider, and print it once')
    .requiredOption('--name <name>', 'What the token is for')
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle scim create-token --name Okta']) + whileRunning)
    .action(({ name, org, ...flags }: Flags) =>
      administer(
        'scim-create-token',
        flags,
        { name, org },
        (response) => `URL    ${response.url}\nToken  ${response.token}`,
      ),
    );
  command(group, 'revoke-token', 'Revoke a SCIM token')
    .requiredOption('--id <id>', 'Its ID in heddle scim tokens', wholeNumber)
    .option(...organizationFlag)
    .addHelpText('after', examples(['heddle scim revoke-token --id 3']) + whileRunning)
    .action(({ id, org, ...flags }: Flags) =>
      administer('scim-revoke-token', flags, { id, org }, () => 'Revoked the SCIM token.'),
    );
}
