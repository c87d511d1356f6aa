/** Theme, text size and language of the page. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { inGerman } from '../client/english.ts';
import { getCompose, getPlace, getStored, goTo } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';
import { fileURLToPath } from 'node:url';

const picture = fileURLToPath(new URL('../../docs/pictures/create-organization.png', import.meta.url));
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a page of the settings by its address. */
async function openSettings(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path);
  await getSettings(page).waitFor();
  return page;
}

async function choosePicture(page: Page, opener: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, opener).click();
  await (await chooser).setFiles(picture);
}

onOneServer('Settings', (sentence) => {
  sentence('An avatar is uploaded with a chosen crop and deleted', async (_t, stage) => {
    const page = await openSettings(stage, '/settings/profile');
    await until('the page has the focus, not the list beside it', () =>
      page.evaluate<boolean>('document.activeElement.closest(".settings-page") !== null'),
    );
    const version = async () => Number((await stage.as('ada').get('/users/me')).json.avatar_version);
    const before = await version();
    await choosePicture(page, 'Choose a picture');
    const crop = page.getByRole('dialog', { name: 'Crop picture' });
    await crop.getByLabel('Zoom').fill('2');
    await crop.getByRole('button', { name: 'Save picture' }).click();
    await crop.waitFor({ state: 'detached' });
    await until('it is there', async () => (await version()) > before);
    const during = await version();
    await button(page, 'Remove picture').click();
    await until('the picture is gone', async () => (await version()) > during);
    await page.locator('.own-picture .avatar-letter').waitFor();
    await button(page, 'Remove picture').waitFor({ state: 'detached' });

    // The list shows the page that a link has opened.
    await goTo(page, '/organization/exports');
    const entry = getSettings(page).getByRole('link', { name: 'Data exports' });
    await until('its entry is in view', async () => {
      const [list, row] = [await page.locator('.settings-list').boundingBox(), await entry.boundingBox()];
      return list !== null && row !== null && row.y + row.height <= list.y + list.height + 1;
    });
  });
});

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });

onOneServer('Settings in a browser', (sentence) => {
  sentence('In large text, a long topic leaves the name of its channel whole', async (_t, stage) => {
    const topic = 'A topic with a longer name than the header has room for';
    await stage.say('ben', topic, 'Warp.');
    await done(stage.as('ada').patch('/settings', { web_font_size_px: 18 }));
    const page = await stage.openPage('ada', stage.topicPath(topic), {
      viewport: { width: 1280, height: 800 },
    });
    const channel = page.locator('.header-channel');
    await channel.waitFor();
    const hidden = await channel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(hidden <= 0, `${hidden} px are hidden`);
    await done(stage.as('ada').patch('/settings', { web_font_size_px: 16 }));
  });

  sentence('The setting that a password link has stands in one line with its box', async (_t, stage) => {
    const { id } = stage.people.ben;
    const { password_link } = await done(stage.as('ada').post(`/heddle/users/${id}/password_link`));
    const page = await stage.openBrowser();
    await page.goto(String(password_link));
    const box = await getPlace(page.getByRole('checkbox'));
    const label = await getPlace(page.locator('label').filter({ has: page.getByRole('checkbox') }));
    assert.ok(box.width <= 24 && box.x <= label.x && label.height <= 44, JSON.stringify({ box, label }));
  });

  sentence('The settings change language, theme and font size', async (_t, stage) => {
    await stage.say('ben', 'sprache', 'Guten Morgen.');
    const ada = await stage.openPage('ada', '/settings/preferences', { colorScheme: 'light' });
    const light = () => ada.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
    await getSettings(ada).waitFor();
    for (const [theme, scheme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['System', 'light dark'],
    ] as const) {
      await ada.getByLabel('Theme').selectOption(theme);
      await until(`it is ${scheme}`, async () => (await light()) === scheme);
    }
    await ada.getByLabel('Text size').selectOption('Large');
    await until('it is larger', () =>
      ada.evaluate<boolean>("getComputedStyle(document.documentElement).fontSize === '18px'"),
    );
    await ada.getByLabel('Language').selectOption('de');
    await ada.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
    await until('the page says so', () => ada.evaluate<boolean>("document.documentElement.lang === 'de'"));
    await ada.getByText(inGerman('common.saved')).last().waitFor();
    assert.equal(await ada.getByLabel(inGerman('settings.twenty_four_hour_time')).count(), 0);
    await ada.goto(stage.topicPath('sprache'));
    await getStored(ada, 'Guten Morgen.').waitFor();
    await ada.getByRole('textbox', { name: inGerman('compose.placeholder') }).waitFor();
    await getCompose(ada).waitFor({ state: 'detached' });
    // In a language that counts to 24, whatever was never chosen.
    await ada.getByRole('article', { name: /^Ben Okafor, \d+:\d\d$/ }).waitFor();
    await done(
      stage.as('ada').patch('/settings', { default_language: 'en', web_font_size_px: 16, color_scheme: 1 }),
    );
    await getCompose(ada).waitFor();
  });
});
