/** Locks the installation that `heddle migrate` reads from, so that nothing writes to it during the migration. */
import { copyFileSync, chmodSync, existsSync } from 'node:fs';
import { openDatabase } from '../../db/open.ts';
import type { Config } from '../../lib/config/config.ts';
import { secretsPath } from '../../lib/secrets-file.ts';

/** @throws StartRefused while another process has the database open. */
export async function lockSource({ data: dataDir, databaseUrl }: Config): Promise<() => Promise<void>> {
  const opened = await openDatabase({ dataDir, databaseUrl, isAlone: true });
  return () => opened.close();
}

export function copySecrets(from: Config, to: Config): void {
  const [source, target] = [secretsPath(from), secretsPath(to)];
  if (!existsSync(source) || existsSync(target)) return;
  copyFileSync(source, target);
  chmodSync(target, 0o600);
}
