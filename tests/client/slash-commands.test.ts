/** Slash commands in the compose box, and the responses of outgoing webhooks, in the settings. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { calledProgram } from '../support/services/called-program.ts';
import { done, inWindows, until, type Stage } from './stage.ts';
import { getCompose, getStored, write } from './page.ts';

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

// Polls and to-do lists, by two people in two browsers.

inWindows('Polls and to-do lists', (sentence) => {
  sentence('Two users vote in a poll', async (_t, { openPage, topicPath }) => {
    const [ada, ben] = [await openPage('ada', topicPath('dye')), await openPage('ben', topicPath('dye'))];
    await getCompose(ada).waitFor();
    await ada.getByRole('button', { name: 'Poll or to-do list' }).click();
    await ada.getByRole('menuitem', { name: 'Create a poll' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Create a poll' });
    await dialog.getByLabel('Question').fill('Which dye?');
    await ada.keyboard.press('Enter');
    await dialog.getByLabel('Option 1').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.type('madder');
    await ada.keyboard.press('Enter');
    await ada.keyboard.type('woad');
    await ada.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Send', exact: true }).click();

    const poll = getStored(ben, 'Which dye?').getByRole('region', { name: 'Poll' });
    await poll.getByRole('button', { name: 'madder, 0 votes' }).click();
    await poll.getByRole('button', { name: 'madder, 1 vote', exact: true, pressed: true }).waitFor();
    const own = getStored(ada, 'Which dye?').getByRole('region', { name: 'Poll' });
    await own.getByRole('button', { name: 'madder, 1 vote', pressed: false }).click();
    await poll.getByRole('button', { name: 'madder, 2 votes', pressed: true }).waitFor();

    await poll.getByRole('button', { name: 'Add option' }).click();
    await poll.getByRole('textbox', { name: 'Option' }).fill('weld');
    await ben.keyboard.press('Enter');
    await own.getByRole('button', { name: 'weld, 0 votes' }).click();
    await own.getByRole('button', { name: 'madder, 2 votes' }).click();
    await poll.getByRole('button', { name: 'madder, 1 vote', pressed: true }).waitFor();
    await poll.getByRole('button', { name: 'weld, 1 vote', pressed: false }).waitFor();

    assert.equal(await poll.getByRole('button', { name: 'Edit question' }).count(), 0);
    await own.getByRole('button', { name: 'Edit question' }).click();
    await own.getByRole('textbox', { name: 'Question' }).fill('Which dye first?');
    await ada.keyboard.press('Enter');
    await getStored(ben, 'Which dye first?').waitFor();
  });

  sentence('Two users work on a to-do list', async (_t, { openPage, topicPath }) => {
    const [ada, ben] = [await openPage('ada', topicPath('loom')), await openPage('ben', topicPath('loom'))];
    await getCompose(ada).waitFor();
    await write(ada, '/todo The loom\nwarp: 300 threads\nweft');
    const list = getStored(ben, 'The loom').getByRole('region', { name: 'To-do list' });
    await list.getByRole('checkbox', { name: 'warp' }).check();
    const own = getStored(ada, 'The loom').getByRole('region', { name: 'To-do list' });
    await own.getByText('1 of 2 done').waitFor();
    await own.getByRole('checkbox', { name: 'warp', checked: true }).waitFor();
    await own.getByRole('button', { name: 'Add task' }).click();
    await own.getByRole('textbox', { name: 'Task' }).fill('reed');
    await ada.keyboard.press('Enter');
    await list.getByRole('checkbox', { name: 'reed' }).waitFor();
  });
});
