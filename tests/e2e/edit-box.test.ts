/** A message that is changed is written with all that helps with writing a new one. */
import assert from 'node:assert/strict';
import type { Locator, Page, Route } from 'playwright-core';
import { getButton, choose, getCompose, getDialog, getStored } from './page.ts';
import { onOneServer, until } from './stage.ts';

const getBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Edit message' });

const getOnly = (page: Page): Locator => page.locator('article[data-message-id]');

const textIs = (page: Page, text: string | RegExp) =>
  until(`the text is ${String(text)}`, async () => {
    const value = await getBox(page).inputValue();
    return typeof text === 'string' ? value === text : text.test(value);
  });

const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('weft') });

onOneServer('Editing a message', (sentence) => {
  sentence(
    'The edit box offers suggestions, formatting, snippets, emoji, preview and files',
    async (_t, stage) => {
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

      const dataTransfer = await ada.evaluateHandle(`(() => {
      const all = new DataTransfer();
      all.items.add(new File(['weft'], 'weft.txt', { type: 'text/plain' }));
      return all;
    })()`);
      await getBox(ada).dispatchEvent('drop', { dataTransfer });
      await textIs(ada, /\*loom\*\s\[weft\.txt\]\(\/user_uploads\//);
      assert.equal(await getCompose(ada).inputValue(), '');
      await ada.keyboard.press('Control+Enter');
      await getStored(ada, 'weft.txt').getByRole('link', { name: 'weft.txt' }).waitFor();
    },
  );

  sentence('Saving an edit waits for its uploads, and cancelling drops them', async (_t, stage) => {
    await stage.say('ada', 'late', 'See: ');
    const ada = await stage.openPage('ada', stage.topicPath('late'), { serviceWorkers: 'block' });
    const held: Route[] = [];
    await ada.route('**/api/v1/tus', (route) => void held.push(route));
    const message = getOnly(ada);
    const begin = async (name: string) => {
      await choose(ada, message, 'Edit');
      await message.locator('input[type=file]').setInputFiles(note(name));
      await message.getByText(`${name}, 0 %`).waitFor();
    };
    await begin('never.txt');
    await ada.keyboard.press('Escape');
    await getBox(ada).waitFor({ state: 'detached' });
    await begin('sett.txt');
    assert.equal(await message.getByText('never.txt').count(), 0);
    await getButton(message, 'Save').click();
    await message.getByText('The message is saved once all uploads are complete.').waitFor();
    await ada.unroute('**/api/v1/tus');
    for (const route of held) await route.continue().catch(() => undefined);
    await message.getByRole('link', { name: 'sett.txt' }).waitFor();
    await getBox(ada).waitFor({ state: 'detached' });
    const [{ content } = { content: '' }] = await stage.read('ada', 'late');
    assert.match(content, /^See: \s?\[sett\.txt\]\(\/user_uploads\/\S+\)\s?$/);
  });
});
