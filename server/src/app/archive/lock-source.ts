/** What `heddle migrate` does to the installation that it reads: nothing writes there meanwhile. */
import { copyFileSync, chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import type { Config } from '../../lib/config/config.ts';

/** @throws StartRefused while another process has the database open. */
export async function lockSource({ data: dataDir, databaseUrl }: Config): Promise<() => Promise<void>> {
  const opened = await openDatabase({ dataDir, databaseUrl });
  return () => opened.close();
}

export function copySecrets(from: string, to: string): void {
  const [source, target] = [join(from, 'secrets.toml'), join(to, 'secrets.toml')];
  if (!existsSync(source) || existsSync(target)) return;
  copyFileSync(source, target);
  chmodSync(target, 0o600);
}
