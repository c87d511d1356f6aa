/** Composing, where the browser has a part in it: focus, clipboard and undo. */
import assert from 'node:assert/strict';
import { getCompose, isFilled, getButton, choose, goTo } from './page.ts';
import { onOneServer } from './stage.ts';
import type { Locator, Page, Route } from 'playwright-core';

/** Copies formatted text, as from another page. */
const copyFormatted = `navigator.clipboard.write([new ClipboardItem({
  'text/html': new Blob(['<p>A <b>new</b> loom</p>'], { type: 'text/html' }),
  'text/plain': new Blob(['A new loom'], { type: 'text/plain' }),
})])`;

onOneServer('Composing in a browser', (sentence) => {
  sentence('Undo takes back what was pasted, and Ctrl Shift V pastes plain text', async (_t, stage) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const ada = await stage.openPage('ada', stage.topicPath('pasted'), { permissions });
    const text = getCompose(ada);
    await text.click();
    await ada.keyboard.type('Look: loom');
    await ada.evaluate(copyFormatted);
    await ada.keyboard.press('Shift+Control+ArrowLeft');
    await ada.keyboard.press('Control+v');
    await isFilled(text, 'Look: A **new** loom');
    await ada.keyboard.press('Control+z');
    await isFilled(text, 'Look: loom');
    await ada.keyboard.press('Control+b');
    await isFilled(text, 'Look: **loom**');
    await ada.keyboard.press('Control+z');
    await isFilled(text, 'Look: loom');
    await ada.keyboard.press('Control+Shift+V');
    await isFilled(text, 'Look: A new loom');
  });

  sentence('A click in the text field leaves the suggestions of topics', async (_t, stage) => {
    await stage.say('ben', 'shuttles', 'Two of them.');
    const ada = await stage.openPage('ada', stage.topicPath('shuttles'));
    await getCompose(ada).waitFor();
    await ada.keyboard.press('c');
    await ada.getByRole('listbox', { name: 'Topic' }).waitFor();
    await getCompose(ada).click();
    await ada.keyboard.type('@');
    await isFilled(getCompose(ada), '@');
  });
});

// Files that are added while a message is edited.

const getBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Edit message' });

const getOnly = (page: Page): Locator => page.locator('article[data-message-id]');

const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('weft') });

onOneServer('Editing a message', (sentence) => {
  sentence(
    'Files are dropped into an edit; saving waits for their upload, and cancelling ends it',
    async (_t, stage) => {
      await stage.say('ada', 'dropped', 'Here: ');
      await stage.say('ada', 'late', 'See: ');
      const ada = await stage.openPage('ada', stage.topicPath('dropped'), { holdsRequests: true });
      const message = getOnly(ada);
      await choose(ada, message, 'Edit');
      const dataTransfer = await ada.evaluateHandle(`(() => {
      const all = new DataTransfer();
      all.items.add(new File(['weft'], 'weft.txt', { type: 'text/plain' }));
      return all;
    })()`);
      await getBox(ada).dispatchEvent('drop', { dataTransfer });
      await message.getByRole('list', { name: 'Uploads' }).getByRole('link', { name: 'weft.txt' }).waitFor();
      assert.equal(await getCompose(ada).inputValue(), '');
      await ada.keyboard.press('Control+Enter');
      await message.getByRole('link', { name: 'weft.txt' }).waitFor();

      await goTo(ada, stage.topicPath('late'));
      await message.filter({ hasText: 'See:' }).waitFor();
      const held: Route[] = [];
      await ada.route('**/api/v1/tus', (route) => void held.push(route));
      const begin = async (name: string) => {
        await choose(ada, message, 'Edit');
        await message.locator('input[type=file]').setInputFiles(note(name));
        await message.getByText(`${name}, 0%`).waitFor();
      };
      await begin('never.txt');
      await ada.keyboard.press('Escape');
      await getBox(ada).waitFor({ state: 'detached' });
      await begin('sett.txt');
      assert.equal(await message.getByText('never.txt').count(), 0);
      await getButton(message, 'Save').click();
      await message.getByText('The message is saved once all uploads are complete.').waitFor();
      await ada.unroute('**/api/v1/tus');
      // That of the cancelled upload is gone.
      for (const route of held) await route.continue().catch(() => undefined);
      await message.getByRole('link', { name: 'sett.txt' }).waitFor();
      await getBox(ada).waitFor({ state: 'detached' });
      const [{ content } = { content: '' }] = await stage.read('ada', 'late');
      assert.match(content, /^See:\s+\[sett\.txt\]\(\/user_uploads\/\S+\)$/);
    },
  );
});
