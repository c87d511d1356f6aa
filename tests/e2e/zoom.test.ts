/** The page at double zoom: nothing is cut off, and everything can be reached. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  cutOff,
  getButton,
  getCompose,
  getDialog,
  getLeft,
  getPlace,
  getStored,
  goTo,
  settled,
  titled,
} from './page.ts';
import { getScreens, getSettingsScreens } from './screens.ts';
import { onOneServer, until, type Stage } from './stage.ts';

/** Half of the screen's width and height is left. */
const sizes = [
  { width: 720, height: 450 },
  { width: 640, height: 400 },
];

/** Half of 390 px is left. */
const phoneAtDoubleZoom = { viewport: { width: 195, height: 422 }, hasTouch: true };

/** What can be scrolled to the side, except for tables of settings, whose columns stay beside each other. */
const scrolledSideways = `[...document.querySelectorAll('body *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => one.clientWidth > 0 && one.querySelector(':scope > table') === null)
  .map((one) => one.className + ': ' + one.scrollWidth)`;

/** Links and buttons whose text is longer than they are high. */
const spilled = `[...document.querySelectorAll('main :is(a, button):not(.to-newest *)')]
  .filter((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const { height, bottom } = one.getBoundingClientRect();
    return height > 0 && text.getBoundingClientRect().bottom > bottom + 4;
  })
  .map((one) => one.className + ': ' + one.textContent)`;

/** Whole and uncovered, if need be after scrolling what it is in. */
async function isReachable(page: Page, what: Locator): Promise<void> {
  await what.click({ trial: true });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  // A page that is still being drawn may replace it between the two.
  await until(`${String(what)} is completely visible in ${String(width)} × ${String(height)}`, async () => {
    const box = await what.boundingBox();
    return (
      box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
    );
  });
}

async function isOnlyDown(page: Page, where: string): Promise<void> {
  await page.evaluate(settled);
  const [wide, room] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(wide <= room, `${where} is ${wide} px wide in ${room}`);
  const sideways = await page.evaluate<string[]>(cutOff);
  assert.deepEqual(sideways, [], `${where}: cut off at the side`);
}

/** Screens and what on them is needed most. */
const screens: Record<string, (page: Page) => Locator | Promise<Locator>> = {
  '/inbox': (page) => getButton(page, 'Open conversation list'),
  '/recent': (page) => page.getByRole('main').getByRole('link', { name: /zoom/ }).first(),
  '/channels': (page) => page.getByRole('main').getByText('Create channel'),
  '/channels/new': async (page) => {
    await getDialog(page, 'Create channel').getByLabel('Name').first().fill('spindles');
    return getButton(getDialog(page, 'Create channel'), 'Create channel');
  },
  '/people': (page) => page.getByRole('main').getByText('Ben Okafor').first(),
  '/settings/profile': (page) => getDialog(page, 'Settings').getByLabel('Your status'),
  '/settings/preferences': (page) => getDialog(page, 'Settings').getByRole('switch').last(),
  '/settings/notifications': (page) => getDialog(page, 'Settings').getByRole('checkbox').last(),
  '/organization/permissions': (page) => getDialog(page, 'Settings').getByRole('combobox').last(),
  '/organization/users': (page) => getDialog(page, 'Settings').getByRole('button').last(),
};

const getSheet = (page: Page): Locator => getDialog(page, 'Actions for this message');

async function chooseBelow(page: Page, message: Locator, choice: string): Promise<void> {
  await message.hover();
  await getButton(message, 'More actions').click();
  await getSheet(page).getByRole('button', { name: choice, exact: true }).click();
}

/** What lies over the page: how it comes, and what on it is needed most. */
const over: Record<
  string,
  [come: (page: Page, message: Locator) => Promise<unknown>, (page: Page) => Locator]
