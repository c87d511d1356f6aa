/** Permanently deletes a person and their bots; their messages stay, under "Deleted user". */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { listAccounts, newCredentials } from '../../../../core/users/index.ts';
import { removeUnclaimedUploads } from '../../../../features/uploads/index.ts';
import { deletePerson } from '../../../../features/users/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id } = userFor(cache, email);
    return app.db.write(cache.orgId, 'system', async (tx) => {
      const accounts = listAccounts(tx.cache).filter((user) => user.id === id || user.botOwnerId === id);
      let files = 0;
      // The person comes last: deactivating a bot looks up its owner.
      for (const user of accounts.sort((a, b) => Number(b.isBot) - Number(a.isBot))) {
        await deletePerson(tx, user, newCredentials(app.secrets, null));
        files += await removeUnclaimedUploads(tx, user.id);
      }
      const bots = accounts.length - 1;
      return { user_id: id, full_name: tx.cache.users.get(id)?.fullName, bots, files };
    });
  },
});
