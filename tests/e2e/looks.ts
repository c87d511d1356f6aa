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

/** 1280 px at 400 %, or a small phone: everything is reached by scrolling down, and a finger meets it. */
const onSmallPhone: Look = {
  name: '320 px',
  options: { ...still, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  async check(page) {
    await page.evaluate(settled);
    const [wide, cut, small] = await Promise.all([
      page.evaluate<number>('document.documentElement.scrollWidth'),
      page.evaluate<string[]>(cutOff),
      page.evaluate<string[]>(smallTargets),
    ]);
    return [
      ...(wide > 320 ? [`The page is ${wide} px wide`] : []),
      ...cut.map((what) => `Cut off: ${what}`),
      ...small.map((what) => `Too small for a finger: ${what}`),
    ];
  },
};

export const everyLook: readonly Look[] = [
  inTheme('light'),
  inTheme('dark'),
  inHighContrast('light'),
  inHighContrast('dark'),
  inSystemColours,
  onSmallPhone,
];

/** What the suite has time for: all barriers in the light, and the colours of the dark. */
export const fewLooks: readonly Look[] = [
  inTheme('light'),
  { ...inTheme('dark'), isBrief: true, check: (page) => unreadableOn(page) },
];
