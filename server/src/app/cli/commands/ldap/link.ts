/** Binds an account to an entry of the LDAP directory, or ends the binding. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { findLdap } from '../../../../core/sign-in-providers/index.ts';
import { LdapLinkRefused, linkLdap, unlinkLdap } from '../../../../features/external-sign-in/index.ts';
import { describeLdapFailure } from '../../../../features/sign-in-providers/index.ts';
import { textsIn } from '../../../../lib/i18n/i18n.ts';
import { LdapUnavailableError } from '../../../../lib/ldap/find-person.ts';
import { adminCommand } from '../../admin-command.ts';
import { CommandError } from '../../../../lib/command-error.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
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
