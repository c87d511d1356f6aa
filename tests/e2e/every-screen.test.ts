/** Every screen, and what lies over one, in both themes: nothing that a program knows to keep people out. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { seriousOn, unreadableOn } from './axe.ts';
import { choose, getCompose, getDialog, goTo, leftShown, getStored } from './page.ts';
import { getScreens } from './screens.ts';
import { done, onOneServer, type Stage } from './stage.ts';

const opensDialog = (name: string) => async (page: Page) => {
  await choose(page, getStored(page, 'Look here.'), name);
  await page.getByRole('dialog').waitFor();
};

/** What lies over the page, and how it comes there. */
const over: Record<string, (page: Page) => Promise<unknown>> = {
  search: async (page) => {
    await page.keyboard.press('/');
    await page.getByRole('option').first().waitFor();
  },
  help: async (page) => {
    await page.keyboard.press('?');
    await getDialog(page, 'Keyboard shortcuts').waitFor();
  },
  'menu of a message': async (page) => {
    await getStored(page, 'Look here.').hover();
    await getStored(page, 'Look here.').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
  },
  'emoji picker': async (page) => {
    await page.getByRole('button', { name: 'Choose an emoji' }).click();
    await page.getByRole('option').first().waitFor();
  },
  move: opensDialog('Move'),
  source: opensDialog('Message information'),
  reminder: opensDialog('Remind me'),
  deletion: opensDialog('Delete message'),
  'profile card': async (page) => {
    await getStored(page, 'Look here.').getByRole('button', { name: 'Ben Okafor' }).click();
    await getDialog(page, 'Ben Okafor').waitFor();
  },
};

const themes = ['light', 'dark'] as const;

/** The same page twice, between which only colours differ. */
const openBoth = (stage: Stage, path: string) =>
  Promise.all(
    themes.map((colorScheme) => stage.openPage('ada', path, { colorScheme, reducedMotion: 'reduce' })),
  );

/** Does it on both pages, and asks what is wrong there. */
async function check(
  pages: readonly Page[],
  what: string,
  come: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const [i, page] of pages.entries()) {
    await come(page);
    const wrong = await (themes[i] === 'light' ? seriousOn(page) : unreadableOn(page));
    assert.deepEqual(wrong, [], `${what}, ${themes[i] ?? ''}`);
  }
}

onOneServer('Light and dark themes', (sentence) => {
  sentence('Every screen is accessible in the light and the dark theme', async (_t, stage) => {
    await stage.say('ben', 'look', 'See **this** `code`, and https://example.com.');
    await stage.say('ben', 'look', '> A quote\n\nLook here.');
    await done(stage.as('ada').post('/user_groups/create', { name: 'seers', description: 'x', members: [] }));
    const pages = await openBoth(stage, '/inbox');
    for (const page of pages) await leftShown(page);
    const screens = { ...getScreens(stage), [stage.topicPath('look')]: 'look' };
    for (const [path, title] of Object.entries(screens))
      await check(pages, path, async (page) => {
        await goTo(page, path);
        await page.locator('h1, dialog h2').filter({ hasText: title }).first().waitFor();
      });
    await check(pages, 'the sign-in page', async (page) => {
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByLabel('Password').waitFor();
    });
  });

  sentence('Every dialog and menu is accessible in the light and the dark theme', async (_t, stage) => {
    await stage.say('ben', 'overlay', 'Look here.');
    const pages = await openBoth(stage, stage.topicPath('overlay'));
    for (const [name, open] of Object.entries(over)) {
      await check(pages, name, async (page) => {
        await getCompose(page).waitFor();
        await open(page);
      });
      for (const page of pages) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' });
        await page.evaluate('document.activeElement?.blur()');
      }
    }
  });
});
