/** What becomes of a message that is on its way while the server dies, and of two pages of one person. */
import assert from 'node:assert/strict';
import { getCompose, isFilled, getLeft, readMessage, getStored, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Interrupted sends', (sentence) => {
  for (const isTaken of [true, false])
    sentence(
      `A message is there once when the server is killed ${isTaken ? 'after' : 'before'} accepting it`,
      async (_t, stage) => {
        const path = stage.topicPath('fuse');
        const ben = await stage.openPage('ben', path, { serviceWorkers: 'block' });
        await write(ben, 'Lights flicker.');
        await getStored(ben, 'Lights flicker.').waitFor();
        let isKilled = false;
        await ben.route('**/api/v1/messages', async (route) => {
          if (isKilled || route.request().method() !== 'POST') return route.continue();
          isKilled = true;
          if (isTaken) await route.fetch();
          await stage.server.stop('SIGKILL');
          return route.abort('connectionreset');
        });
        await write(ben, 'There it goes.');
        await ben.getByRole('status').getByText('Reconnecting').waitFor();
        await readMessage(ben, 'There it goes.').waitFor();
        await getCompose(ben).fill('And then');
        assert.ok(isKilled);

        await stage.server.start();
        await getStored(ben, 'There it goes.').waitFor();
        await isFilled(getCompose(ben), 'And then');
        await getCompose(ben).fill('And then light.');
        await ben.keyboard.press('Control+Enter');
        await getStored(ben, 'And then light.').waitFor();
        for (const text of ['Lights flicker.', 'There it goes.', 'And then light.']) {
          assert.equal(await readMessage(ben, text).count(), 1, text);
          assert.equal(await stage.count('fuse', text), 1, text);
        }
      },
    );

  sentence('Two pages of the same user agree on messages, read state and session', async (_t, stage) => {
    const one = await stage.openPage('ada', stage.topicPath('twins'));
    await getCompose(one).waitFor();
    const two = await one.context().newPage();
    await two.goto(stage.topicPath('twins'));
    await getCompose(two).waitFor();
    await write(one, 'From the first.');
    await getStored(two, 'From the first.').waitFor();
    await stage.say('ben', 'triplets', 'To both.');
    const row = getLeft(two).getByRole('link', { name: 'triplets' });
    await row.getByText('1 unread').waitFor();
    await getLeft(one).getByRole('link', { name: 'triplets' }).click();
    await getStored(one, 'To both.').waitFor();
    await row.getByText('unread').waitFor({ state: 'detached' });
    await one.goBack();
    await write(two, 'From the second.');
    await getStored(one, 'From the second.').waitFor();
    for (const page of [one, two])
      for (const text of ['From the first.', 'From the second.'])
        assert.equal(await readMessage(page, text).count(), 1, text);

    await two.getByRole('button', { name: 'Menu', exact: true }).click();
    await two.getByRole('menuitem', { name: 'Sign out' }).click();
    await two.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
    await one
      .getByText('Your session has ended.')
      .or(one.getByRole('heading', { name: 'Sign in to Weavers' }))
      .first()
      .waitFor();
  });
});
