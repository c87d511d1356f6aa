/** Who chooses German meets no English word of the interface, wherever they go and whatever they open. */
import assert from 'node:assert/strict';
import { pages } from '../../web/src/view/settings/pages.ts';
import { englishAmong, inGerman, wordsOn } from './english.ts';
import { goTo } from './page.ts';
import { getScreens } from '../e2e/screens.ts';
import { done, onOneServer, type Page, type Stage } from './stage.ts';

async function openGerman(stage: Stage, path: string): Promise<Page> {
  await done(stage.as('ada').patch('/settings', { default_language: 'de' }));
  const page = await stage.openPage('ada', path);
  await isGerman(page);
  return page;
}

/** The words come after the page. */
const isGerman = (page: Page): Promise<void> =>
  page.locator(`nav[aria-label="${inGerman('frame.left')}"]`).waitFor({ state: 'attached' });

/** What was found where. */
type TextsByPlace = Map<string, string>;

async function look(page: Page, where: string, found: TextsByPlace): Promise<void> {
  await isGerman(page);
  const words = await wordsOn(page);
  for (const word of englishAmong(words)) found.set(word, where);
}

/** What was opened goes by Escape, or with the screen that opened it. */
async function leaveAll(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await goTo(page, '/drafts');
  await page.locator('dialog[open], [role=menu]').waitFor({ state: 'detached' });
}

const overlays = 'dialog[open], [role=menu], .popover';

/** Presses each button in turn, and looks at what that brings. @returns how many there were */
async function openEach(page: Page, path: string, buttons: string, found: TextsByPlace): Promise<number> {
  const begin = async (): Promise<void> => {
    await leaveAll(page);
    await goTo(page, path);
    await page.locator('.settings-column > *, .compose-text').first().waitFor();
    await wordsOn(page);
    // The buttons of a text field are there while someone writes.
    if (buttons.startsWith('.compose')) {
      await page.locator('.compose-text').click();
      await wordsOn(page);
    }
  };
  /** What has to be as it was for the next button to be pressed: some lead elsewhere, or leave something open. */
  const getPlace = async () =>
    [page.url(), await page.locator(buttons).count(), await page.locator(overlays).count()].join();
  await begin();
  let i = 0;
  for (; i < (await page.locator(buttons).count()); i++) {
    const place = await getPlace();
    const below = await page.locator(overlays).count();
    const button = page.locator(buttons).nth(i);
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await button.click();
    await look(page, `${path}, ${name}`, found);
    if ((await page.locator(overlays).count()) > below) {
      await page.keyboard.press('Escape');
      await wordsOn(page);
    }
    if ((await getPlace()) !== place) await begin();
  }
  return i;
}

const nothing: TextsByPlace = new Map();

onOneServer('German', (sentence) => {
  sentence('Every screen is in German for a user who chose German', async (_t, stage) => {
    for (const topic of ['look', '']) await stage.say('ben', topic, 'Der Faden riss.');
    await done(stage.as('ada').post('/user_groups/create', { name: 'seers', description: 'x', members: [] }));
    const page = await openGerman(stage, '/inbox');
    const found: TextsByPlace = new Map();
    for (const path of [
      ...Object.keys(getScreens(stage)),
      stage.topicPath('look'),
      stage.topicPath('not yet begun'),
      ...pages.map(({ id }) => `/${id}`),
    ]) {
      await goTo(page, path);
      await look(page, path, found);
    }
    assert.deepEqual(found, nothing);
  });

  sentence('Everything that opens over a conversation is in German', async (_t, stage) => {
    await stage.say('ada', 'over', 'Der Faden riss.');
    const page = await openGerman(stage, stage.topicPath('over'));
    const found: TextsByPlace = new Map();
    const chooseMessage = async (): Promise<void> => {
      await leaveAll(page);
      await goTo(page, stage.topicPath('over'));
      await page.locator('article[data-message-id]').first().waitFor();
      await page.keyboard.press('k');
    };
    for (const key of ['/', '?', 'g', 'i', ':', 'm', 'e', 'x', 'c']) {
      await chooseMessage();
      await page.keyboard.press(key);
      await look(page, `key ${key}`, found);
    }
    const openMenu = async (): Promise<void> => {
      await chooseMessage();
      await page.keyboard.press('i');
      await page.getByRole('menu').waitFor();
    };
    await openMenu();
    const choices = await page.getByRole('menuitem').count();
    for (let i = 0; i < choices; i++) {
      await openMenu();
      const choice = page.getByRole('menuitem').nth(i);
      const name = await choice.innerText();
      await choice.click();
      await look(page, name, found);
    }
    assert.deepEqual(found, nothing);
  });

  sentence('Everything that the page’s buttons open is in German', async (_t, stage) => {
    await stage.say('ben', 'buttons', 'Der Faden riss.');
    const page = await openGerman(stage, '/inbox');
    const found: TextsByPlace = new Map();
    const path = stage.topicPath('buttons');
    for (const button of ['.header button:visible', '.compose-card button:enabled:visible']) {
      const pressed = await openEach(page, path, button, found);
      assert.ok(pressed >= 4, `${button}: ${String(pressed)}`);
    }
    for (const row of [
      'a[href="/inbox"]',
      `a[href^="/channel/${String(stage.weaving)}"]`,
      `a[href$="buttons"]`,
    ]) {
      await page.goto(path);
      await wordsOn(page);
      await page.locator('nav').locator(row).first().click({ button: 'right' });
      await look(page, `menu of ${row}`, found);
    }
    assert.deepEqual(found, nothing);
  });

  sentence('Everything that the settings’ buttons open is in German', async (_t, stage) => {
    const page = await openGerman(stage, '/settings/profile');
    const found: TextsByPlace = new Map();
    let pressed = 0;
    for (const { id } of pages)
      pressed += await openEach(page, `/${id}`, '.settings-column button:enabled:visible:not([role])', found);
    assert.ok(pressed >= 15, `${String(pressed)} buttons`);
    assert.deepEqual(found, nothing);
  });
});
