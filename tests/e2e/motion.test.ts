/** Motion, reduced motion, and theme changes of an open page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { unreadableOn } from './axe.ts';
import {
  choose,
  getButton,
  getCompose,
  getDialog,
  getStored,
  getToast,
  goTo,
  leftShown,
  phone,
} from './page.ts';
import { done, onOneServer, until, withMotion } from './stage.ts';

/** Records each animation and transition that runs, also one that is shorter than a frame. */
const watchMotion = `
  window.moved = [];
  const longest = (times) => Math.max(...times.split(',').map(parseFloat));
  const note = ({ target, pseudoElement, animationName, propertyName }) => {
    const { animationDuration, transitionDuration } = getComputedStyle(target, pseudoElement);
    if (longest(animationName === undefined ? transitionDuration : animationDuration) > 0)
      window.moved.push((animationName ?? propertyName) + ' of ' + target.className);
  };
  for (const begins of ['animationstart', 'transitionrun']) document.addEventListener(begins, note, true);
  const look = () => {
    for (const { animationName, transitionProperty, effect } of document.getAnimations())
      if (effect.getComputedTiming().duration > 0)
        window.moved.push((animationName ?? transitionProperty) + ' of ' + effect.target.className);
    requestAnimationFrame(look);
  };
  look();
`;
const frames = 'new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))';

/** What comes to the page, and what takes it away again. */
const comes: Record<string, (page: Page) => Promise<unknown>> = {
  'a menu': async (page) => {
    await getStored(page, 'Look here.').hover();
    await getButton(getStored(page, 'Look here.'), 'More actions').click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
  },
  'a dialog': async (page) => {
    await choose(page, getStored(page, 'Look here.'), 'Delete message');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  },
  'a message in passing': async (page) => {
    await choose(page, getStored(page, 'Look here.'), 'Mark as unread from here');
    await getToast(page, 'Marked as unread.').waitFor();
    await getButton(page.getByRole('status'), 'Close').click();
  },
  search: async (page) => {
    await page.keyboard.press('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
  },
  'the choice of emoji': async (page) => {
    await getButton(page, 'Choose an emoji').click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
  },
};

const comesOnPhone: typeof comes = {
  'the list of conversations': async (page) => {
    await getButton(page, 'Open conversation list').tap();
    await leftShown(page);
    await page.keyboard.press('Escape');
  },
  'the people': async (page) => {
    await getButton(page, 'Show people').tap();
    await page.getByRole('complementary', { name: 'People' }).waitFor();
    await page.keyboard.press('Escape');
  },
};

/** @returns of each thing that comes, what of it moved */
async function motion(page: Page, things: typeof comes): Promise<Map<string, string[]>> {
  const seen = new Map<string, string[]>();
  for (const [name, come] of Object.entries(things)) {
    await page.evaluate('window.moved.length = 0');
    await come(page);
    await page.evaluate(frames);
    seen.set(name, await page.evaluate<string[]>('[...new Set(window.moved)]'));
  }
  return seen;
}

onOneServer('Motion', (sentence) => {
  sentence(
    'New elements appear immediately with reduced motion, and fade in otherwise',
    async (_t, stage) => {
      await stage.say('ada', 'motion', 'Look here.');
      for (const [things, options] of [
        [comes, {}],
        [comesOnPhone, phone],
      ] as const) {
        const page = await stage.openPage('ada', stage.topicPath('motion'), { ...options, ...withMotion });
        await getStored(page, 'Look here.').waitFor();
        await getCompose(page).waitFor();
        await page.evaluate(watchMotion);
        for (const [name, moved] of await motion(page, things))
          assert.ok(moved.length > 0, `${name} appears softly`);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const [name, moved] of await motion(page, things))
          assert.deepEqual(moved, [], `${name} does not move`);
      }
    },
  );
});

/** Everything that was in view at first, with its colours now. The colour of a channel is the same in both. */
const colours = `(window.seen ??= [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && one.closest('[style*=color]') === null))
  .map((one) => [one, getComputedStyle(one)])
  .map(([one, { color, backgroundColor, borderTopColor }]) => one.isConnected
    ? [one.cloneNode().outerHTML, color, backgroundColor, borderTopColor].join(' ') : '')`;
/** More than the page is deep: what takes a frame for each level has come to the innermost. */
const manyFrames = `(async () => {
  const getDepth = (one) => 1 + Math.max(0, ...[...one.children].map(getDepth));
  for (let i = getDepth(document.body) + 2; i > 0; i--) await new Promise(requestAnimationFrame);
})()`;

/** All of it, once what is on its way has come: it would be taken for what changed with the light. */
async function getColours(page: Page): Promise<string[]> {
  let now: string[] = [];
  await until('all of it is there', async () => {
    const before = now;
    await page.evaluate(`${manyFrames}.then(() => delete window.seen)`);
    now = await page.evaluate<string[]>(colours);
    return now.join('\n') === before.join('\n');
  });
  return now;
}

/** Turns the system to a theme, with which everything changes at once. @returns the colours then */
async function turn(page: Page, colorScheme: 'light' | 'dark', where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await until('it has changed', () => page.evaluate<boolean>('document.getAnimations().length === 0'));
  const turned = await page.evaluate<string[]>(colours);
  await page.evaluate(manyFrames);
  const settled = await page.evaluate<string[]>(colours);
  assert.deepEqual(
    turned.filter((now, i) => now !== settled[i]),
    [],
    `${where}: what turned ${colorScheme} later than the rest`,
  );
  return settled;
}

onOneServer('Theme changes', (sentence) => {
  const places: Record<string, (page: Page, path: string) => Promise<unknown>> = {
    conversation: async (page, path) => {
      await goTo(page, path);
      await getStored(page, 'It is').waitFor();
      await getCompose(page).waitFor();
    },
    inbox: async (page) => {
      await goTo(page, '/inbox');
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    },
    settings: async (page) => {
      await goTo(page, '/settings/preferences');
      await getDialog(page, 'Settings').getByRole('switch').first().waitFor();
    },
  };
  sentence(
    'An open page follows the system from light to dark and back, with motion and without',
    async (_t, stage) => {
      await stage.say('ben', 'dusk', 'It is **dark**, says `the lamp`.');
      await done(stage.as('ada').post('/mark_all_as_read', {}));
      await done(stage.as('ada').post('/users/me/presence', { status: 'active' }));
      const page = await stage.openPage('ada', '/recent', { colorScheme: 'light' });
      await leftShown(page);
      for (const [place, come] of Object.entries(places)) {
        await come(page, stage.topicPath('dusk'));
        await page.locator('aside').getByText(stage.people.ben.fullName).waitFor({ state: 'attached' });
        for (const reducedMotion of ['reduce', 'no-preference'] as const) {
          await page.emulateMedia({ reducedMotion });
          const where = `${place}, motion: ${reducedMotion}`;
          const light = await getColours(page);
          const dark = await turn(page, 'dark', where);
          assert.deepEqual(await unreadableOn(page), [], `${where}, dark`);
          const same = light.filter((one, i) => one !== '' && one === dark[i]);
          assert.deepEqual(same, [], `${where} is dark`);
          assert.deepEqual(await turn(page, 'light', where), light, `${where} is light again`);
        }
        assert.deepEqual(await unreadableOn(page), [], `${place}, light`);
      }
    },
  );
});
