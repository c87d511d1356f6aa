/** New API keys for all accounts: for `heddle secrets renew`, and for a rotation that signs everyone out. */
import { newCredentials } from '../../../core/users/index.ts';
import { storeApiKey } from '../../../features/users/index.ts';
import type { App } from '../../open-app.ts';
import { storeFingerprint } from '../../../db/secrets/match.ts';

/** Accounts per transaction. */
const mostAtOnce = 200;

/** Replaces the API keys of all accounts and ends their sessions. @returns the number of accounts. */
export async function renewKeys({ db, organizations, secrets }: App): Promise<number> {
  await db.write(0, 'system', (tx) => storeFingerprint(tx, secrets));
  let accounts = 0;
  for (const { id: orgId } of organizations.names) {
    const { users } = await organizations.cache(orgId);
    const ids = [...users.values()].map(({ id }) => id);
    for (let first = 0; first < ids.length; first += mostAtOnce) {
      const some = ids.slice(first, first + mostAtOnce);
      await db.write(orgId, 'system', async (tx) => {
        for (const id of some) await storeApiKey(tx, id, newCredentials(secrets, null));
      });
      accounts += some.length;
    }
  }
  return accounts;
}
