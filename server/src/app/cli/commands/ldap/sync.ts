/** Synchronizes the accounts of an organization with its LDAP directory. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { findLdap } from '../../../../core/sign-in-providers/index.ts';
import { LdapSyncRefused, syncLdap } from '../../../../features/external-sign-in/index.ts';
import { describeLdapFailure } from '../../../../features/sign-in-providers/index.ts';
import { textsIn } from '../../../../lib/i18n/i18n.ts';
import { LdapUnavailableError } from '../../../../lib/ldap/find-person.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

export default adminCommand({
  options: Exact({
    dry_run: Type.Boolean(),
    max_percent: Type.Integer({ minimum: 0, maximum: 100 }),
    org: Type.Optional(Type.String()),
  }),
  async run(app, { dry_run: isDryRun, max_percent: mostPercent, org }) {
    const { orgId } = await organizationFor(app, org);
    const settings = findLdap(app, await app.organizations.cache(orgId));
    if (!settings)
      throw new CommandError(
        'No LDAP directory is set up, neither by ldap_url nor in the settings of the organization.',
      );
    try {
      return { ...(await syncLdap(app, orgId, settings, { isDryRun, mostPercent })) };
    } catch (error) {
      if (error instanceof LdapSyncRefused) throw new CommandError(error.message);
      if (error instanceof LdapUnavailableError)
        throw new CommandError(describeLdapFailure(textsIn.en, error, settings));
      throw error;
    }
  },
});
