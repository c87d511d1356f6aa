/** Rows whose height other elements rely on. */
import assert from 'node:assert/strict';
import { getPlace } from './page.ts';
import { done, onOneServer } from './stage.ts';

onOneServer('The page frame', (sentence) => {
  sentence('Placeholder rows have the height of real ones while a screen loads', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox', { holdsRequests: true });
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    await page.route(/\/assets\/drafts-[^/]*\.js$/, (route) => held.then(() => route.continue()));
    await page.reload();
    await page.getByRole('link', { name: 'Drafts' }).click();
    const lines = page.getByRole('main').getByRole('status', { name: 'Loading' }).locator('.skeleton-row');
    await lines.last().waitFor();
    const boxes = await Promise.all((await lines.all()).map(getPlace));
    assert.deepEqual([...new Set(boxes.map(({ height }) => height))], [28]);
    assert.equal(new Set(boxes.map(({ x }) => x)).size, 1);
    release(undefined);
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();

    // A screen that was loaded is there at once.
    await page.evaluate(`new MutationObserver((changes) => {
      window.hasLoaded ||= changes.some(({ addedNodes }) =>
        [...addedNodes].some((node) => node.querySelector?.('.skeleton') ?? false));
    }).observe(document.querySelector('main'), { childList: true, subtree: true })`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();
    assert.equal(await page.evaluate('window.hasLoaded ?? false'), false);
  });

  sentence('The settings take their place at once while they load, and can be left', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox', { holdsRequests: true });
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    await page.route(/\/assets\/settings-[^/]*\.js$/, (route) => held.then(() => route.continue()));
    await page.reload();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    const open = async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await settings.getByRole('status', { name: 'Loading' }).waitFor();
    };
    await open();
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await page.waitForURL('**/inbox');
    await open();
    const before = await getPlace(settings);
    release(undefined);
    await settings.getByRole('heading', { level: 2 }).first().waitFor();
    assert.deepEqual(await getPlace(settings), before);
  });

  sentence('A channel description takes one line above its conversation', async (_t, stage) => {
    const description = 'Threads of **every** weight :tada:\n\n* [The guide](https://example.com/guide)';
    await done(stage.as('ada').patch(`/streams/${stage.weaving}`, { description }));
    const page = await stage.openPage('ben', stage.topicPath('threads'));
    const line = page.getByRole('button', { name: /^Threads of every weight/ });
    assert.equal((await getPlace(line)).height, 32);
  });

  sentence('The views stay in reach while the channels scroll', async (_t, stage) => {
    const names = Array.from({ length: 24 }, (_, i) => ({ name: `thread ${String(i)}` }));
    await done(stage.as('ada').post('/users/me/subscriptions', { subscriptions: names }));
    const page = await stage.openPage('ada', '/recent');
    await page.setViewportSize({ width: 1280, height: 500 });
    const left = page.getByRole('navigation', { name: 'Conversations' });
    const last = left.getByRole('link', { name: 'Browse channels' });
    await left.getByRole('link', { name: 'thread 0' }).focus();
    await page.keyboard.press('End');
    await last.waitFor();
    const strip = left.getByRole('group', { name: 'Views' });
    const list = await getPlace(left.locator('.sidebar-list'));
    assert.equal((await getPlace(strip)).y, list.y);
    await strip.getByRole('link', { name: 'Inbox' }).click();
    await page.waitForURL('**/inbox');
    await left.locator('.sidebar-row').first().focus();
    await page.keyboard.press('Home');
    await strip.waitFor({ state: 'detached' });
  });
});
