/** Makes an archive in a child process with lower priority, while the server continues. */
import { spawnCommand } from '../../lib/children/children.ts';
import { environmentFor, type Config } from '../../lib/config/config.ts';

const mostErrorText = 2000;

/** Resolves when the archive is complete. */
export type MakeArchive = (config: Config, path: string, signal: AbortSignal) => Promise<void>;

export const runBackupCommand: MakeArchive = (config, path, signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const child = spawnCommand(['backup', path, '--scheduled'], { env: environmentFor(config), signal });
  child.stdout.resume();
  // Before the output: where no process can be made, there is none.
  child.once('error', reject);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-mostErrorText);
  });
  child.once('close', (code) => {
    if (code === 0) resolve(undefined);
    else reject(new Error(errors.trim() || `heddle backup ended with ${String(code)}.`));
  });
  return promise;
};
