/** A message that is changed is written with all that helps with writing a new one. */
import { getButton, choose, getDialog, getStored } from './page.ts';
import { onOneServer, until, type Locator, type Page } from './stage.ts';

const getBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Edit message' });

const getOnly = (page: Page): Locator => page.locator('article[data-message-id]');

const textIs = (page: Page, text: string) =>
  until(`the text is ${text}`, async () => (await getBox(page).inputValue()) === text);

onOneServer('Editing a message', (sentence) => {
  sentence('The edit box offers suggestions, formatting, snippets and preview', async (_t, stage) => {
    await stage.say('ada', 'warping', 'Ask');
    const ada = await stage.openPage('ada', stage.topicPath('warping'));
    const message = getOnly(ada);
    await choose(ada, message, 'Edit');
    await getBox(ada).pressSequentially(' @ben');
    await ada.getByRole('listbox', { name: 'Suggestions' }).getByText('Ben Okafor').waitFor();
    await ada.keyboard.press('Enter');
    await textIs(ada, 'Ask @**Ben Okafor** ');
    await ada.keyboard.press('Control+a');
    await ada.keyboard.press('Control+b');
    await getButton(message, 'Saved snippets').click();
    await getButton(ada, 'Save selection as snippet').click();
    await getDialog(ada, 'Save text as snippet').getByRole('button', { name: 'Cancel' }).click();
    await getBox(ada).fill('loom');
    await getBox(ada).press('Control+a');
    await message.getByRole('button', { name: /^Italic/ }).click();
    await textIs(ada, '*loom*');
    await getButton(message, 'Preview').click();
    await message.getByRole('emphasis').getByText('loom').waitFor();
    await getButton(message, 'Continue editing').click();

    await ada.keyboard.press('Control+Enter');
    await getStored(ada, 'loom').getByRole('emphasis').waitFor();
    await getBox(ada).waitFor({ state: 'detached' });
  });
});
