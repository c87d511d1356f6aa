/** Grants or revokes a permission that no role includes. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { grants, isGrant, setGrant } from '../../../../core/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

const Options = Exact({
  email: Type.String(),
  permission: Type.String(),
  revoke: Type.Boolean(),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, permission, revoke, org }) {
    if (!isGrant(permission))
      throw new CommandError(
        `Unknown permission ${JSON.stringify(permission)}. Use one of: ${grants.join(', ')}.`,
      );
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', (tx) => setGrant(tx, id, permission, !revoke));
    return { user_id: id, email: deliveryEmail, permission, holds: !revoke, changed };
  },
});
