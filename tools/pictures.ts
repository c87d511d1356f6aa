/**
 * Takes the pictures of the README from real servers, so that they stay true: `node tools/run.mjs tools/pictures.ts`.
 * Needs a Chromium at /usr/bin/chromium, or its place in CHROMIUM.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { buildClient } from './web-client.mjs';

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'docs/pictures');
const conversation = '/channel/3/topic/Madder%2C%20third%20bath';

interface Started {
  url: string;
  setup_url: string | null;
  demo: { email: string; password: string } | null;
}

await buildClient(root);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await withServer([], async ({ setup_url }) => {
    const options = { viewport: { width: 900, height: 800 } };
    await takePicture(browser, 'create-organization', setup_url ?? '', 'form', options);
  });
  await withServer(['--demo'], async (server) => {
    const wide = { viewport: { width: 1280, height: 800 } };
    const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await takeConversation(server, 'conversation-light', { ...wide, colorScheme: 'light' });
    await takeConversation(server, 'conversation-dark', { ...wide, colorScheme: 'dark' });
    await takeConversation(server, 'phone', { ...narrow, colorScheme: 'light' });
  });
} finally {
  await browser.close();
}

/** A server on a folder of its own, for as long as `use` takes. */
async function withServer(args: readonly string[], use: (server: Started) => Promise<void>): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'heddle-pictures-'));
  const main = path.join(root, 'server/src/main.ts');
  const server = spawn(process.execPath, [main, 'serve', ...args, '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    for await (const line of createInterface(server.stdout)) {
      if (!line.startsWith('{"url"')) continue;
      await use(JSON.parse(line) as Started);
      return;
    }
    throw new Error('The server ended before it said where it is.');
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

function takeConversation(server: Started, name: string, options: BrowserContextOptions): Promise<void> {
  return takePicture(browser, name, server.url + conversation, '.message .rendered', options, server);
}

/** @param sign that it is all there: a selector */
async function takePicture(
  from: Browser,
  name: string,
  url: string,
  sign: string,
  options: BrowserContextOptions,
  { demo, url: server }: Partial<Started> = {},
): Promise<void> {
  const context = await from.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
  if (demo)
    await context.request.post(`${server}/api/v1/heddle/sessions`, {
      form: { username: demo.email, password: demo.password },
      headers: { 'X-Heddle-Client': 'web' },
    });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(sign).first().waitFor();
  await page.evaluate('document.fonts.ready');
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(file);
  await context.close();
}
