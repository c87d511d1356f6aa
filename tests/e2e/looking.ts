/** Checks all screens, or all overlays, for barriers. */
import type { Page } from 'playwright-core';
import type { Look } from './looks.ts';
import type { Overlay } from './overlays.ts';
import { getButton, getCompose, goTo, settled, titled } from './page.ts';
import { getScreens, getSettingsScreens, serverPages } from './screens.ts';
import { done, type Stage } from './stage.ts';

/** What is wrong where, said at the end: one finding hides no other. */
export class Findings {
  readonly #found = new Set<string>();

  /** Each once, however many of the same kind a page has. */
  get found(): string[] {
    return [...this.#found];
  }

  async look(look: Look, page: Page, where: string): Promise<void> {
    for (const problem of await look.check(page)) this.#found.add(`${where}, ${look.name}: ${problem}`);
  }

  /** What is looked at next is looked at even so. */
  async during(look: Look, where: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#found.add(`${where}, ${look.name}: ${String(error)}`));
  }
}

async function open(stage: Stage, look: Look, path: string): Promise<Page> {
  await done(stage.as('ada').patch('/settings', { high_contrast_mode: look.isHighContrast === true }));
  const page = await stage.openPage('ada', path, look.options);
  if (look.script !== undefined) {
    await page.context().addInitScript(look.script);
    await page.goto(path);
  }
  await page.getByRole('main').waitFor();
  return page;
}

/** @param pages of the server that are looked at as well */
export async function lookAtScreens(
  stage: Stage,
  look: Look,
  findings: Findings,
  pages: readonly string[] = serverPages,
): Promise<void> {
  const page = await open(stage, look, '/inbox');
  const screens = { ...getScreens(stage), ...getSettingsScreens(), [stage.topicPath('look')]: 'look' };
  for (const [path, title] of Object.entries(screens))
    await findings.during(look, path, async () => {
      await goTo(page, path);
      await titled(page, title);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await findings.look(look, page, path);
    });
  await lookAtDrawers(page, stage, look, findings);
  await page.context().clearCookies();
  for (const path of pages)
    await findings.during(look, path, async () => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await findings.look(look, page, path);
    });
  await page.context().close();
}

const drawers = {
  'Open conversation list': { role: 'navigation', name: 'Conversations' },
  'Show people': { role: 'complementary', name: 'People' },
} as const;

/** What stands at the sides, where there is no room for it. */
async function lookAtDrawers(page: Page, stage: Stage, look: Look, findings: Findings): Promise<void> {
  if (look.options.viewport.width > 1000) return;
  for (const [button, { role, name }] of Object.entries(drawers))
    await findings.during(look, name, async () => {
      await page.goto(stage.topicPath('look'));
      await getCompose(page).waitFor();
      await getButton(page, button).click();
      await page.getByRole(role, { name }).getByRole('list').first().waitFor();
      await findings.look(look, page, name);
    });
}

const over = ':is(dialog, .popover, .tooltip)';

/** What the keys do not close goes with the page. */
async function comeTo(page: Page, path: string): Promise<void> {
  for (let i = 0; i < 2 && (await page.locator(over).count()) > 0; i++) {
    await page.keyboard.press('Escape');
    await page.evaluate(settled);
  }
  await ((await page.locator(over).count()) > 0 ? page.goto(path) : goTo(page, path));
}

async function lookOver(page: Page, stage: Stage, { at, open: openOverlay }: Overlay): Promise<void> {
  await comeTo(page, at?.(stage) ?? stage.topicPath('look'));
  await page.getByRole('main').waitFor();
  if (at === undefined) await getCompose(page).waitFor();
  await openOverlay(page);
  await page.locator(over).last().waitFor();
}

const isThere = ({ needsPointer, needsRoom }: Overlay, { hasTouch, viewport }: Look['options']): boolean =>
  !(needsPointer === true && hasTouch === true) && !(needsRoom === true && viewport.width < 768);

export async function lookAtOverlays(
  stage: Stage,
  look: Look,
  findings: Findings,
  overlays: readonly (readonly [file: string, Overlay])[],
): Promise<void> {
  const page = await open(stage, look, stage.topicPath('look'));
  for (const [file, overlay] of overlays) {
    if (!isThere(overlay, look.options)) continue;
    await findings.during(look, file, async () => {
      await lookOver(page, stage, overlay);
      await findings.look(look, page, file);
    });
  }
  await page.context().close();
}
