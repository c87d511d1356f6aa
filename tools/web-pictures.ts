/**
 * Pictures of the web client at each width and in both themes: `node tools/run.mjs tools/web-pictures.ts FOLDER [/path …]`.
 * Starts a demo, signs in and visits each address. Needs a Chromium on the path, or its place in CHROMIUM.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser } from 'playwright-core';
import { buildClient } from './web-client.mjs';

const [folder = 'pictures', ...given] = process.argv.slice(2);
const paths = given.length > 0 ? given : ['/feed', '/channel/3/topic/Madder%2C%20third%20bath'];
const widths = [1440, 1024, 390];
const themes = ['light', 'dark'] as const;
const root = path.dirname(import.meta.dirname);

interface Started {
  url: string;
  demo: { email: string; password: string };
}

mkdirSync(folder, { recursive: true });
await buildClient(root);
const data = mkdtempSync(path.join(tmpdir(), 'heddle-pictures-'));
const main = path.join(root, 'server/src/main.ts');
const server = spawn(process.execPath, [main, 'serve', '--demo', '--json', '--port', '0', '--data', data], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const started = await whenStarted();
  for (const theme of themes) for (const width of widths) await takeAll(browser, started, theme, width);
  await browser.close();
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
}

async function whenStarted(): Promise<Started> {
  for await (const line of createInterface(server.stdout))
    if (line.startsWith('{"url"')) return JSON.parse(line) as Started;
  throw new Error('The server ended before it said where it is.');
}

async function takeAll(
  browser: Browser,
  { url, demo }: Started,
  theme: 'light' | 'dark',
  width: number,
): Promise<void> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme: theme,
    hasTouch: width < 500,
  });
  await context.request.post('/api/v1/heddle/sessions', {
    form: { username: demo.email, password: demo.password },
    headers: { 'X-Heddle-Client': 'web' },
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  for (const address of paths) {
    await page.goto(address);
    await page.waitForSelector('.message, .empty-state', { timeout: 15_000 });
    await page.waitForTimeout(600);
    const name = address.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');
    const file = path.join(folder, `${name}-${width}-${theme}.png`);
    await page.screenshot({ path: file });
    console.log(file);
  }
  await context.close();
}
