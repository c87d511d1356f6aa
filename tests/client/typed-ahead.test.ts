/** Someone who types on before what was asked for by a key is there: the letters belong to it, and run no commands. */
import assert from 'node:assert/strict';
import { getCompose, getDialog, leftShown, getStored, getTitle, getToast } from './page.ts';
import { onOneServer, until, type Page, type Route } from './stage.ts';

const getSearch = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const getField = (page: Page) => getSearch(page).getByRole('combobox');
const path = (page: Page): string => new URL(page.url()).pathname;

interface HeldRequest {
  /** Waits until the page has asked for it. */
  asked(): Promise<void>;
  release(): Promise<void>;
}

/** Holds the first response to a request of a page. What the page fetches beforehand has to be held before it is opened. */
async function hold(page: Page, what: string): Promise<HeldRequest> {
  const held: Route[] = [];
  await page.route(what, (route) => void held.push(route), { times: 1 });
  return {
    asked: () => until(`${what} is asked for`, () => Promise.resolve(held.length > 0)),
    release: async () => held[0]?.continue(),
  };
}

onOneServer('Typing ahead', (sentence) => {
  sentence('Keys typed ahead of the search are searched for', async (_t, stage) => {
    await stage.say('ben', 'reds', 'Madder is not rust.');
    const ada = await stage.openPage('ada', stage.topicPath('reds'));
    const field = await hold(ada, '**/search-overlay*.js');
    await ada.reload();
    await getStored(ada, 'Madder is not rust.').waitFor();
    await ada.keyboard.type('/rut');
    await ada.keyboard.press('Backspace');
    await ada.keyboard.type('st');
    await field.asked();
    assert.equal(await getCompose(ada).inputValue(), '');
    await ada.keyboard.press('Enter');
    await field.release();
    await getTitle(ada).filter({ hasText: 'Search: rust' }).waitFor();
    await getStored(ada, 'Madder is not rust.').waitFor();

    await ada.keyboard.type('/madder');
    await until('the words are replaced', async () => (await getField(ada).inputValue()) === 'madder');
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('Control+k');
    await ada.keyboard.type('inb');
    await ada.keyboard.press('Enter');
    await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
  });

  sentence('Keys typed ahead are dropped when their target is cancelled', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    const field = await hold(ada, '**/search-overlay*.js');
    await ada.reload();
    await leftShown(ada);
    await ada.keyboard.type('/star');
    await field.asked();
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('t');
    await getTitle(ada).filter({ hasText: 'Recent conversations' }).waitFor();
    await field.release();

    await ada.route('**/help-dialog*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await ada.keyboard.type('?at');
    await getToast(ada, 'could not be loaded').waitFor();
    assert.equal(await getSearch(ada).count(), 0);
    await ada.keyboard.press('I');
    await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
  });

  sentence('Keys typed ahead of reactions, help and menus run no commands', async (_t, stage) => {
    await stage.say('ben', 'greens', 'Weld and woad.');
    const ada = await stage.openPage('ada', stage.topicPath('greens'));
    const menu = await hold(ada, '**/overlays*.js');
    const emoji = await hold(ada, '**/emoji-panel*.js');
    await ada.reload();
    await getStored(ada, 'Weld and woad.').waitFor();
    await ada.keyboard.press('j');
    const help = await hold(ada, '**/help-dialog*.js');
    await ada.keyboard.type('?atI');
    await help.asked();
    await help.release();
    await getDialog(ada, 'Keyboard shortcuts').waitFor();
    await ada.keyboard.press('Escape');
    await getDialog(ada, 'Keyboard shortcuts').waitFor({ state: 'detached' });

    await ada.keyboard.press('i');
    await ada.keyboard.press('Enter');
    await menu.asked();
    await menu.release();
    await ada.getByRole('menu', { name: 'Actions for this message' }).waitFor();
    await ada.keyboard.press('Escape');

    await ada.keyboard.type(':octopus');
    await emoji.asked();
    await emoji.release();
    await ada.getByRole('option', { name: 'octopus' }).first().waitFor();
    await ada.keyboard.press('Enter');
    await until(
      'it has the reaction',
      async () => (await stage.read('ada', 'greens'))[0]?.reactions.length === 1,
    );
    assert.equal(path(ada), stage.topicPath('greens'));
    assert.equal(await getCompose(ada).inputValue(), '');
  });

  sentence('Text written before the compose box is loaded stays, with suggestions', async (_t, stage) => {
    await stage.say('ada', 'whites', 'Chalk.');
    const ada = await stage.openPage('ada', stage.topicPath('whites'));
    const card = await hold(ada, '**/compose-card*.js');
    await ada.reload();
    await getStored(ada, 'Chalk.').waitFor();
    await getCompose(ada).fill('Ask @ben');
    await card.asked();
    assert.equal(await ada.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    await card.release();
    await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
    await ada.keyboard.press('Enter');
    await until('the name is there', async () =>
      (await getCompose(ada).inputValue()).includes('Ask @**Ben Okafor'),
    );
  });

  sentence('Keys typed ahead of the compose box are inserted', async (_t, stage) => {
    await stage.say('ada', 'blues', 'Indigo.');
    const ada = await stage.openPage('ada', stage.topicPath('blues'));
    await getStored(ada, 'Indigo.').waitFor();
    const isWritten = (text: string) =>
      until(`"${text}" is written`, async () => (await getCompose(ada).inputValue()) === text);
    await ada.keyboard.type('rstating it');
    await isWritten('stating it');
    await getCompose(ada).fill('');
    await ada.keyboard.press('Escape');

    await ada.keyboard.press('j');
    const source = await hold(ada, '**/api/v1/messages/*?*');
    await ada.keyboard.type('>Quite so.');
    await source.asked();
    await source.release();
    await until('it is quoted and answered', async () =>
      /Indigo\.\n```\s+Quite so\.$/.test(await getCompose(ada).inputValue()),
    );
    await getCompose(ada).fill('');
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('Escape');

    const edited = await hold(ada, '**/api/v1/messages/*?*');
    await ada.keyboard.type('e Mostly.');
    await edited.asked();
    await edited.release();
    const box = ada.getByRole('textbox', { name: 'Edit message' });
    await until('the change is there', async () => (await box.inputValue()) === 'Indigo. Mostly.');
    await ada.keyboard.press('Escape');

    await ada.goto('/feed');
    await getStored(ada, 'Indigo.').waitFor();
    await ada.keyboard.type('cats');
    const channel = ada.getByRole('combobox', { name: 'Channel' });
    await until('a channel is looked for', async () => (await channel.inputValue()) === 'ats');
    assert.equal(path(ada), '/feed');
    // Out of the field, and out of compose.
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('Escape');
    await ada.keyboard.type('qblu');
    await until(
      'the left side is filtered',
      async () => (await ada.getByLabel('Filter conversations').inputValue()) === 'blu',
    );
  });
});
