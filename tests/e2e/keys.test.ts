/** Every key of the help sheet does what it says there. */
import type { Locator, Page } from 'playwright-core';
import { getCompose, getDialog, getStored } from './page.ts';
import { onOneServer, until } from './stage.ts';

const getFocused = (page: Page, what: Locator): Locator => what.and(page.locator(':focus'));
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
});