> = {
  'menu of a message': [
    async (page, message) => {
      await message.hover();
      await getButton(message, 'More actions').click();
      await getSheet(page).waitFor();
    },
    (page) => getButton(getSheet(page), 'Delete message'),
  ],
  move: [
    async (page, message) => {
      await chooseBelow(page, message, 'Move');
      await getDialog(page, 'Move').getByRole('combobox', { name: 'Topic' }).fill('elsewhere');
    },
    (page) => getButton(getDialog(page, 'Move'), 'Move'),
  ],
  deletion: [
    (page, message) => chooseBelow(page, message, 'Delete message'),
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete message' }),
  ],
  reminder: [
    (page, message) => chooseBelow(page, message, 'Remind me'),
    (page) => getDialog(page, 'Remind me').getByRole('button').last(),
  ],
  'emoji picker': [
    async (page) => {
      await getCompose(page).click();
      await getButton(page, 'Choose an emoji').click();
    },
    (page) => page.getByRole('option').first(),
  ],
  search: [(page) => page.keyboard.press('/'), (page) => page.getByRole('option').first()],
  help: [
    (page) => page.keyboard.press('?'),
    (page) => getButton(getDialog(page, 'Keyboard shortcuts'), 'Close'),
  ],
  'profile card': [
    (_page, message) => getButton(message, 'Ben Okafor').click(),
    (page) => getDialog(page, 'Ben Okafor').getByRole('button').last(),
  ],
  'list of conversations': [
    (page) => getButton(page, 'Open conversation list').click(),
    (page) => getLeft(page).getByRole('link', { name: 'Browse channels' }),
  ],
};

const formatSize = ({ width, height }: (typeof sizes)[number]) => `${String(width)} × ${String(height)}`;

const open = (stage: Stage, path: string) =>
  stage.openPage('ada', path, { viewport: sizes[0]!, deviceScaleFactor: 2 });

onOneServer('Zoom', (sentence) => {
  sentence('At double zoom, reading and writing works', async (_t, stage) => {
    for (let i = 0; i < 12; i++) await stage.say('ada', 'letter', `Line ${String(i)} of the letter.`);
    const page = await open(stage, stage.topicPath('letter'));
    await getStored(page, 'Line 11 ').waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      const where = formatSize(size);
      await isOnlyDown(page, `reading in ${where}`);
      await getCompose(page).fill('One line,\nanother,\nand\nfour\nmore\nof\nthem.');
      await isReachable(page, getButton(page, 'Send'));
      await isReachable(page, getCompose(page));
      await isOnlyDown(page, `writing in ${where}`);
      const { height } = await getPlace(page.locator('.message-list'));
      assert.ok(height >= 80, `${String(height)} px are left to read what is answered in ${where}`);
      await isReachable(page, getStored(page, 'Line 11 '));
    }
    await getButton(page, 'Send').click();
    await getStored(page, 'them.').waitFor();
  });

  sentence('At double zoom, every screen is usable', async (_t, stage) => {
    await stage.say('ben', 'zoom', 'For recent conversations.');
    const page = await open(stage, '/inbox');
    const titles = { ...getScreens(stage), ...getSettingsScreens() };
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const [path, needed] of Object.entries(screens)) {
        await goTo(page, path);
        await titled(page, titles[path] ?? path);
        const one = await needed(page);
        await one.waitFor();
        await isReachable(page, one);
        await isOnlyDown(page, `${path} in ${formatSize(size)}`);
      }
    }
  });

  sentence('On a phone at double zoom, every screen fits and shows its list', async (_t, stage) => {
    await stage.say('ben', 'narrow', 'For recent conversations.');
    const page = await stage.openPage('ada', stage.topicPath('narrow'), phoneAtDoubleZoom);
    await getStored(page, 'For recent').waitFor();
    await isOnlyDown(page, 'a topic');
    const settings = getSettingsScreens();
    const wide = ['/settings/notifications', '/settings/shortcuts', '/organization/audit'];
    const titles = {
      ...getScreens(stage),
      ...Object.fromEntries(wide.map((path) => [path, settings[path]])),
    };
    for (const [path, title] of Object.entries(titles)) {
      await goTo(page, path);
      await titled(page, title ?? path);
      await isOnlyDown(page, path);
      assert.deepEqual(await page.evaluate(scrolledSideways), [], path);
      assert.deepEqual(await page.evaluate(spilled), [], path);
    }
    for (const path of ['/recent', `/channel/${String(stage.weaving)}/topics`]) {
      await goTo(page, path);
      await isReachable(
        page,
        page
          .getByRole('main')
          .getByRole('link', { name: /narrow/ })
          .first(),
      );
    }
  });

  sentence('At double zoom, every dialog is usable', async (_t, stage) => {
    await stage.say('ben', 'over', 'Look here.');
    const page = await open(stage, stage.topicPath('over'));
    const message = getStored(page, 'Look here.');
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const [name, [come, needed]] of Object.entries(over)) {
        await message.waitFor();
        await come(page, message);
        await needed(page).waitFor();
        await isReachable(page, needed(page));
        await isOnlyDown(page, `${name} in ${formatSize(size)}`);
        await page.keyboard.press('Escape');
        await needed(page).waitFor({ state: 'detached' });
        await page.evaluate('document.activeElement?.blur()');
      }
    }
  });
});
