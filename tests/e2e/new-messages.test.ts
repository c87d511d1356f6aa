/** New messages while someone reads above. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { picture } from '../support/fixtures/pictures.ts';
import { getButton, getCompose, getStored } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

const getBelow = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /new messages? below|Jump to newest/ });

/** A conversation that Ada has read; @returns the ids. */
async function converse(stage: Stage, topic: string, length: number): Promise<number[]> {
  const messages: number[] = [];
  for (let i = 1; i <= length; i++) {
    const content = `Thread ${String(i)}: spun, wound and laid aside.`;
    const to = { type: 'channel', to: stage.weaving, topic, content };
    messages.push((await done(stage.as('ben').post('/messages', to))).id);
  }
  await done(stage.as('ada').post('/messages/flags', { messages, op: 'add', flag: 'read' }));
  return messages;
}

async function scrollUp(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('article').first().hover();
  await page.mouse.wheel(0, -600);
  await getBelow(page).waitFor();
}

const isVisible = (page: Page, text: string) => async (): Promise<boolean> => {
  const list = await page.locator('.message-list').boundingBox();
  const row = await getStored(page, text).boundingBox();
  return list !== null && row !== null && row.y + row.height <= list.y + list.height + 1;
};

onOneServer('New messages below', (sentence) => {
  sentence(
    'Reading above shows the number of new messages below, and a click leads to them',
    async (_t, stage) => {
      await converse(stage, 'spools', 40);
      const page = await stage.openPage('ada', stage.topicPath('spools'));
      await getStored(page, 'Thread 40:').waitFor();
      await stage.say('ben', 'spools', 'Visible at once.');
      await until('it is visible', isVisible(page, 'Visible at once.'));
      // Who is at the bottom needs no way there.
      await getBelow(page).waitFor({ state: 'detached' });

      await scrollUp(page);
      await getButton(page, 'Jump to newest').waitFor();
      await stage.say('ben', 'spools', 'The first below.');
      await getButton(page, '1 new message below').waitFor();
      await stage.say('ada', 'spools', 'From a program of her own.');
      await stage.say('ben', 'elsewhere', 'Not here at all.');
      await stage.say('ben', 'spools', 'The second below.');
      await getButton(page, '2 new messages below').waitFor();

      await getButton(page, '2 new messages below').click();
      await until('the newest is visible', isVisible(page, 'The second below.'));
      await getBelow(page).waitFor({ state: 'detached' });
      await until('the focus is not lost', () =>
        page.evaluate<boolean>('document.activeElement !== document.body'),
      );
      await until('both are read', async () => {
        const messages = await stage.read('ada', 'spools');
        return messages.slice(-3).every(({ flags }) => flags.includes('read'));
      });
      await scrollUp(page);
      await getButton(page, 'Jump to newest').waitFor();
    },
  );

  sentence('A key leads to the newest messages, past unfetched ones', async (_t, stage) => {
    const ids = await converse(stage, 'skeins', 140);
    const page = await stage.openPage('ada', `${stage.topicPath('skeins')}/near/${String(ids[3])}`);
    await getStored(page, 'Thread 4:').waitFor();
    await getButton(page, 'Jump to newest').waitFor();
    await stage.say('ben', 'skeins', 'Far below.');
    await getButton(page, '1 new message below').waitFor();
    assert.equal(await getStored(page, 'Thread 140:').count(), 0, 'it is not there yet');
    await page.keyboard.press('End');
    await until('the newest is visible', isVisible(page, 'Far below.'));
    await getBelow(page).waitFor({ state: 'detached' });

    // Sent, a message with a picture is higher than it was while it was being sent.
    const form = new FormData();
    form.append('file', new File([await picture(600, 400)], 'sett.png', { type: 'image/png' }));
    const { url } = await done(stage.as('ada').send('POST', '/user_uploads', { body: form }));
    await getCompose(page).fill(`[sett.png](${String(url)})`);
    await page.keyboard.press('Control+Enter');
    await until('the picture is visible', isVisible(page, 'sett.png'));
    await getBelow(page).waitFor({ state: 'detached' });
  });
});
