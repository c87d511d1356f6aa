/**
 * Every screen, and what lies over one: nothing that a program knows to keep people out. The suite looks at the screens in both themes
 * and at an overlay of each kind; `npm run check:a11y` at everything in every look.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { picture } from '../support/fixtures/pictures.ts';
import { furnish } from './furnish.ts';
import { everyLook, fewLooks, type Look } from './looks.ts';
import { getOverlays, type Overlay } from './overlays.ts';
import { getCompose, goTo } from './page.ts';
import { getScreens, getSettingsScreens, serverPages } from './screens.ts';
import { done, inBrowsers, type Stage } from './stage.ts';

const isEverything = process.env.HEDDLE_TEST_EVERY_LOOK === '1';
const looks = isEverything ? everyLook : fewLooks;
const overlaysOfSuite: ReadonlySet<string> = new Set([
  'emoji/emoji-picker',
  'help/help-dialog',
  'message-actions/move-dialog',
  'message-actions/overlays',
  'people/profile-card',
  'search/search-overlay',
]);

async function open(stage: Stage, look: Look, path: string): Promise<Page> {
  await done(stage.as('ada').patch('/settings', { high_contrast_mode: look.isHighContrast === true }));
  const page = await stage.openPage('ada', path, look.options);
  await page.getByRole('main').waitFor();
  return page;
}

/** What is wrong where, said at the end: one finding hides no other. */
class Findings {
  readonly #found: string[] = [];

  async look(look: Look, page: Page, where: string): Promise<void> {
    this.#found.push(...(await look.check(page)).map((problem) => `${where}, ${look.name}: ${problem}`));
  }

  add(look: Look, where: string, error: unknown): void {
    this.#found.push(`${where}, ${look.name}: ${String(error)}`);
  }

  none(): void {
    assert.deepEqual(this.#found, []);
  }
}

async function lookAtScreens(stage: Stage, look: Look, findings: Findings): Promise<void> {
  const page = await open(stage, look, '/inbox');
  const settings = look.isBrief === true ? {} : getSettingsScreens();
  const screens = { ...getScreens(stage), ...settings, [stage.topicPath('look')]: 'look' };
  // A dialog that is left on a phone goes back to where it was opened: those are loaded, after all others.
  const isDialog = (path: string) =>
    look.options.hasTouch === true && /^\/(?:channels|people\/groups)\/./.test(path);
  const paths = Object.keys(screens).sort((a, b) => Number(isDialog(a)) - Number(isDialog(b)));
  for (const path of paths) {
    await (isDialog(path) ? page.goto(path) : goTo(page, path));
    await page.locator('h1, dialog h2').filter({ hasText: screens[path]! }).first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await findings.look(look, page, path);
  }
  await page.context().clearCookies();
  for (const path of isEverything ? serverPages : serverPages.slice(0, 1)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await findings.look(look, page, path);
  }
  await page.context().close();
}

async function lookOver(page: Page, stage: Stage, { at, open: openOverlay }: Overlay): Promise<void> {
  await page.goto(at?.(stage) ?? stage.topicPath('look'));
  await page.getByRole('main').waitFor();
  if (at === undefined) await getCompose(page).waitFor();
  await openOverlay(page);
  await page.locator(':is(dialog, .popover, .tooltip)').last().waitFor();
}

async function lookAtOverlays(
  stage: Stage,
  look: Look,
  overlays: [string, Overlay][],
  findings: Findings,
): Promise<void> {
  const page = await open(stage, look, stage.topicPath('look'));
  for (const [file, overlay] of overlays)
    try {
      if (look.options.hasTouch === true && overlay.needsPointer === true) continue;
      await lookOver(page, stage, overlay);
      await findings.look(look, page, file);
    } catch (error) {
      findings.add(look, file, error);
    }
  await page.context().close();
}

inBrowsers('Every screen and overlay', (sentence) => {
  sentence('Every screen and overlay is accessible in every look', async (_t, stage) => {
    const loom = await picture(300, 200);
    await furnish(stage, loom);
    const overlays = Object.entries(getOverlays(Buffer.from(loom)));
    const shown = overlays.filter(([file]) => isEverything || overlaysOfSuite.has(file));
    const findings = new Findings();
    for (const look of looks) {
      await lookAtScreens(stage, look, findings);
      await lookAtOverlays(stage, look, shown, findings);
    }
    findings.none();
  });
});
