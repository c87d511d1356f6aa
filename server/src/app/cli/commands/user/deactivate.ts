/** Deactivates an account, and the person's bots, like an owner through the API. */
import { findOwner } from '../../../../core/users/index.ts';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { auditUser } from '../../../../core/audit/index.ts';
import { deactivateUser, endAccount } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const user = tx.cache.users.get(id);
      if (!user?.isActive) return false;
      if (user.isBot) {
        await endAccount(tx, user);
        await auditUser(tx, user, 'deactivate');
      } else await deactivateUser(tx, findOwner(tx.cache), id, {});
      return true;
    });
    return { user_id: id, email: deliveryEmail, changed };
  },
});
