/** Implements `heddle secrets renew`: new secrets for a server that lost its own, or whose secrets have leaked. */
import { loadConfig } from '../../lib/config/config.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { auditNewSecrets } from '../../core/audit/index.ts';
import { newCredentials } from '../../core/users/index.ts';
import { storeApiKey } from '../../features/users/index.ts';
import type { App } from '../open-app.ts';
import { storeFingerprint } from '../start/secrets-match.ts';
import { draftSecrets, replaceSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { runAsCommand, withApp } from './admin.ts';
import { askRunningServer } from './socket/socket-client.ts';
import { CommandError } from './command-error.ts';

export interface RenewedSecrets {
  /** Number of accounts with a new API key. */
  accounts: number;
  /** Path of the former secrets; `null` if there were none. */
  former: string | null;
}

/** If it is killed half-way, no server starts on the database until this has completed. */
export async function renewSecrets(flags: Record<string, unknown>): Promise<RenewedSecrets> {
  const config = loadConfig(flags);
  prepareDataFolder(config.data);
  if ((await askRunningServer(config.data, 'status', {})) !== undefined)
    throw new CommandError('A server is running on this data folder. Stop it first.');
  const path = secretsPath(config);
  const { draft, secrets } = draftSecrets(path);
  const accounts = await withApp(
    config,
    (app) => runAsCommand('secrets-renew', () => renewForLost(app)),
    secrets,
  );
  return { accounts, former: replaceSecrets(path, draft) ?? null };
}

async function renewForLost(app: App): Promise<number> {
  const accounts = await renewKeys(app);
  for (const { id } of app.organizations.names)
    await app.db.write(id, 'system', (tx) => auditNewSecrets(tx, { signsOut: true }));
  return accounts;
}

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
