/**
 * Pictures of the web client at each width and in both themes: `node tools/run.mjs tools/pictures/web-pictures.ts FOLDER [/path …]`.
 * Starts a demo, signs in and visits each address.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openPage, takePicture, withBrowser, withServer, type View, type Started } from './camera.ts';
import { showHelp } from '../options.ts';

showHelp(import.meta.filename);
const [folder = 'pictures', ...given] = process.argv.slice(2);
const paths = given.length > 0 ? given : ['/feed', '/channel/3/topic/Madder%2C%20third%20bath'];
const widths = [1440, 1024, 390];
const themes = ['light', 'dark'] as const;

mkdirSync(folder, { recursive: true });
await withBrowser((browser) =>
  withServer(['--demo'], async (server) => {
    for (const theme of themes) for (const width of widths) await takeAll(browser, server, { theme, width });
  }),
);

async function takeAll(browser: Browser, server: Started, view: View): Promise<void> {
  const page = await openPage(browser, server, view);
  for (const address of paths) {
    await page.goto(address);
    const name = address.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');
    await takePicture(page, 'main', path.join(folder, `${name}-${view.width}-${view.theme}.png`));
  }
  await page.context().close();
}
