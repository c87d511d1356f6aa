/** Composing, where the browser has a part in it: focus, clipboard and undo. */
import { getCompose, isFilled } from './page.ts';
import { onOneServer } from './stage.ts';

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
