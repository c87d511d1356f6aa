/**
 * Takes the pictures of the README from a real server, so that they stay true: `node tools/run.mjs tools/pictures.ts`.
 * Needs a Chromium on the path, or its place in CHROMIUM.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const pictures = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const chromium = process.env.CHROMIUM ?? 'chromium';

const folder = mkdtempSync(join(tmpdir(), 'heddle-pictures-'));
const server = spawn(process.execPath, [main, 'serve', '--data', join(folder, 'data'), '--port', '0'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  takePicture('create-organization', await setupLink(), '900,800');
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** The link that the server prints when there is no organization yet. */
async function setupLink(): Promise<string> {
  let printed = '';
  for await (const chunk of server.stderr) {
    printed += String(chunk);
    const link = /http:\/\/\S+\/setup\?token=\S+/.exec(printed)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`The server ended without a link:\n${printed}`);
}

function takePicture(name: string, url: string, size: string): void {
  const path = join(pictures, `${name}.png`);
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const { status, stderr } = spawnSync(chromium, [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', ...quiet],
    ...[`--user-data-dir=${join(folder, 'browser')}`, `--window-size=${size}`, `--screenshot=${path}`, url],
  ]);
  if (status !== 0) throw new Error(`Chromium could not take ${name}: ${String(stderr)}`);
  console.log(path);
}
