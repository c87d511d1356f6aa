/** What stands around conversations: where there is nothing yet, and where a part of the page cannot be had. */
import { getButton } from './page.ts';
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
});
