/** How a page may be looked at, and what can be wrong with it then. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { barriersOn, unreadableOn } from './axe.ts';
import { cutOff, settled, smallTargets } from './page.ts';

export interface Look {
  name: string;
  options: BrowserContextOptions;
  isHighContrast?: true;
  /** Without the settings, which are made of the same parts as all else. */
  isBrief?: true;
  /** @returns what is wrong with the page as it is now */
  check: (page: Page) => Promise<string[]>;
}

const desk = { width: 1280, height: 800 };
const still = { reducedMotion: 'reduce' } as const;

const inTheme = (colorScheme: 'light' | 'dark'): Look => ({
  name: colorScheme,
  options: { ...still, colorScheme, viewport: desk },
  check: (page) => barriersOn(page),
});

const inHighContrast = (colorScheme: 'light' | 'dark'): Look => ({
  name: `${colorScheme}, high contrast`,
  options: { ...still, colorScheme, viewport: desk },
  isHighContrast: true,
  check: (page) => barriersOn(page, { rules: { 'color-contrast-enhanced': { enabled: true } } }),
});

/** As in the contrast themes of Windows: what is only a ground or a shadow is not there. */
const inSystemColours: Look = {
  name: 'colours of the system',
  options: { ...still, forcedColors: 'active', viewport: desk },
  check: (page) => barriersOn(page),
};

const onPhone = (width: number, check: Look['check']): Look => ({
  name: `${width} px`,
  options: { ...still, viewport: { width, height: 720 }, hasTouch: true, isMobile: true },
  check,
});

const toFingers: Look['check'] = async (page) => {
  await page.evaluate(settled);
  const small = await page.evaluate<string[]>(smallTargets);
  return small.map((what) => `Too small for a finger: ${what}`);
};

/** As 1280 px at 400 %: everything is reached by scrolling down. */
const toReflow: Look['check'] = async (page) => {
  await page.evaluate(settled);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const cut = await page.evaluate<string[]>(cutOff);
  return [...(wide > 0 ? [`The page is ${wide} px too wide`] : []), ...cut.map((what) => `Cut off: ${what}`)];
};

export const everyLook: readonly Look[] = [
  inTheme('light'),
  inTheme('dark'),
  inHighContrast('light'),
  inHighContrast('dark'),
  inSystemColours,
  onPhone(390, toFingers),
  onPhone(320, toReflow),
];

/** What the suite has time for: all barriers in the light, and the colours of the dark. */
export const fewLooks: readonly Look[] = [
  inTheme('light'),
  { ...inTheme('dark'), isBrief: true, check: (page) => unreadableOn(page) },
];
