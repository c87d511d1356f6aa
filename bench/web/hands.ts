/** W6: main thread work per key press, with 10,000 users and 1,000 channels. */
import type { CDPSession, Page } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { getWork } from './thread.ts';

const keyMs = 16;
const changeMs = 50;

type Act = () => Promise<unknown>;

/** In the middle of the page. */
const listFilter = '.frame-middle .filter-field-input';

/** The page shows messages. */
export async function measureHands(page: Page, cdp: CDPSession): Promise<Line[]> {
  const lines: Line[] = [];
  const measure = async (what: string, acts: readonly Act[], targetMs: number) => {
    const works: number[] = [];
    for (const act of acts) works.push((await getWork(cdp, page, act)).all);
    lines.push(getLine(what, works, targetMs));
  };
  const press = (...names: string[]): Act[] => names.map((name) => () => page.keyboard.press(name));
  const type = (what: string, text: string) => measure(what, press(...Array.from(text)), keyMs);
  const typeInto = async (what: string, field: string, text: string) => {
    await page.focus(field);
    await page.waitForTimeout(restMs);
    await type(what, text);
    await page.fill(field, '');
  };
  const channel = await page.evaluate<string>(`document.querySelector('a.sidebar-channel').pathname`);
  await go(page, channel);
  await page.focus('.compose-text');
  await type('a key while writing', 'hello_there');
  for (const [what, text] of suggested) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(restMs);
    await type(`a key of ${what}, with its suggestions`, text);
    await page.keyboard.press('Escape');
  }
  await page.fill('.compose-text', '');
  await typeInto('a key in the filter of the left side', '#sidebar-filter', 'loom');
  await typeInto('a key in the filter of the people', '#people-filter', 'mari');
  for (const [what, path, text] of [
    ['of recent conversations', '/recent', 'loom'],
    ['of all topics of a channel', `${channel}/topics`, 'loom'],
    ['of the directory', '/people', 'mari'],
  ] as const) {
    await go(page, path);
    await typeInto(`a key in the filter ${what}`, listFilter, text);
  }
  await go(page, channel);
  for (const [what, key, field, text] of opened) {
    await page.focus('.message');
    await page.waitForTimeout(restMs);
    await page.keyboard.press(key);
    await page.waitForSelector(field);
    await typeInto(what, field, text);
    await page.keyboard.press('Escape');
  }
  const colours = (['dark', 'light', 'dark', 'light'] as const).map(
    (colorScheme) => () => page.emulateMedia({ colorScheme }),
  );
  await measure('light to dark and back', colours, changeMs);
  await page.evaluate('document.activeElement?.blur()');
  await measure('the quick switcher opens', press('Control+k'), changeMs);
  await page.waitForTimeout(restMs);
  await type('a key in the quick switcher', 'loom');
  await page.keyboard.press('Escape');
  return lines;
}

const suggested = [
  ['a name', '@mari'],
  ['an emoji', ':smil'],
  ['a channel', '#loom'],
] as const;

/** By a key on a message. */
const opened = [
  ['a key in the emoji picker', ':', '.emoji-panel input', 'smil'],
  ['a key in the dialog that moves messages', 'm', 'dialog[open] .field:last-of-type input', 'loom'],
] as const;

/** Long enough for what is loaded or made ready meanwhile. */
const restMs = 1000;

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.waitForTimeout(restMs);
}

function getLine(what: string, works: readonly number[], targetMs: number): Line {
  const [middle, worst] = [median(works), Math.max(...works)];
  return {
    id: 'W6',
    what,
    measured: `${middle.toFixed(0)} ms of work, at most ${worst.toFixed(0)}`,
    target: `<= ${targetMs} ms`,
    isMet: middle <= targetMs,
  };
}
