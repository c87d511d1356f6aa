/** Theme, text size and language of the page. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { inGerman } from '../client/english.ts';
import { getCompose, getStored } from './page.ts';
import { done, onOneServer, until } from './stage.ts';

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });

onOneServer('Settings in a browser', (sentence) => {
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
