/** Slash commands in the compose box, and the responses of outgoing webhooks, in the settings. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { calledProgram } from '../support/services/called-program.ts';
import { done, inWindows, until, type Stage } from './stage.ts';

/** A bot of Ada's whose program is on this machine. */
async function withBot(t: TestContext, { server, dataDir, as }: Stage): Promise<void> {
  const { url } = await calledProgram(t, ({ body }) => {
    const { text } = JSON.parse(body) as { text: string };
    return text === 'Mars' ? { status: 500 } : { body: JSON.stringify({ content: `**${text}**: rain` }) };
  });
  await server.stop();
  writeFileSync(join(dataDir, 'heddle.toml'), 'reachable_networks = "127.0.0.1"\n');
  await server.start();
  const bot = { full_name: 'Weather', short_name: 'weather', bot_type: 3, payload_url: url };
  await done(as('ada').post('/bots', bot));
}

inWindows('Slash commands', (sentence) => {
  sentence(
    'An owner adds a command, and people use it with a suggestion and see its response',
    async (t, stage) => {
      await withBot(t, stage);
      const ada = await stage.openPage('ada', '/organization/commands');
      await ada.getByRole('button', { name: 'Add a command' }).click();
      const dialog = ada.getByRole('dialog', { name: 'Add a command' });
      await dialog.getByLabel('Name').fill('weather');
      await dialog.getByLabel('Description').fill('Shows the weather');
      await dialog.getByRole('button', { name: 'Add a command' }).click();
      await ada.getByText('/weather', { exact: true }).waitFor();

      const ben = await stage.openPage('ben', stage.topicPath('looms'));
      const field = ben.getByRole('textbox', { name: 'Write a message' });
      await field.fill('/wea');
      await ben.getByRole('option', { name: /weather.*Shows the weather/ }).waitFor();
      let runs = 0;
      ben.on('request', (request) => (runs += request.url().endsWith('/zcommand') ? 1 : 0));
      await field.fill('/weather Berlin');
      await ben.keyboard.press('Control+Enter');
      await ben.keyboard.press('Control+Enter');
      await ben.getByText('/weather · only visible to you').waitFor();
      assert.equal(runs, 1);
      await ben.getByText('Berlin', { exact: true }).waitFor();
      assert.equal(await field.inputValue(), '');
      await field.fill('/weather Mars');
      await ben.keyboard.press('Control+Enter');
      await ben.getByText('/weather failed. It responded with status 500.').waitFor();
      assert.equal(await field.inputValue(), '/weather Mars');
      await field.fill('/unknown thing');
      await ben.keyboard.press('Control+Enter');
      await until('only the unknown command is sent as a message', async () => {
        const written = (await stage.read('ben', 'looms')).map(({ content }) => content);
        return written.length === 1 && written[0] === '/unknown thing';
      });

      await ada.goto('/settings/bots');
      await ada.getByRole('button', { name: 'Manage Weather' }).click();
      await ada.getByRole('button', { name: 'Show requests' }).click();
      await ada.getByText('It responded with status 500.').waitFor();
    },
  );

  sentence(
    'An owner writes a template for JSON on the page of integrations, and previews it',
    async (_t, stage) => {
      await done(stage.as('ada').post('/bots', { full_name: 'Reed', short_name: 'reed', bot_type: 2 }));
      const page = await stage.openPage('ada', '/settings/integrations');
      await page.getByLabel('Bot', { exact: true }).selectOption('Reed');
      await page.getByRole('button', { name: 'Set up an integration' }).waitFor();
      await page.getByRole('button', { name: 'Edit template' }).click();
      await page.getByLabel('Message', { exact: true }).fill('**{{ name }}** is {{ state }}');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Loom 7', { exact: true }).waitFor();
      await page.getByLabel('Message', { exact: true }).fill('{% if %}');
      await page.getByRole('button', { name: 'Save template' }).click();
      await page.getByText(/Invalid template: the template of the content is not valid/).waitFor();
    },
  );
});
