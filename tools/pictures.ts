/**
 * Takes the screenshots in README and docs/screens.md from real servers:
 * `node tools/run.mjs tools/pictures.ts`.
 */
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage, takePicture, withBrowser, withServer, type Sight, type Started } from './camera.ts';

const folder = path.join(path.dirname(import.meta.dirname), 'docs/pictures');

interface Shot {
  name: string;
  at: string;
  /** Selector of what must be there. */
  sign: string;
  sight: Sight;
  /** What a person does first. */
  act?: (page: Page) => Promise<void>;
}

const conversation = '/channel/3/topic/Madder%2C%20third%20bath';
const message = '.message .rendered';
const desk: Sight = { width: 1280, theme: 'light' };
const deskAtNight: Sight = { width: 1280, theme: 'dark' };
const phone: Sight = { width: 390, theme: 'light' };
const phoneAtNight: Sight = { width: 390, theme: 'dark' };

const shots: Shot[] = [
  // Before anything unread is looked at.
  { name: 'inbox', at: '/inbox', sign: '.inbox-row-main', sight: desk },
  { name: 'phone-inbox', at: '/inbox', sign: '.inbox-row-main', sight: phoneAtNight },
  { name: 'conversation-light', at: conversation, sign: message, sight: desk },
  { name: 'conversation-dark', at: conversation, sign: message, sight: deskAtNight },
  { name: 'feed', at: '/feed', sign: message, sight: desk },
  { name: 'recent', at: '/recent', sign: '.recent-list a', sight: deskAtNight },
  { name: 'channels', at: '/channels', sign: '.channels-name', sight: desk },
  { name: 'settings', at: '/settings/notifications', sign: '.settings-column input', sight: desk },
  { name: 'search', at: conversation, sign: '.search-overlay-list [role=option]', sight: desk, act: search },
  { name: 'phone', at: conversation, sign: message, sight: phone },
];

async function search(page: Page): Promise<void> {
  await page.locator(message).first().waitFor();
  await page.keyboard.press('/');
  await page.locator('.search-overlay-input').fill('sender:');
}

await withBrowser(async (browser) => {
  await withServer([], async (server) => {
    const at = server.setup_url ?? '';
    await take(browser, server, {
      ...{ name: 'create-organization', at, sign: 'form' },
      sight: { width: 900, theme: 'light' },
    });
  });
  await withServer(['--demo'], async (server) => {
    for (const shot of shots) await take(browser, server, shot);
  });
});

async function take(browser: Browser, server: Started, { name, at, sign, sight, act }: Shot): Promise<void> {
  const page = await openPage(browser, server, sight);
  await page.goto(at);
  await act?.(page);
  await takePicture(page, sign, path.join(folder, `${name}.png`));
  await page.context().close();
}
