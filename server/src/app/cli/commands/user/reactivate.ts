/** Reactivates an account in its former channels and groups. */
import { findOwner } from '../../../../core/users/index.ts';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { reactivateUser } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const isActive = tx.cache.users.get(id)?.isActive === true;
      await reactivateUser(tx, findOwner(tx.cache), id);
      return !isActive;
    });
    return { user_id: id, email: deliveryEmail, changed };
  },
});
