/** What a screen reader announces of messages that arrive. */
import assert from 'node:assert/strict';
import { getCompose, getStored, getTitle, write } from './page.ts';
import { done, onOneServer, until, type Name, type Page, type Stage } from './stage.ts';

/** What readers of the screen are given to read out, in order. */
const listen = `
  window.announced = [];
  const region = document.querySelector('[role=log]');
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) if (textContent !== '') window.announced.push(textContent);
  }).observe(region, { childList: true, characterData: true, subtree: true });
`;
const received = (page: Page) => page.evaluate<string[]>('window.announced');

async function openListening(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path);
  await getTitle(page).waitFor();
  await getCompose(page).waitFor();
  await page.evaluate(listen);
  return page;
}

const mute = (stage: Stage, who: Name) =>
  done(stage.as('ada').post(`/users/me/muted_users/${String(stage.people[who].id)}`));

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
      // Drawn again: the look of everything, and the rows of the list.
      await done(stage.as('ada').patch('/settings', { color_scheme: 2 }));
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
      const reply = await route.fetch();
      isNotified ||= (await reply.text()).includes('One.');
      await route.fulfill({ response: reply });
    });
    // Ends the poll that was under way: each later one is seen here.
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
      await getStored(page, 'From a muted person').nth(1).waitFor();
    } finally {
      await done(stage.as('ada').delete(`/users/me/muted_users/${String(stage.people.ben.id)}`));
    }
    // Under another name, so that what is announced can only be the second message.
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { full_name: 'Ben Oak' }));
    await stage.say('ben', 'chimes', 'Announced.');
    await until('the second message is announced', async () => (await received(page)).length > 0);
    assert.deepEqual(await received(page), ['New message from Ben Oak']);
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { full_name: 'Ben Okafor' }));
  });
});
