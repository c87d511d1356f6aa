/** Keys that scroll the message list and other lists. */
import assert from 'node:assert/strict';
import type { Page, Locator } from 'playwright-core';
import {
  getCompose,
  isFilled,
  getLeft,
  settled,
  getStored,
  getTitle,
  goTo,
  leftShown,
  titled,
} from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Where the focus is, as far as it matters here. */
const getFocus = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    if (focused.closest('#middle .virtual-list') !== null) return 'the list';
    return focused.id === 'middle' ? 'the middle' : focused.tagName.toLowerCase();
  })()`);

const isInList = (page: Page, after: string) =>
  until(`the focus is in the list after ${after}`, async () => (await getFocus(page)) === 'the list');

const getPlace = (page: Page): Promise<{ top: number; height: number; most: number }> =>
  page.evaluate(`(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector('#middle .virtual-list');
    return { top: scrollTop, height: clientHeight, most: scrollHeight - clientHeight };
  })()`);

/** Presses a key and waits until the list is where it should be. */
async function press(
  page: Page,
  key: string,
  isThere: (now: number, before: number) => boolean,
): Promise<void> {
  const { top } = await getPlace(page);
  await page.keyboard.press(key);
  await until(`${key} moves the list from ${top}`, async () => isThere((await getPlace(page)).top, top));
  await isInList(page, key);
}

/** Where the list is once it has stopped. */
async function getRest(page: Page): Promise<number> {
  let { top } = await getPlace(page);
  await until('the list stays where it is', async () => {
    const before = top;
    await page.evaluate(settled);
    ({ top } = await getPlace(page));
    return top === before;
  });
  return top;
}

const up = (now: number, before: number) => now < before - 100;
const down = (now: number, before: number) => now > before + 100;

async function fill(stage: Stage, topic: string, count = 60): Promise<void> {
  for (let i = 1; i <= count; i++)
    await stage.say('ben', topic, `Row ${i} of ${topic}.\n\nAnd its second line.`);
}

const readAll = (stage: Stage) => done(stage.as('ada').post('/mark_all_as_read', {}));

onOneServer('Scroll keys', (sentence) => {
  sentence('Scroll keys move the messages as soon as the conversation opens', async (_t, stage) => {
    await fill(stage, 'warp');
    await readAll(stage);
    const ada = await stage.openPage('ada', stage.topicPath('warp'));
    await getStored(ada, 'Row 60 of warp').waitFor();
    await isInList(ada, 'opening');
    await press(ada, 'PageUp', up);
    await press(ada, 'PageDown', down);
    await press(ada, 'Shift+Space', up);
    await press(ada, 'Space', down);
    await press(ada, 'K', up);
    await press(ada, 'J', down);
    await press(ada, 'Home', (now) => now === 0);
    await getStored(ada, 'Row 1 of warp').waitFor();
    await press(ada, 'End', down);
    await getStored(ada, 'Row 60 of warp').waitFor();
  });

  sentence('Scroll keys move the messages after the focused one was scrolled far away', async (_t, stage) => {
    await fill(stage, 'weft');
    await readAll(stage);
    const ada = await stage.openPage('ada', stage.topicPath('weft'));
    await getStored(ada, 'Row 60 of weft').waitFor();
    await ada.keyboard.press('j');
    await getStored(ada, 'Row 60 of weft').and(ada.locator(':focus')).waitFor();
    await ada.mouse.move(700, 400);
    await ada.mouse.wheel(0, -4000);
    await getStored(ada, 'Row 60 of weft').waitFor({ state: 'detached' });
    await isInList(ada, 'scrolling the focused message away');
    await press(ada, 'PageDown', down);
    await press(ada, 'PageUp', up);
    const top = await getRest(ada);
    await ada.keyboard.press('k');
    await until('a visible message is selected', async () => {
      const box = await ada.locator('article:focus').boundingBox();
      return box !== null && box.y > 0 && box.y < 720;
    });
    assert.ok(Math.abs((await getRest(ada)) - top) < 400, 'the list stays near where it was');
  });

  sentence(
    'Scroll keys move the list from the compose buttons, but not while typing or in another part',
    async (_t, stage) => {
      await fill(stage, 'selvage');
      await readAll(stage);
      const ada = await stage.openPage('ada', stage.topicPath('selvage'));
      await getStored(ada, 'Row 60 of selvage').waitFor();
      await getCompose(ada).focus();
      await ada.keyboard.type('J K');
      await isFilled(getCompose(ada), 'J K');
      const isAtEnd = async () => {
        const { top, most } = await getPlace(ada);
        return most - top <= 24;
      };
      await until('the list stays at its end', isAtEnd);
      await getCompose(ada).fill('');
      await ada.keyboard.press('Escape');
      await isInList(ada, 'leaving compose');
      await press(ada, 'PageUp', up);
      const top = await getRest(ada);
      await getLeft(ada).getByRole('link', { name: 'Combined feed' }).focus();
      await ada.keyboard.press('PageDown');
      await ada.keyboard.press('Space');
      // Rows that are measured late move it by some lines, a key by most of its height.
      assert.ok(Math.abs((await getRest(ada)) - top) < 100);
    },
  );

  sentence('Scroll keys move the lists of Inbox and Recent', async (_t, stage) => {
    for (let i = 1; i <= 45; i++) await stage.say('ben', `thread ${i}`, 'A question.');
    const ada = await stage.openPage('ada', '/inbox');
    for (const [key, title, row] of [
      ['I', 'Inbox', '.inbox-row-main'],
      ['t', 'Recent conversations', '.recent-row'],
    ] as const) {
      await ada.keyboard.press(key);
      await getTitle(ada).filter({ hasText: title }).waitFor();
      await ada.locator(row).first().waitFor();
      await isInList(ada, `${key} to ${title}`);
      await press(ada, 'PageDown', down);
      await ada.keyboard.press('j');
      await ada.locator(`${row}:focus`).waitFor();
      await press(ada, 'Space', down);
      await press(ada, 'Home', (now) => now === 0);
      await press(ada, 'End', down);
      await press(ada, 'K', up);
    }
  });
});

// The main views as a screen reader has them: roles, names and order as text, compared with `trees/`. Where a change is
// meant, `HEDDLE_TEST_WRITE_TREES=1 npm test -- e2e/trees` writes them again.

const restMs = 700;
const mostLooks = 10;

const folder = join(import.meta.dirname, 'trees');

/** Without what differs from run to run. */
const steady = (tree: string): string =>
  `${tree
    .replaceAll(/^ *- \/url: .*\n/gm, '')
    .replaceAll(/\d{1,2}:\d\d(?: [AP]M)?/g, '9:00 AM')
    .replaceAll(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+(?:, \d+)?/g, 'Monday, March 2')}\n`;

/** Buttons of rows come when the page is idle. */
async function compare(view: string, place: Locator): Promise<void> {
  const file = join(folder, `${view}.txt`);
  const isWritten = process.env.HEDDLE_TEST_WRITE_TREES === '1';
  const read = async () => steady(await place.ariaSnapshot());
  const wanted = isWritten ? undefined : readFileSync(file, 'utf8');
  let [tree, before] = [await read(), ''];
  for (
    let looks = 0;
    looks < mostLooks && tree !== wanted && (wanted !== undefined || tree !== before);
    looks++
  ) {
    await setTimeout(restMs);
    [before, tree] = [tree, await read()];
  }
  if (isWritten) writeFileSync(file, tree);
  else assert.equal(tree, wanted, view);
}

onOneServer('The tree of a screen reader', (sentence) => {
  sentence('The main views have the roles, names and order that are written down', async (_t, stage) => {
    await stage.say('ben', 'heddles', 'See **this** [guide](https://example.com/).');
    await stage.say('ben', 'heddles', '* Wool\n* Flax');
    await stage.say('ada', 'heddles', '> Wool\n\nWhich one?');
    await done(
      stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Psst.' }),
    );
    const page = await stage.openPage('ada', '/inbox');
    await leftShown(page);
    const views = {
      inbox: ['/inbox', 'Inbox'],
      recent: ['/recent', 'Recent conversations'],
      people: ['/people', 'People'],
      channels: ['/channels', 'Channels'],
      topic: [stage.topicPath('heddles'), 'heddles'],
    } as const;
    for (const [view, [path, title]] of Object.entries(views)) {
      await goTo(page, path);
      await titled(page, title);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      if (view === 'topic') await getStored(page, 'Which one?').waitFor();
      await compare(view, page.locator(view === 'inbox' ? 'body' : 'main'));
    }
  });
});
