/**
 * Replaces the API key of an account and revokes its named keys, which signs out all its clients; or revokes one named key.
 */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { revokeUserKeys } from '../../../../core/api-keys/index.ts';
import { listAccounts, newCredentials } from '../../../../core/users/index.ts';
import { auditUser } from '../../../../core/audit/index.ts';
import { revokeNamedKey } from '../../../../features/api-keys/index.ts';
import { storeApiKey } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

const Options = Exact({
  email: Type.String(),
  /** Includes the keys of the person's bots. */
  bots: Type.Boolean(),
  /** Only this named key. */
  key: Type.Optional(Type.Integer()),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, bots, key, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const { id, deliveryEmail } = user;
    if (key !== undefined) {
      await app.db.write(cache.orgId, 'system', (tx) => revokeNamedKey(tx, user, key));
      return { user_id: id, email: deliveryEmail, revoked: [deliveryEmail], key };
    }
    const revoked = await app.db.write(cache.orgId, 'system', async (tx) => {
      const accounts = listAccounts(tx.cache).filter(
        (one) => one.id === id || (bots && one.botOwnerId === id),
      );
      for (const one of accounts) {
        await storeApiKey(tx, one.id, newCredentials(app.secrets, null));
        await revokeUserKeys(tx, one.id);
        await auditUser(tx, one, 'regenerate_api_key');
      }
      return accounts.map((one) => one.deliveryEmail);
    });
    return { user_id: id, email: deliveryEmail, revoked };
  },
});
