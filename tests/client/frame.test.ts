/** What stands around conversations: where there is nothing yet, and where a part of the page cannot be had. */
import assert from 'node:assert/strict';
import { getButton, getDialog, getStored, getToast } from './page.ts';
import { done, onOneServer } from './stage.ts';

onOneServer('The page frame', (sentence) => {
  sentence('A user without channels is led to the channel list', async (_t, stage) => {
    const subscriptions = JSON.stringify(['weaving']);
    await done(stage.as('ben').delete('/users/me/subscriptions', { subscriptions }));
    const page = await stage.openPage('ben', '/inbox');
    await page.getByRole('heading', { name: 'You have not joined any channels yet' }).waitFor();
    await getButton(page.getByRole('main'), 'Browse channels').click();
    const weaving = page.getByRole('main').getByRole('listitem').filter({ hasText: 'weaving' });
    await getButton(weaving, 'Join').click();
    await getButton(weaving, 'Leave').waitFor();
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
  });

  sentence('The first field of a form is focused', async (_t, stage) => {
    const page = await stage.openPage('ada', '/channels');
    await getButton(page, 'Create channel').click();
    await getDialog(page, 'Create channel').getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('spindles');
    await page.keyboard.press('Enter');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^spindles/ })
      .waitFor();
  });

  sentence('A failed load is reported, and retrying works', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox');
    const late = /\/assets\/(?:drafts|profile-card|settings)-[^/]*\.js$/;
    await page.route(late, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    const person = page.getByRole('complementary', { name: 'People' }).locator('[data-person-id]').last();
    const notice = getToast(page, 'This part could not be loaded');
    await person.click();
    await notice.waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await person.click();
    await notice.waitFor();
    assert.equal(await notice.count(), 1, 'a second failure says no more than the first');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('main').getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.unroute(late);
    await getButton(page.getByRole('main'), 'Reload').click();
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();
  });

  sentence(
    'If the compose box cannot be loaded, messages can still be read, and a button retries',
    async (_t, stage) => {
      await stage.say('ben', 'greys', 'Ash.');
      const page = await stage.openPage('ada', stage.topicPath('greys'));
      await page.route('**/compose-card*.js', (route) => route.fulfill({ status: 404, body: '' }));
      await page.reload();
      await getStored(page, 'Ash.').waitFor();
      const compose = page.getByRole('region', { name: 'Write a message' });
      await compose.getByRole('alert').filter({ hasText: 'This part could not be loaded' }).waitFor();
      await page.unroute('**/compose-card*.js');
      await getButton(compose, 'Retry').click();
      await getButton(compose, 'Send').waitFor();
    },
  );

  sentence('An unknown address says where to choose a conversation', async (_t, stage) => {
    const page = await stage.openPage('ada', '/no/such/place');
    await page.getByText('Choose a conversation on the left.').waitFor();
  });
});
