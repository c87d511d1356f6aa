/** Looks (themes, sizes, input devices) in which pages are checked, and the checks of each. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { barriersOn, unreadableOn } from './axe.ts';
import { cutOff, inMotion, settled, smallTargets } from './page.ts';
import { getSettingsScreens } from './screens.ts';

export interface Look {
  name: string;
  options: BrowserContextOptions & { viewport: { width: number; height: number } };
  isHighContrast?: true;
  /** Run by each page before its own. */
  script?: string;
  /** @returns what is wrong with the page as it is now */
  check: (page: Page) => Promise<string[]>;
}

type Check = Look['check'];

const desk = { width: 1280, height: 800 };
const still = { reducedMotion: 'reduce' } as const;

const all =
  (...checks: Check[]): Check =>
  async (page) => {
    const found: string[] = [];
    for (const check of checks) found.push(...(await check(page)));
    return found;
  };

const haveNoBarriers: Check = (page) => barriersOn(page);

/** Where the colors are those of another look: they are what takes longest. */
const haveNoOtherBarriers: Check = (page) =>
  barriersOn(page, { rules: { 'color-contrast': { enabled: false } } });

/** Every look asks for less motion. */
const standStill: Check = async (page) => {
  const moving = await page.evaluate<string[]>(inMotion);
  return moving.map((what) => `Moves with reduced motion: ${what}`);
};

const toFingers: Check = async (page) => {
  await page.evaluate(settled);
  const small = await page.evaluate<string[]>(smallTargets);
  return small.map((what) => `Too small for a finger: ${what}`);
};

/** Everything is reached by scrolling down. */
const toReflow: Check = async (page) => {
  await page.evaluate(settled);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const cut = await page.evaluate<string[]>(cutOff);
  return [...(wide > 0 ? [`The page is ${wide} px too wide`] : []), ...cut.map((what) => `Cut off: ${what}`)];
};

const inTheme = (colorScheme: 'light' | 'dark'): Look => ({
  name: colorScheme,
  options: { ...still, colorScheme, viewport: desk },
  check: all(haveNoBarriers, standStill),
});

/** By the setting; on the pages of the server, which knows nobody's settings there, by the system. */
const inHighContrast = (colorScheme: 'light' | 'dark'): Look => ({
  name: `${colorScheme}, high contrast`,
  options: { ...still, colorScheme, contrast: 'more', viewport: desk },
  isHighContrast: true,
  check: (page) => barriersOn(page, { rules: { 'color-contrast-enhanced': { enabled: true } } }),
});

/** As in the contrast themes of Windows: what is only a ground or a shadow is not there. */
const inSystemColours: Look = {
  name: 'colours of the system',
  options: { ...still, forcedColors: 'active', viewport: desk },
  check: haveNoBarriers,
};

/** The page of people who write from right to left. */
const fromRightToLeft: Look = {
  name: 'right to left',
  options: { ...still, locale: 'ar', viewport: desk },
  script: `(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'dir');
    Object.defineProperty(HTMLElement.prototype, 'dir', {
      configurable: true,
      get,
      set(value) { set.call(this, this === document.documentElement ? 'rtl' : value); },
    });
  })()`,
  check: all(haveNoOtherBarriers, toReflow),
};

/** Half of the screen's width and height is left. */
const twiceAsLarge: Look = {
  name: '200 %',
  options: { ...still, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  check: all(haveNoOtherBarriers, toReflow),
};

const byTouch = (width: number, height: number, check: Check): Look => ({
  name: `${width} px`,
  options: { ...still, viewport: { width, height }, hasTouch: true, isMobile: true },
  check,
});

/** A tablet, a phone, and a narrow one, which is as 1280 px at 400 %. */
export const everyLook: readonly Look[] = [
  inTheme('light'),
  inTheme('dark'),
  inHighContrast('light'),
  inHighContrast('dark'),
  inSystemColours,
  fromRightToLeft,
  twiceAsLarge,
  byTouch(1100, 820, toFingers),
  byTouch(390, 720, all(haveNoBarriers, toFingers)),
  byTouch(320, 720, toReflow),
];

/** On the page that is open, which follows the system. */
const readableInTheDark: Check = async (page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await unreadableOn(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((what) => `In the dark: ${what}`);
};

const elsewhere = all(haveNoBarriers, readableInTheDark, standStill);
const inSettings = all(haveNoOtherBarriers, standStill);

/** What the suite has time for: not the colours of the settings, which are made of the same parts as all else. */
export const lookOfSuite: Look = {
  ...inTheme('light'),
  check: (page) => (new URL(page.url()).pathname in getSettingsScreens() ? inSettings : elsewhere)(page),
};
