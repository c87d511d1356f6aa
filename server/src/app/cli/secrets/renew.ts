/** Implements `heddle secrets renew`: new secrets for a server that lost its own, or whose secrets have leaked. */
import { loadConfig } from '../../../lib/config/config.ts';
import { prepareDataFolder } from '../../../lib/config/data-folder.ts';
import { auditNewSecrets } from '../../../core/audit/index.ts';
import type { App } from '../../open-app.ts';
import { draftSecrets, replaceSecrets, secretsPath } from '../../../lib/secrets-file.ts';
import { runAsCommand, withApp } from '../admin.ts';
import { renewKeys } from './renew-keys.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { CommandError } from '../../../lib/command-error.ts';

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
