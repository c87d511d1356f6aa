/** Sets a password, or creates a link with which the user chooses one. Neither sends an email. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { audit } from '../../../../core/audit/index.ts';
import type { Tx } from '../../../../core/log/index.ts';
import { setPassword, storeResetLink } from '../../../../features/sign-in/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

const Options = Exact({
  email: Type.String(),
  /** If absent, a link is created. */
  password: Type.Optional(Type.String()),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, password, org }): Promise<{ user_id: number; email: string; link?: string }> {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    if (user.isBot)
      throw new CommandError(`${user.deliveryEmail} is a bot: bots sign in with an API key only.`);
    if (!user.isActive) throw new CommandError(`The account ${user.deliveryEmail} is deactivated.`);
    const account = { user_id: user.id, email: user.deliveryEmail };
    const record = (tx: Tx) =>
      audit(tx, {
        action: 'user.reset_password',
        target: { type: 'user', id: user.id },
        after: { by: password === undefined ? 'link' : 'password' },
      });
    if (password !== undefined) {
      await setPassword(app, cache.orgId, user, password, record);
      return account;
    }
    const link = await app.db.write(cache.orgId, 'system', async (tx) => {
      await record(tx);
      return storeResetLink(app, tx, user);
    });
    return { ...account, link };
  },
});
