/** Changes the role of a user. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { changeRole } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, roleNamed, userFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

const Options = Exact({ email: Type.String(), role: Type.String(), org: Type.Optional(Type.String()) });

export default adminCommand({
  options: Options,
  async run(app, { email, role: roleName, org }) {
    const role = roleNamed(roleName);
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const before = tx.cache.users.get(id);
      if (!before?.isActive) throw new CommandError(`The account ${deliveryEmail} is deactivated.`);
      await changeRole(tx, before, role);
      return before.role !== role;
    });
    return { user_id: id, email: deliveryEmail, role: roleName, changed };
  },
});
