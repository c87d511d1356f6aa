/** W6: main thread work per key press, with 10,000 users and 1,000 channels. */
import type { CDPSession, Page } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { getWork } from './thread.ts';

const targetMs = 50;

type Act = () => Promise<unknown>;

/** The page shows a conversation. */
export async function measureHands(page: Page, cdp: CDPSession): Promise<Line[]> {
  const keys = (...names: string[]): Act[] => names.map((name) => () => page.keyboard.press(name));
  const letters = (text: string): Act[] => keys(...Array.from(text));
  const colours = (...schemes: ('dark' | 'light')[]): Act[] =>
    schemes.map((colorScheme) => () => page.emulateMedia({ colorScheme }));
  const lines: Line[] = [];
  const measure = async (what: string, acts: readonly Act[]) => {
    const works: number[] = [];
    for (const act of acts) works.push((await getWork(cdp, page, act)).all);
    lines.push(getLine(what, works));
  };
  await page.focus('.compose-text');
  await measure('a key while writing', letters('hello_there'));
  await page.keyboard.press('Space');
  await measure('a key of a name, with its suggestions', letters('@mari'));
  await page.keyboard.press('Escape');
  await page.focus('#sidebar-filter');
  await measure('a key in the filter of the left side', letters('loom'));
  await page.fill('#sidebar-filter', '');
  await page.focus('#people-filter');
  await measure('a key in the filter of the people', letters('mari'));
  await page.fill('#people-filter', '');
  await measure('light to dark and back', colours('dark', 'light', 'dark', 'light'));
  await page.evaluate('document.activeElement?.blur()');
  await measure('the quick switcher opens', keys('Control+k'));
  await measure('a key in the quick switcher', letters('loom'));
  await page.keyboard.press('Escape');
  return lines;
}

function getLine(what: string, works: readonly number[]): Line {
  const [middle, worst] = [median(works), Math.max(...works)];
  return {
    id: 'W6',
    what,
    measured: `${middle.toFixed(0)} ms of work, at most ${worst.toFixed(0)}`,
    target: `<= ${targetMs} ms`,
    isMet: middle <= targetMs,
  };
}
