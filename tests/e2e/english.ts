/** Words of the interface that are in English where they should be in German. */
import type { Page } from 'playwright-core';
import { de } from '../../web/src/text/de/index.ts';
import { late as lateDe } from '../../web/src/text/de/late.ts';
import { en } from '../../web/src/text/en/index.ts';
import { late as lateEn } from '../../web/src/text/en/late.ts';
import { formatText } from '../../wire/icu.ts';

const german: Readonly<Record<string, string>> = { ...de, ...lateDe };
const english: Readonly<Record<string, string>> = { ...en, ...lateEn };

/** What may be said with a text: with one and with many, and anything where it leaves room. */
function getPatterns(text: string, language: string): string[] {
  const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
  const isCounted = /\{\w+, plural/.test(text);
  return (isCounted ? [0, 1, 7] : [0]).map((count) => {
    const values = Object.fromEntries(names.map((name) => [name, isCounted ? count : '\u0000']));
    for (const name of names) if (!new RegExp(`\\{${name}, plural`).test(text)) values[name] = '\u0000';
    return formatText(text, language, values)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\u0000|\d+/g, '.+');
  });
}

const getRegex = (patterns: readonly string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`);
const isWordy = (pattern: string): boolean => /\p{L}{3}/u.test(pattern);

const differing = Object.keys(english).filter((key) => english[key] !== german[key]);
const isGerman = getRegex(
  Object.values(german)
    .flatMap((text) => getPatterns(text, 'de'))
    .filter(isWordy),
);
const isEnglish = getRegex(
  differing.flatMap((key) => getPatterns(english[key] ?? '', 'en')).filter((pattern) => isWordy(pattern)),
);

/** Names, hints and texts, read out or seen. What people wrote is theirs. */
const texts = `(() => {
  const found = new Set();
  const add = (text) => found.add((text ?? '').replace(/\\s+/g, ' ').trim());
  const isShown = (one) => one !== null && one.checkVisibility() && !one.closest('.message-content, .said');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (isShown(node.parentElement)) add(node.data);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const one of document.querySelectorAll('[' + name + ']')) if (isShown(one)) add(one.getAttribute(name));
  return [...found].filter((text) => text !== '').sort();
})()`;

const frames = `(async () => {
  for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  return document.querySelector('.skeleton') === null;
})()`;

/** All that the page says, once nothing is on its way to it any more. */
export async function wordsOn(page: Page): Promise<string[]> {
  for (let before = ''; ;) {
    const isWhole = await page.evaluate<boolean>(frames);
    const words = await page.evaluate<string[]>(texts);
    const now = JSON.stringify(words);
    if (isWhole && now === before) return words;
    before = now;
  }
}

export const englishAmong = (words: readonly string[]): string[] =>
  words.filter((word) => isEnglish.test(word) && !isGerman.test(word));

export const inGerman = (key: keyof typeof de | keyof typeof lateDe): string => german[key] ?? '';
