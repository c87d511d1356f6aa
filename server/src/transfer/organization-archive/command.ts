/** Archives one organization in a child process, which writes to its standard output. */
import { Readable } from 'node:stream';
import type { MakeArchive } from '../../features/exports/index.ts';
import { spawnCommand } from '../../lib/children/children.ts';
import { environmentFor } from '../../lib/config/config.ts';

const mostErrorText = 2000;

export const runExportCommand: MakeArchive = (config, { subdomain, kind }, signal) => {
  const type = kind === 'public' ? '--public-only' : '--consented';
  const args = ['export', '-', '--org', subdomain, type];
  const child = spawnCommand(args, { env: environmentFor(config), signal });
  // Listened to before the output is read: an error without a listener would end the server.
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => undefined);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-mostErrorText);
  });
  // Output that nobody reads would block the process.
  return Readable.from(untilEnd()).once('close', () => child.kill());

  async function* untilEnd(): AsyncGenerator<Buffer> {
    const output: AsyncIterable<Buffer> = child.stdout;
    yield* output;
    // The output is complete only if the command succeeds.
    const code = await ended;
    if (code !== 0) throw new Error(errors.trim() || `heddle export ended with ${String(code)}.`);
  }
};
