/** Writing from screens that do not show the conversation: what is written next goes to what is shown. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getDialog, isAt, getStored, getTitle, getToast } from './page.ts';
import { done, onOneServer, type Page } from './stage.ts';

const path = (page: Page): string => new URL(page.url()).pathname;

async function writeToTopic(page: Page, topic: string, text: string): Promise<void> {
  await page.keyboard.press('c');
  await page.getByRole('combobox', { name: 'Channel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('weav');
  await page.getByRole('option', { name: 'weaving' }).waitFor();
  await page.keyboard.press('Enter');
  await writeTopic(page, topic, text);
}

async function writeTopic(page: Page, topic: string, text: string): Promise<void> {
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
    await isAt(ada, stage.topicPath('from a search'));
    await getStored(ada, 'Found it.').waitFor();
  });

  sentence(
    'After a message to a topic from a direct conversation the page shows the topic, and more goes there',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', `/dm/${stage.people.ben.id}`);
      await getTitle(ada).filter({ hasText: 'Ben' }).waitFor();
      await writeToTopic(ada, 'from a direct one', 'For all.');
      await getDialog(ada, 'Send to weaving › from a direct one?')
        .getByRole('button', { name: 'Send' })
        .click();
      await isAt(ada, stage.topicPath('from a direct one'));
      await getCompose(ada).and(ada.locator(':focus')).waitFor();
      await ada.keyboard.type('More for all.');
      await ada.keyboard.press('Control+Enter');
      await getStored(ada, 'More for all.').waitFor();
    },
  );

  sentence('Who declines to send to more people keeps the text, and is asked again', async (_t, stage) => {
    const ada = await stage.openPage('ada', `/dm/${stage.people.ben.id}`);
    await getTitle(ada).filter({ hasText: 'Ben' }).waitFor();
    await writeToTopic(ada, 'not for all', 'My salary is secret.');
    const question = getDialog(ada, 'Send to weaving › not for all?');
    await getButton(question, 'Cancel').click();
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(await stage.read('ada', 'not for all'), []);
    assert.equal(await getCompose(ada).inputValue(), 'My salary is secret.');
    await getButton(ada, 'Sending options').click();
    await question.waitFor();
  });

  sentence(
    'Without the setting the page stays, and the box returns to the conversation on the screen',
    async (t, stage) => {
      const set = (isOn: boolean) =>
        done(stage.as('ada').patch('/settings', { web_navigate_to_sent_message: isOn }));
      await set(false);
      t.after(() => set(true));
      await stage.say('ben', 'stays open', 'Read me.');
      const ada = await stage.openPage('ada', stage.topicPath('stays open'));
      const row = ada.locator('.frame-column').filter({ hasText: 'Read me.' });
      await row.waitFor();
      await ada.keyboard.press('c');
      await writeTopic(ada, 'elsewhere', 'There.');
      await getToast(ada, 'Sent to weaving › elsewhere').waitFor();
      assert.equal(path(ada), stage.topicPath('stays open'));
      await getCompose(ada).fill('Here.');
      await getButton(ada, 'Send').click();
      await getStored(ada, 'Here.').waitFor();
      assert.deepEqual(
        (await stage.read('ada', 'elsewhere')).map(({ content }) => content),
        ['There.'],
      );
    },
  );

  sentence(
    'Messages outside of the destination are faded, and the box says that it is elsewhere',
    async (_t, stage) => {
      await stage.say('ben', 'on the screen', 'Seen here.');
      const ada = await stage.openPage('ada', stage.topicPath('on the screen'));
      const faded = ada.locator('.message-row-outside').filter({ hasText: 'Seen here.' });
      await getStored(ada, 'Seen here.').waitFor();
      assert.equal(await faded.count(), 0);
      await ada.keyboard.press('x');
      await faded.waitFor();
      await ada.locator('.compose').getByText('To another conversation:').waitFor();
      await ada.keyboard.press('Escape');
      await faded.waitFor({ state: 'detached' });
    },
  );
});
