/** A server and the web client in a browser, for scripts that take screenshots. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { buildClient } from '../web-client.mjs';

const root = path.join(import.meta.dirname, '../..');

export interface Started {
  url: string;
  setup_url: string | null;
  demo: { email: string; password: string } | null;
}

/** A Chromium at /usr/bin/chromium, or where CHROMIUM says, for as long as `use` takes; the client is built by then. */
export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  await buildClient(root);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** A server on a folder of its own, for as long as `use` takes. */
export async function withServer(
  args: readonly string[],
  use: (server: Started) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'heddle-pictures-'));
  const main = path.join(root, 'server/src/main.ts');
  const server = spawn(process.execPath, [main, 'serve', ...args, '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await use(await whenStarted(createInterface(server.stdout)));
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

async function whenStarted(lines: AsyncIterable<string>): Promise<Started> {
  for await (const line of lines) if (line.startsWith('{"url"')) return JSON.parse(line) as Started;
  throw new Error('The server exited before it printed its address.');
}

export interface View {
  width: number;
  theme: 'light' | 'dark';
}

/** A page as wide as that, of someone whom the demo made, or of nobody where there is no demo. */
export async function openPage(browser: Browser, { url, demo }: Started, view: View): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...optionsFor(view) });
  if (demo)
    await context.request.post('/api/v1/heddle/sessions', {
      form: { username: demo.email, password: demo.password },
      headers: { 'X-Heddle-Client': 'web' },
    });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  return page;
}

function optionsFor({ width, theme }: View): BrowserContextOptions {
  const isPhone = width < 500;
  const viewport = { width, height: isPhone ? 844 : 800 };
  const phone = { isMobile: true, hasTouch: true };
  return {
    viewport,
    colorScheme: theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(isPhone ? phone : {}),
  };
}

/** What comes once the page has been seen: people, their pictures, typefaces. */
const settled = `document.querySelector('.skeleton') === null
  && [...document.images].every((image) => image.complete)
  && document.fonts.status === 'loaded'`;
const settlingMs = 1500;

/** Once the sign of what is to be seen is there, with its typefaces and pictures. */
export async function takePicture(page: Page, sign: string, file: string): Promise<void> {
  await page.locator(sign).first().waitFor();
  await page.waitForTimeout(settlingMs);
  await page.waitForFunction(settled);
  await page.screenshot({ path: file });
  console.log(file);
}
