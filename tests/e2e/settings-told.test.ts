/** What somebody sets is what the server and the others go by. */
import assert from 'node:assert/strict';
import { text as getText } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { Client } from '../support/client.ts';
import { inGerman } from '../client/english.ts';
import { getButton, getCompose, getDialog, getStored } from './page.ts';
import { done, onOneServer, until } from './stage.ts';

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });

async function goTo(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await getSettings(page).getByRole('heading', { name: title, level: 2, exact: true }).waitFor();
}

onOneServer('Settings in a browser', (sentence) => {
  sentence('Bots get a name, an API key and a zuliprc file in the settings', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/bots', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await getButton(ada, 'Create a bot').click();
    const form = getDialog(ada, 'Create a bot');
    await form.getByLabel('Name', { exact: true }).fill('Shuttle');
    await form.getByLabel('Short name').fill('shuttle');
    await form.getByRole('button', { name: 'Create a bot' }).click();
    await form.waitFor({ state: 'detached' });
    await getButton(ada, 'Manage Shuttle').click();
    const bot = getDialog(ada, 'Shuttle');
    await getButton(bot, 'Show key').click();
    await getButton(bot, 'Copy key').click();
    await ada.getByText('Key copied').waitFor();
    const apiKey = await ada.evaluate<string>('navigator.clipboard.readText()');
    const download = ada.waitForEvent('download');
    await getButton(bot, 'Download as file').click();
    assert.equal((await download).suggestedFilename(), 'zuliprc');
    const file = await getText(await (await download).createReadStream());
    const lines = Object.fromEntries(
      [...file.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.equal(lines.key, apiKey);
    const program = new Client(String(lines.site), { email: String(lines.email), apiKey });
    await done(
      program.post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Click clack.' }),
    );

    await getButton(bot, 'Generate new key').click();
    await getButton(getDialog(ada, 'Generate new key'), 'Generate new key').click();
    await until('the old key is dead', async () => (await program.get('/users/me')).status === 401);
    await getButton(bot, 'Deactivate Shuttle').click();
    await getButton(getDialog(ada, 'Deactivate Shuttle'), 'Deactivate Shuttle').click();
    await bot.waitFor({ state: 'detached' });
    await goTo(ada, '/organization/bots', 'Bots');
    await ada
      .getByRole('switch', { name: 'Show deactivated bots' })
      .or(ada.getByRole('checkbox', { name: 'Show deactivated bots' }))
      .click();
    await getButton(ada, 'Manage Shuttle').waitFor();
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
    await ada.getByLabel('Language').selectOption('Deutsch');
    await ada.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
    await until('the page says so', () => ada.evaluate<boolean>("document.documentElement.lang === 'de'"));
    await ada.getByText(inGerman('common.saved')).last().waitFor();
    await ada.goto(stage.topicPath('sprache'));
    await getStored(ada, 'Guten Morgen.').waitFor();
    await ada.getByRole('textbox', { name: inGerman('compose.placeholder') }).waitFor();
    await getCompose(ada).waitFor({ state: 'detached' });
    await done(
      stage.as('ada').patch('/settings', { default_language: 'en', web_font_size_px: 16, color_scheme: 1 }),
    );
    await getCompose(ada).waitFor();
  });
});
