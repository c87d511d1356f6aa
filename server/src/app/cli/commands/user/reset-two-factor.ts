/** Turns off two-factor authentication for a user who has lost both app and recovery codes. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { resetTwoFactor } from '../../../../features/two-factor/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', (tx) => resetTwoFactor(tx, user));
    return { user_id: user.id, email: user.deliveryEmail, changed };
  },
});
