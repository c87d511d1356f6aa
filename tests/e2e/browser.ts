/** The Chromium that browser tests share: started once for a run, or by a process for itself. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The one without windows opens a page in a tenth of the time. */
export const wholeBrowsers = ['/usr/bin/chromium'];
export const executables = ['/usr/bin/chromium-headless-shell', ...wholeBrowsers];
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, and may be used.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

export const findBrowser = (known: readonly string[]): string | undefined =>
  process.env.CHROMIUM ?? known.find((place) => existsSync(place));

/** Starts one browser for all processes of a run. @returns its address, for HEDDLE_TEST_BROWSER; nothing where there is no Chromium */
export async function serveBrowser(): Promise<{ address: string; stop(): Promise<void> } | undefined> {
  const executablePath = findBrowser(executables);
  if (executablePath === undefined) return undefined;
  const server = await chromium.launchServer({ executablePath, args });
  return { address: server.wsEndpoint(), stop: () => server.close() };
}

/** A connection sees only what was opened by it. */
export function openBrowser(executablePath: string): Promise<Browser> {
  const address = process.env.HEDDLE_TEST_BROWSER;
  const isShared = address !== undefined && executablePath === findBrowser(executables);
  return isShared ? chromium.connect(address) : chromium.launch({ executablePath, args });
}
