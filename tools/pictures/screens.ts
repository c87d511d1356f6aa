/**
 * Takes the screenshots in README and docs/screens.md from real servers:
 * `node tools/run.mjs tools/pictures/screens.ts`.
 */
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage, takePicture, withBrowser, withServer, type View, type Started } from './camera.ts';

const folder = path.join(import.meta.dirname, '../..', 'docs/pictures');

interface Shot {
  name: string;
  at: string;
  /** Selector of what must be there. */
  sign: string;
  view: View;
  /** What a person does first. */
  act?: (page: Page) => Promise<void>;
}

const conversation = '/channel/3/topic/Madder%2C%20third%20bath';
const message = '.message .rendered';
const desk: View = { width: 1280, theme: 'light' };
const deskAtNight: View = { width: 1280, theme: 'dark' };
const phone: View = { width: 390, theme: 'light' };
const phoneAtNight: View = { width: 390, theme: 'dark' };

const shots: Shot[] = [
  // Before anything unread is looked at.
  { name: 'inbox', at: '/inbox', sign: '.inbox-row-main', view: desk },
  { name: 'phone-inbox', at: '/inbox', sign: '.inbox-row-main', view: phoneAtNight },
  { name: 'conversation-light', at: conversation, sign: message, view: desk },
  { name: 'conversation-dark', at: conversation, sign: message, view: deskAtNight },
  { name: 'feed', at: '/feed', sign: message, view: desk },
  { name: 'recent', at: '/recent', sign: '.recent-list a', view: deskAtNight },
  { name: 'channels', at: '/channels', sign: '.channels-name', view: desk },
  { name: 'settings', at: '/settings/notifications', sign: '.settings-column input', view: desk },
  { name: 'search', at: conversation, sign: '.search-overlay-list [role=option]', view: desk, act: search },
  { name: 'phone', at: conversation, sign: message, view: phone },
];

/** Pictures of a channel that is open to the web, without signing in. */
const publicShots: Shot[] = [
  { name: 'public-topic', at: '/', sign: '.message .text', view: desk, act: openTopic },
  { name: 'public-topic-phone', at: '/', sign: '.message .text', view: phoneAtNight, act: openTopic },
];

async function openTopic(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Madder, third bath' }).first().click();
}

/** Opens the channel of the conversation to the web. */
async function openToWeb(browser: Browser, server: Started): Promise<void> {
  const page = await openPage(browser, server, desk);
  const headers = { 'X-Heddle-Client': 'web' };
  for (const [path, form] of [
    ['/api/v1/realm', { enable_spectator_access: 'true' }],
    ['/api/v1/streams/3', { is_web_public: 'true' }],
  ] as const) {
    const response = await page.context().request.patch(path, { form, headers });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  }
  await page.context().close();
}

async function search(page: Page): Promise<void> {
  await page.locator(message).first().waitFor();
  await page.keyboard.press('/');
  await page.locator('.search-overlay-input').fill('sender:');
}

await withBrowser(async (browser) => {
  await withServer([], async (server) => {
    const at = server.setup_url ?? '';
    await take(browser, server, {
      name: 'create-organization',
      at,
      sign: 'form',
      view: { width: 900, theme: 'light' },
    });
  });
  await withServer(['--demo'], async (server) => {
    for (const shot of shots) await take(browser, server, shot);
  });
  await withServer(['--demo', '--web-public-channels', 'on'], async (server) => {
    await openToWeb(browser, server);
    for (const shot of publicShots) await take(browser, { ...server, demo: null }, shot);
  });
});

async function take(browser: Browser, server: Started, { name, at, sign, view, act }: Shot): Promise<void> {
  const page = await openPage(browser, server, view);
  await page.goto(at);
  await act?.(page);
  await takePicture(page, sign, path.join(folder, `${name}.png`));
  await page.context().close();
}
