/** What somebody who reads is told of messages that arrive meanwhile, to see and to hear. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { getButton, getCompose, getStored, getTitle, write } from './page.ts';
import { done, onOneServer, until, type Name, type Stage } from './stage.ts';

const getBelow = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /new messages? below|Jump to newest/ });

/** A conversation that Ada has read; @returns the ids. */
async function converse(stage: Stage, topic: string, length: number): Promise<number[]> {
  const messages: number[] = [];
  for (let i = 1; i <= length; i++) {
    const content = `Thread ${String(i)}: spun, wound and laid aside.`;
    const to = { type: 'channel', to: stage.weaving, topic, content };
    messages.push((await done(stage.as('ben').post('/messages', to))).id as number);
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
      await stage.say('ben', 'spools', 'In sight at once.');
      await until('it is in sight', isVisible(page, 'In sight at once.'));
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
      await until('the newest is in sight', isVisible(page, 'The second below.'));
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
    await until('the newest is in sight', isVisible(page, 'Far below.'));
    await getBelow(page).waitFor({ state: 'detached' });
  });
});

/** What readers of the screen are given to read out, in order. */
const listen = `
  window.heard = [];
  const region = document.querySelector('[role=log]');
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) if (textContent !== '') window.heard.push(textContent);
  }).observe(region, { childList: true, characterData: true, subtree: true });
`;
const received = (page: Page) => page.evaluate<string[]>('window.heard');

async function openListening(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path, { serviceWorkers: 'block' });
  await getTitle(page).waitFor();
  await getCompose(page).waitFor();
  await page.evaluate(listen);
  return page;
}

const mute = (stage: Stage, whom: Name) =>
  done(stage.as('ada').post(`/users/me/muted_users/${String(stage.people[whom].id)}`));

onOneServer('Screen reader announcements', (sentence) => {
  sentence(
    'A screen reader announces who writes in the open conversation, once and in order',
    async (_t, stage) => {
      await stage.say('ben', 'bells', 'The first.');
      const page = await openListening(stage, stage.topicPath('bells'));
      await getStored(page, 'The first.').waitFor();
      const region = page.getByRole('log');
      assert.equal(await region.getAttribute('aria-live'), 'polite');
      assert.deepEqual(await received(page), [], 'what was there before is not news');

      await stage.say('ben', 'bells', 'The second.');
      await until('it is read out', async () => (await received(page)).length > 0);
      assert.deepEqual(await received(page), ['New message from Ben Okafor']);

      await write(page, 'Her own.');
      await getStored(page, 'Her own.').waitFor();
      await stage.say('ada', 'bells', 'Her own, from elsewhere.');
      await stage.say('ben', 'other bells', 'In another conversation.');
      // Drawn anew: the look of everything, and the rows of the list.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 900, height: 600 });
      await stage.say('ben', 'bells', 'The third.');
      await getStored(page, 'The third.').waitFor();
      await until('that one is', async () => (await received(page)).length > 1);
      assert.deepEqual(
        await received(page),
        ['New message from Ben Okafor', 'New message from Ben Okafor'],
        'nothing of what is her own, elsewhere, or was read out before',
      );
      await until('nothing of it stays to be found by chance', async () => (await region.innerText()) === '');
    },
  );

  sentence('A screen reader announces messages that arrive together in one sentence', async (_t, stage) => {
    // Nothing but what is said ends a poll: all is read, and she is known to be here.
    await done(stage.as('ada').post('/users/me/presence', { status: 'active' }));
    await stage.say('ada', 'peal', 'Before.');
    const page = await openListening(stage, stage.topicPath('peal'));
    await getStored(page, 'Before.').waitFor();
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    let isNotified = false;
    await page.route('**/api/v1/events?*', async (route) => {
      if (isNotified) await held;
      const reply = await route.fetch({ timeout: 0 });
      isNotified ||= (await reply.text()).includes('One.');
      await route.fulfill({ response: reply });
    });
    // Ends the poll that was under way: from now on each one is seen here.
    await stage.say('ada', 'peal', 'Her own, from elsewhere.');
    await getStored(page, 'Her own, from elsewhere.').waitFor();
    await stage.say('ben', 'peal', 'One.');
    await getStored(page, 'One.').waitFor();
    for (const text of ['Two.', 'Three.']) await stage.say('ben', 'peal', text);
    release(undefined);
    await getStored(page, 'Three.').waitFor();
    await until('they are read out', async () => (await received(page)).length > 1);
    assert.deepEqual(await received(page), ['New message from Ben Okafor', '2 new messages from Ben Okafor']);
  });

  sentence('A screen reader does not announce messages of muted users', async (_t, stage) => {
    await stage.say('ben', 'chimes', 'Before.');
    const page = await openListening(stage, stage.topicPath('chimes'));
    await getStored(page, 'Before.').waitFor();
    await mute(stage, 'ben');
    try {
      await stage.say('ben', 'chimes', 'Unheard.');
      await getStored(page, 'Unheard.').waitFor();
    } finally {
      await done(stage.as('ada').delete(`/users/me/muted_users/${String(stage.people.ben.id)}`));
    }
    await stage.say('ben', 'chimes', 'Heard.');
    await until('that is read out', async () => (await received(page)).length > 0);
    assert.deepEqual(await received(page), ['New message from Ben Okafor']);
  });
});
