/** Sets a password, or creates a link with which the user chooses one. Neither sends an email. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { audit } from '../../../../core/audit/index.ts';
import { makeResetLink, setPassword } from '../../../../features/sign-in/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';
import { CommandError } from '../../command-error.ts';

const Options = Exact({
  email: Type.String(),
  /** If absent, a link is created. */
  password: Type.Optional(Type.String()),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, password, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    if (user.isBot)
      throw new CommandError(`${user.deliveryEmail} is a bot: bots sign in with an API key only.`);
    if (!user.isActive) throw new CommandError(`The account ${user.deliveryEmail} is deactivated.`);
    const account = { user_id: user.id, email: user.deliveryEmail };
    const link = password === undefined ? await makeResetLink(app, cache, user) : undefined;
    if (password !== undefined) await setPassword(app, cache.orgId, user, password);
    await app.db.write(cache.orgId, 'system', (tx) =>
      audit(tx, {
        action: 'user.reset_password',
        target: { type: 'user', id: user.id },
        after: { by: link === undefined ? 'password' : 'link' },
      }),
    );
    return { ...account, ...(link === undefined ? {} : { link }) };
  },
});
