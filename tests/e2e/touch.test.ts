/** Long presses and touch targets, by the touch events that a screen reports. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  getButton,
  getCompose,
  getDialog,
  getLeft,
  getPlace,
  getStored,
  getTitle,
  goTo,
  phone,
  smallTargets,
  titled,
} from './page.ts';
import { getScreens, getSettingsScreens } from './screens.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

/** A finger on something, until it is taken away. */
async function touch(page: Page, on: Locator) {
  return touchAt(page, await getPlace(on));
}

async function touchAt(page: Page, box: Awaited<ReturnType<typeof getPlace>>) {
  const at = { x: box.x + 60, y: box.y + box.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [at]);
  return {
    move: (by: number) => send('touchMove', [{ x: at.x, y: at.y + by }]),
    leave: () => send('touchEnd', []),
  };
}

async function openDrawer(stage: Stage, topic: string): Promise<Page> {
  await stage.say('ben', topic, 'Something unread.');
  const page = await stage.openPage('ada', '/recent', phone);
  await getButton(page, 'Open conversation list').tap();
  await getLeft(page).getByRole('link', { name: topic }).waitFor();
  return page;
}

onOneServer('Long presses in the sidebar', (sentence) => {
  sentence(
    'A long press on a topic or a channel opens its menu, a moved finger or a tap does not',
    async (_t, stage) => {
      const page = await openDrawer(stage, 'bobbins');
      const finger = await touch(page, getLeft(page).getByRole('link', { name: 'bobbins' }));
      const follow = page
        .getByRole('menuitemcheckbox', { name: 'Follow' })
        .or(page.getByRole('menuitem', { name: 'Follow' }));
      await follow.waitFor();
      await finger.leave();
      assert.equal(await getTitle(page).textContent(), 'Recent conversations', 'it goes nowhere');
      await follow.tap();
      await getLeft(page)
        .getByRole('link', { name: /bobbins.*Followed/i })
        .waitFor();

      const other = await touch(page, getLeft(page).getByRole('link', { name: /^weaving/ }));
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
      await other.leave();
      // It has the focus.
      await page.getByRole('menu').locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await getLeft(page)
        .getByRole('link', { name: /^weaving/ })
        .tap();
      await getTitle(page).filter({ hasText: 'weaving' }).waitFor();

      await getButton(page, 'Open conversation list').tap();
      const row = getLeft(page).getByRole('link', { name: 'bobbins' });
      const place = await getPlace(row);
      await page.clock.install();
      // Further ahead than any machine takes to come to it.
      await page.clock.pauseAt(Date.now() + 30_000);
      const moving = await touchAt(page, place);
      await moving.move(-40);
      await page.clock.runFor(2000);
      await moving.leave();
      assert.equal(await page.getByRole('menu').count(), 0);
      await page.clock.resume();
      await row.tap();
      await getTitle(page).filter({ hasText: 'bobbins' }).waitFor();
      assert.equal(await page.getByRole('menu').count(), 0);
    },
  );
});

onOneServer('The sidebar on a touch screen', (sentence) => {
  sentence('The row of the open page shows its menu button before it is touched', async (_t, stage) => {
    for (const topic of ['carded', 'combed']) await stage.say('ben', topic, 'Wool.');
    const page = await stage.openPage('ada', '/inbox', phone);
    // What is drawn when the page is idle is not drawn at all.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await page.goto(stage.topicPath('carded'));
    await getButton(page, 'Open conversation list').tap();
    await getLeft(page)
      .getByRole('link', { name: /^combed/ })
      .waitFor();
    await getButton(getLeft(page), 'Actions for carded').waitFor();
    assert.equal(await getButton(getLeft(page), 'Actions for combed').count(), 0);
    await getButton(getLeft(page), 'Actions for carded').tap();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  });
});

onOneServer('Long presses on a message', (sentence) => {
  sentence('A long press on a message opens its menu without choosing an item', async (_t, stage) => {
    await stage.say('ben', 'heddles', 'Hold this one.');
    const page = await stage.openPage('ada', stage.topicPath('heddles'), phone);
    // It stands above the compose box.
    await getCompose(page).waitFor();
    const finger = await touch(page, getStored(page, 'Hold this one.'));
    const close = getButton(getDialog(page, 'Actions for this message'), 'Close');
    await close.waitFor();
    await finger.leave();
    await close.tap();
    await close.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog').count(), 0);
  });
});

onOneServer('Touch targets', (sentence) => {
  sentence('The own menu shows all of its items on a phone', async (_t, stage) => {
    await stage.say('ben', 'menus', 'A long one.');
    const page = await stage.openPage('ada', stage.topicPath('menus'), phone);
    await getStored(page, 'A long one.').waitFor();
    await getButton(page, 'Menu').tap();
    // It has an item more than elsewhere.
    await page.getByRole('menuitem', { name: 'Go to date' }).waitFor();
    const menu = await getPlace(page.getByRole('menu', { name: 'Menu' }));
    const last = await getPlace(page.getByRole('menuitem', { name: 'Sign out' }));
    assert.ok(last.y + last.height <= menu.y + menu.height, 'the last one is not cut off');
  });

  sentence(
    'A tap on a tool below a draft reaches it while the draft does not have the focus',
    async (_t, stage) => {
      await stage.say('ben', 'shuttles', 'Which ones?');
      const page = await stage.openPage('ada', stage.topicPath('shuttles'), phone);
      await getCompose(page).fill('The small ones.');
      for (const tool of ['Choose an emoji', 'Saved snippets', 'Sending options']) {
        await page.evaluate('document.activeElement.blur()');
        await page.locator('.compose-card:focus-within').waitFor({ state: 'detached' });
        await getButton(page, tool).tap();
        await page.locator('.popover').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('.popover').waitFor({ state: 'detached' });
      }
    },
  );

  sentence('Controls on a phone are at least 44 px wide and high', async (_t, stage) => {
    await stage.say('ben', 'fingers', 'Thick ones.');
    const [message] = await stage.read('ben', 'fingers');
    await done(stage.as('ben').post(`/messages/${message?.id}/reactions`, { emoji_name: 'tada' }));
    const page = await stage.openPage('ada', '/inbox', phone);
    const titles = { ...getScreens(stage), ...getSettingsScreens(), [stage.topicPath('fingers')]: 'fingers' };
    for (const path of [
      '/inbox',
      '/recent',
      '/drafts',
      '/people',
      '/settings/preferences',
      stage.topicPath('fingers'),
      `/channel/${String(stage.weaving)}-weaving/topics`,
    ]) {
      await goTo(page, path);
      await titled(page, titles[path]!);
      let small: string[] = [];
      const isReady = async () => (small = await page.evaluate<string[]>(smallTargets)).length === 0;
      await until(`every control on ${path} is large enough`, isReady).catch((error: unknown) => {
        assert.deepEqual(small, [], path);
        throw error;
      });
    }
  });
});
