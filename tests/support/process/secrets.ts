/** The secrets of a test's server as the file that a process reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testSecrets } from '../server.ts';

export function putSecrets(dataDir: string, key: Uint8Array = testSecrets.serverKey): void {
  const text = `server_key = "${Buffer.from(key).toString('base64')}"\n`;
  writeFileSync(join(dataDir, 'secrets.toml'), text, { mode: 0o600 });
}
