/** Every key of the help sheet does what it says there. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getDialog, getLeft, leftShown, getStored, getTitle } from './page.ts';
import { done, onOneServer, until, type Stage, type Locator, type Page } from './stage.ts';

const getFocused = (page: Page, what: Locator): Locator => what.and(page.locator(':focus'));
const path = (page: Page): string => new URL(page.url()).pathname;
const isAt = (page: Page, where: string) =>
  until(`the page is at ${where}`, async () => path(page).startsWith(where));

/** Away from fields and messages. */
const leave = async (page: Page): Promise<void> => {
  await page.evaluate('document.activeElement?.blur()');
};

const writeTo = (stage: Stage, content: string) =>
  done(stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content }));

onOneServer('Keyboard shortcuts', (sentence) => {
  sentence('The keyboard moves between messages and triggers every action', async (_t, stage) => {
    for (const text of ['One.', 'Two.', 'Three.']) await stage.say('ben', 'steps', text);
    const ada = await stage.openPage('ada', stage.topicPath('steps'));
    await getStored(ada, 'Three.').waitFor();
    const on = (text: string) => getFocused(ada, getStored(ada, text)).waitFor();
    await ada.keyboard.press('j');
    await on('Three.');
    await ada.keyboard.press('k');
    await on('Two.');
    await ada.keyboard.press('ArrowUp');
    await on('One.');
    await ada.keyboard.press('ArrowDown');
    await on('Two.');

    await ada.keyboard.press('Control+s');
    await until(
      'it is starred',
      async () => (await stage.read('ada', 'steps'))[1]?.flags.includes('starred') === true,
    );
    await ada.keyboard.press(':');
    await getDialog(ada, 'Choose an emoji').getByRole('combobox').fill('octopus');
    await ada.getByRole('option', { name: 'octopus' }).first().waitFor();
    await ada.keyboard.press('Enter');
    await until(
      'it has the reaction',
      async () => (await stage.read('ada', 'steps'))[1]?.reactions.length === 1,
    );
    await on('Two.');
    await ada.keyboard.press('i');
    await ada.getByRole('menu', { name: 'Actions for this message' }).waitFor();
    await ada.keyboard.press('Escape');
    await on('Two.');
    await ada.keyboard.press('m');
    await getDialog(ada, 'Move').waitFor();
    await ada.keyboard.press('Escape');
    await on('Two.');
    await ada.keyboard.press('U');
    await until('two are unread', async () => {
      const messages = await stage.read('ada', 'steps');
      return messages.filter(({ flags }) => !flags.includes('read')).length === 2;
    });
    await ada.keyboard.press('>');
    await until('it is quoted', async () => (await getCompose(ada).inputValue()).includes('Two.'));
    await getFocused(ada, getCompose(ada)).waitFor();
    await ada.keyboard.press('Escape');
    await until('the field is left', async () => (await getFocused(ada, getCompose(ada)).count()) === 0);
    await ada.keyboard.press('G');
    await ada.keyboard.press('r');
    await getFocused(ada, getCompose(ada)).waitFor();
  });

  sentence('The keyboard leads to every screen', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Combined feed' }).waitFor();
    for (const [key, place] of [
      ['a', '/feed'],
      ['t', '/recent'],
      ['I', '/inbox'],
    ] as const) {
      await ada.keyboard.press(key);
      await isAt(ada, place);
    }
    // Whatever others left unread, and what the feed has just shown.
    await done(stage.as('ada').post('/mark_all_as_read', {}));
    await stage.say('ben', 'twill', 'Over two, under two.');
    await getLeft(ada).getByRole('link', { name: 'twill' }).getByLabel('1 unread').waitFor();
    await ada.keyboard.press('n');
    await isAt(ada, stage.topicPath('twill'));
    await writeTo(stage, 'A word with you.');
    const direct = getLeft(ada).getByRole('link', { name: 'Ben Okafor' });
    await direct.getByLabel('1 unread', { exact: true }).waitFor();
    await ada.keyboard.press('p');
    await isAt(ada, `/dm/${stage.people.ben.id}`);

    for (const [key, field] of [
      ['q', 'Filter conversations'],
      ['w', 'Filter people'],
      ['/', 'Search or go to'],
      ['Control+k', 'Search or go to'],
    ] as const) {
      await leave(ada);
      await ada.keyboard.press(key);
      await getFocused(ada, ada.getByLabel(field)).first().waitFor();
      await ada.keyboard.press('Escape');
    }
    await ada.getByRole('dialog').waitFor({ state: 'detached' });
    await leave(ada);
    await ada.keyboard.press('g');
    await ada.getByRole('menu', { name: 'Menu' }).getByRole('menuitem', { name: 'Settings' }).waitFor();
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('?');
    const help = getDialog(ada, 'Keyboard shortcuts');
    await help.getByText('Next unread topic').waitFor();
    assert.ok((await help.getByRole('definition').count()) >= 28);
    await ada.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  sentence('The keyboard leads from a message to its topic and channel, and back', async (_t, stage) => {
    await stage.say('ben', 'damask', 'Both sides.');
    const ada = await stage.openPage('ada', '/feed');
    await getStored(ada, 'Both sides.').waitFor();
    const choose = async () => {
      await getTitle(ada).filter({ hasText: 'Combined feed' }).waitFor();
      await getStored(ada, 'Both sides.').waitFor();
      await ada.keyboard.press('j');
      await getFocused(ada, getStored(ada, 'Both sides.')).waitFor();
    };
    await choose();
    await ada.keyboard.press('s');
    await isAt(ada, stage.topicPath('damask'));
    await ada.goBack();
    await isAt(ada, '/feed');
    await choose();
    await ada.keyboard.press('S');
    await until('it is the channel', async () => /^\/channel\/\d+-weaving(\/near\/\d+)?$/.test(path(ada)));
    await ada.goto('/inbox');
    await ada.goto('/recent');
    await leftShown(ada);
    await ada.keyboard.press('Escape');
    await isAt(ada, '/inbox');
  });

  sentence('The keyboard composes to a topic and to users, and edits the last message', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/feed');
    const ben = await stage.openPage('ben', stage.topicPath('by keys'));
    await getCompose(ben).waitFor();
    await getButton(ada, 'New topic').waitFor();
    await ada.keyboard.press('c');
    await getFocused(ada, ada.getByRole('combobox', { name: 'Channel' })).waitFor();
    await ada.keyboard.type('weav');
    await ada.getByRole('option', { name: 'weaving' }).waitFor();
    await ada.keyboard.press('Enter');
    await getFocused(ada, ada.getByRole('combobox', { name: 'Topic' })).waitFor();
    await ada.keyboard.type('by keys');
    await ada.keyboard.press('Tab');
    await getFocused(ada, getCompose(ada)).waitFor();
    await ada.keyboard.type('No mouse.');
    await ada.keyboard.press('Control+Enter');
    await getStored(ben, 'No mouse.').waitFor();

    await ada.goto(stage.topicPath('by keys'));
    await getStored(ada, 'No mouse.').waitFor();
    await leave(ada);
    await ada.keyboard.press('e');
    const box = ada.getByRole('textbox', { name: 'Edit message' });
    await getFocused(ada, box).waitFor();
    await ada.keyboard.type(' None.');
    await ada.keyboard.press('Control+Enter');
    await getStored(ben, 'No mouse. None.').waitFor();

    await box.waitFor({ state: 'detached' });
    await leave(ada);
    await ada.keyboard.press('x');
    await getFocused(ada, ada.getByRole('combobox', { name: 'People' })).waitFor();
    await ada.keyboard.type('ben');
    await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
    await ada.keyboard.press('Enter');
    await getButton(ada, 'Remove Ben Okafor').waitFor();
    await getCompose(ada).focus();
    await ada.keyboard.type('Only you.');
    await ada.keyboard.press('Control+Enter');
    await getLeft(ben).getByRole('link', { name: 'Ada Achterberg' }).getByLabel('1 unread').waitFor();
    await ben.keyboard.press('p');
    await getTitle(ben).filter({ hasText: 'Ada Achterberg' }).waitFor();
    await getStored(ben, 'Only you.').waitFor();
  });

  sentence(
    'The keyboard starts a message from screens without a compose box, without leaving them',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', '/inbox');
      await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
      await ada.keyboard.press('c');
      await getFocused(ada, ada.getByRole('combobox', { name: 'Channel' })).waitFor();
      await isAt(ada, '/inbox');
      await ada.goto('/recent');
      await getTitle(ada).filter({ hasText: 'Recent' }).waitFor();
      await ada.keyboard.press('x');
      await ada.keyboard.type('ben');
      await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
      await ada.keyboard.press('Enter');
      await getButton(ada, 'Remove Ben Okafor').waitFor();
      await isAt(ada, '/recent');
    },
  );

  sentence('Keys are changed in the settings, taken from other commands, and reset', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/shortcuts');
    // Opening a page of the settings focuses its title.
    await getFocused(ada, ada.getByRole('heading', { name: 'Keyboard shortcuts' })).waitFor();
    const row = (name: string) => getDialog(ada, 'Settings').getByRole('listitem').filter({ hasText: name });
    const change = async (name: string, key: string) => {
      await ada.getByRole('button', { name: new RegExp(`^${name}: .* Change shortcut$`) }).click();
      await row(name).getByText('Press a key…').waitFor();
      await ada.keyboard.press(key);
    };
    await change('Recent conversations', '7');
    const has = (name: string, keys: string) => getButton(ada, `${name}: ${keys}. Change shortcut`).waitFor();
    await has('Recent conversations', '7');
    await change('Inbox', 'a');
    await row('Inbox').getByText('A is already used for “Combined feed”.').waitFor();
    await getButton(row('Inbox'), 'Use it here instead').click();
    await has('Combined feed', 'None');

    await ada.goto('/starred');
    await leftShown(ada);
    await ada.keyboard.press('7');
    await isAt(ada, '/recent');
    await ada.keyboard.press('t');
    await ada.keyboard.press('a');
    await isAt(ada, '/inbox');
    await ada.keyboard.press('?');
    const help = getDialog(ada, 'Keyboard shortcuts');
    await help.getByText('7', { exact: true }).waitFor();
    await getButton(help, 'Change shortcuts').click();
    await getButton(ada, 'Reset all shortcuts').click();
    await has('Combined feed', 'A');
    await getButton(ada, 'Reset all shortcuts').waitFor({ state: 'detached' });
  });
});
