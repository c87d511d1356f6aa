/** Replaces the API key of an account: the old one stops working, and everything that is signed in ends. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { newCredentials } from '../../../../core/users/index.ts';
import { auditUser } from '../../../../core/audit/index.ts';
import { storeApiKey } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { accountsOf, organizationFor, userFor } from '../../given.ts';

const Options = Exact({
  email: Type.String(),
  /** The keys of a person's bots too. */
  bots: Type.Boolean(),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, bots, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const revoked = await app.db.write(cache.orgId, 'system', async (tx) => {
      const accounts = accountsOf(tx.cache).filter(
        (user) => user.id === id || (bots && user.botOwnerId === id),
      );
      for (const user of accounts) {
        await storeApiKey(tx, user.id, newCredentials(app.secrets, null));
        await auditUser(tx, user, 'regenerate_api_key');
      }
      return accounts.map((user) => user.deliveryEmail);
    });
    return { user_id: id, email: deliveryEmail, revoked };
  },
});
