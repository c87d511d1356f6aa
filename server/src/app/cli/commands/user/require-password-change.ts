/** Requires a user to choose a new password at the next sign-in. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { requirePasswordChange } from '../../../../features/sign-in/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    if (user.isBot)
      throw new CommandError(`${user.deliveryEmail} is a bot: bots sign in with an API key only.`);
    await app.db.write(cache.orgId, 'system', (tx) => requirePasswordChange(tx, user));
    return { user_id: user.id, email: user.deliveryEmail };
  },
});
