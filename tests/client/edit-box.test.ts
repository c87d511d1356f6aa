/** A message that is changed is written with all that helps with writing a new one. */
import assert from 'node:assert/strict';
import { getButton, choose, getDialog, getStored, getToast } from './page.ts';
import { done, onOneServer, until, type Locator, type Page } from './stage.ts';

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

  sentence(
    'A text that was being edited can still be copied when the message is deleted',
    async (_t, stage) => {
      await stage.say('ada', 'unpicking', 'Pick it up.');
      const ada = await stage.openPage('ada', stage.topicPath('unpicking'));
      await choose(ada, getOnly(ada), 'Edit');
      await getBox(ada).fill('Pick it up again.');
      const [message] = await stage.read('ada', 'unpicking');
      await done(stage.as('ada').delete(`/messages/${String(message!.id)}`));
      await getToast(ada, 'The message you were editing was deleted').waitFor();
      await getButton(ada, 'Copy text').click();
      await getToast(ada, 'Text copied').waitFor();
      assert.equal(await ada.evaluate('navigator.clipboard.readText()'), 'Pick it up again.');
    },
  );

  sentence('A person who undoes an edit is no longer announced as editing', async (_t, stage) => {
    await stage.say('ada', 'undoing', 'Ask');
    const ada = await stage.openPage('ada', stage.topicPath('undoing'));
    await choose(ada, getOnly(ada), 'Edit');
    const sends = (op: string) =>
      ada.waitForRequest(
        (request) => request.url().endsWith('/typing') && request.postData()?.includes(`op=${op}`) === true,
      );
    const [start] = await Promise.all([sends('start'), getBox(ada).fill('Ask Ben')]);
    const [stop] = await Promise.all([sends('stop'), getBox(ada).fill('Ask')]);
    assert.equal(start.url(), stop.url());
  });
});
