import { Exact, Type } from '../../../../../wire/core.ts';
import { findLdap } from '../../../core/sign-in-providers/index.ts';
import {
  LdapLinkRefused,
  linkLdap,
  unlinkLdap,
  LdapSyncRefused,
  syncLdap,
} from '../../../features/external-sign-in/index.ts';
import { describeLdapFailure } from '../../../features/sign-in-providers/index.ts';
import { textsIn } from '../../../lib/i18n/i18n.ts';
import { LdapUnavailableError } from '../../../lib/ldap/find-person.ts';
import { adminCommand } from '../admin-command.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { organizationFor, userFor } from '../lookup.ts';

/** Binds an account to an entry of the LDAP directory, or ends the binding. */
export const ldapLink = adminCommand({
  options: Exact({
    email: Type.String(),
    /** Its name in the directory; without one the binding ends. */
    username: Type.Optional(Type.String()),
    org: Type.Optional(Type.String()),
  }),
  async run(app, { email, username, org }) {
    const cache = await organizationFor(app, org);
    const { id } = userFor(cache, email);
    const settings = findLdap(app, cache);
    if (!settings) throw new CommandError('No LDAP directory is set up.');
    if (username === undefined) return { unlinked: await unlinkLdap(app, cache.orgId, id) };
    try {
      return { entry: await linkLdap(app, { orgId: cache.orgId, userId: id }, settings, username) };
    } catch (error) {
      if (error instanceof LdapLinkRefused) throw new CommandError(error.message);
      if (error instanceof LdapUnavailableError)
        throw new CommandError(describeLdapFailure(textsIn.en, error, settings));
      throw error;
    }
  },
});

/** Synchronizes the accounts of an organization with its LDAP directory. */
export const ldapSync = adminCommand({
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
