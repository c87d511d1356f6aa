/** Writing from screens that do not show the conversation: they stay, and one is led there afterwards. */
import assert from 'node:assert/strict';
import { getButton, getCompose, isAt, getStored, getTitle, getToast } from './page.ts';
import { done, onOneServer, type Page } from './stage.ts';

const path = (page: Page): string => new URL(page.url()).pathname;

async function writeToTopic(page: Page, topic: string, text: string): Promise<void> {
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'Channel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('weav');
  await page.getByRole('option', { name: 'weaving' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(topic);
  await page.keyboard.press('Tab');
  await getCompose(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
}

onOneServer('Composing over other views', (sentence) => {
  sentence(
    'Composing from the inbox stays there and marks nothing as read, and a key opens the conversation',
    async (_t, stage) => {
      await stage.say('ben', 'unread one', 'Waiting.');
      const ada = await stage.openPage('ada', '/inbox');
      const row = ada.getByRole('main').getByRole('link', { name: /^unread one/ });
      await row.waitFor();
      await writeToTopic(ada, 'from inbox', 'Written here.');
      await getToast(ada, 'Sent to weaving › from inbox').waitFor();
      assert.equal(path(ada), '/inbox');
      await getCompose(ada).waitFor({ state: 'detached' });
      await row.waitFor();
      const [waiting] = await stage.read('ada', 'unread one');
      assert.equal(waiting?.flags.includes('read'), false);
      await ada.keyboard.press('Control+.');
      await getTitle(ada).filter({ hasText: 'from inbox' }).waitFor();
      await getStored(ada, 'Written here.').waitFor();
    },
  );

  sentence(
    'Composing to a user over the recent conversations leads there by the button',
    async (_t, stage) => {
      await stage.say('ben', 'something', 'To be listed.');
      const ada = await stage.openPage('ada', '/recent');
      await ada.locator('.recent-row').first().waitFor();
      await ada.keyboard.press('x');
      await ada.keyboard.type('ben');
      await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
      await ada.keyboard.press('Enter');
      await getButton(ada, 'Remove Ben Okafor').waitFor();
      await getCompose(ada).fill('For you.');
      await getButton(ada, 'Send').click();
      await getToast(ada, 'Sent to Ben Okafor').waitFor();
      assert.equal(path(ada), '/recent');
      await ada.getByRole('button', { name: /^Go to conversation/ }).click();
      await getStored(ada, 'For you.').waitFor();
      await isAt(ada, `/dm/${stage.people.ben.id}`);
    },
  );

  sentence('Composing closed with Escape leaves the text in the drafts', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
    await ada.keyboard.press('x');
    await ada.getByRole('combobox', { name: 'People' }).and(ada.locator(':focus')).waitFor();
    await ada.keyboard.type('ben');
    await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
    await ada.keyboard.press('Enter');
    await getCompose(ada).fill('Not yet.');
    await ada.keyboard.press('Escape');
    await getCompose(ada).waitFor({ state: 'detached' });
    assert.equal(path(ada), '/inbox');
    await ada.goto('/drafts');
    await ada.getByRole('main').getByText('Not yet.').waitFor();
  });

  sentence('A message refused while composing elsewhere is found in its conversation', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
    await ada.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', msg: 'No.', code: 'BAD_REQUEST' } })
        : route.continue(),
    );
    await writeToTopic(ada, 'refused', 'Lost?');
    await getToast(ada, 'Not sent').waitFor();
    await ada.getByRole('button', { name: /^Go to conversation/ }).click();
    await ada.getByText('Lost?').first().waitFor();
    await getButton(ada, 'Retry').waitFor();
  });

  sentence('Composing from a search leads to the conversation', async (_t, stage) => {
    await stage.say('ben', 'searched', 'A rare word: heddle.');
    await done(stage.as('ada').post('/mark_all_as_read', {}));
    const ada = await stage.openPage('ada', '/search?q=heddle');
    await getStored(ada, 'A rare word').waitFor();
    await writeToTopic(ada, 'from a search', 'Found it.');
    await getToast(ada, 'Sent to weaving › from a search').waitFor();
    assert.equal(path(ada), '/search');
    await ada.keyboard.press('Control+.');
    await isAt(ada, stage.topicPath('from a search'));
  });
});
