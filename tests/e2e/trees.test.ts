/**
 * The main views as a screen reader has them: roles, names and order as text, compared with `trees/`. Where a change is meant,
 * `HEDDLE_TEST_WRITE_TREES=1 npm test -- e2e/trees` writes them again.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { getStored, goTo, leftShown, titled } from './page.ts';
import { done, onOneServer } from './stage.ts';

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
