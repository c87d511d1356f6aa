/** What stands around conversations: where there is nothing yet, and where a part of the page cannot be had. */
import assert from 'node:assert/strict';
import { getButton, getDialog, getPlace, getToast } from './page.ts';
import { onOneServer } from './stage.ts';

onOneServer('The page frame', (sentence) => {
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

  sentence('Placeholder rows have the height of real ones while a screen loads', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox', { serviceWorkers: 'block' });
    const { promise: held, resolve: letGo } = Promise.withResolvers<unknown>();
    await page.route(/\/assets\/drafts-[^/]*\.js$/, (route) => held.then(() => route.continue()));
    await page.reload();
    await page.getByRole('link', { name: 'Drafts' }).click();
    const lines = page.getByRole('main').getByRole('status', { name: 'Loading' }).locator('.skeleton-row');
    await lines.last().waitFor();
    const boxes = await Promise.all((await lines.all()).map(getPlace));
    assert.deepEqual([...new Set(boxes.map(({ height }) => height))], [28]);
    assert.equal(new Set(boxes.map(({ x }) => x)).size, 1);
    letGo(undefined);
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();
  });

  sentence('A failed load is reported, and retrying works', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox', { serviceWorkers: 'block' });
    const late = /\/assets\/(?:drafts|profile-card|settings)-[^/]*\.js$/;
    await page.route(late, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    await page.getByRole('complementary', { name: 'People' }).locator('[data-person-id]').last().click();
    await getToast(page, 'This part could not be loaded').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('main').getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.unroute(late);
    await getButton(page.getByRole('main'), 'Reload').click();
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();
  });
});
