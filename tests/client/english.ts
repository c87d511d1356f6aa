/** Words of the interface that are in English where they should be in German. */
import type { Element } from 'happy-dom';
import de from '../../web/src/text/main/de.json' with { type: 'json' };
import en from '../../web/src/text/main/en.json' with { type: 'json' };
import settingsDe from '../../web/src/text/settings/de.json' with { type: 'json' };
import settingsEn from '../../web/src/text/settings/en.json' with { type: 'json' };
import { searchOperators } from '../../web/src/view/narrow/search-operators.ts';
import { formatText } from '../../wire/icu.ts';
import { as, isUnseen, plain } from './dom/roles.ts';
import type { Page } from './stage.ts';

const german: Readonly<Record<string, string>> = { ...de, ...settingsDe };
const english: Readonly<Record<string, string>> = { ...en, ...settingsEn };

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

/** What people wrote is theirs. */
const isSaid = ({ className }: Element): boolean =>
  /(?:^|\s)(?:rendered|message-content-saving|recent-said)(?:\s|$)/.test(className);

/** Names, hints and texts, read out or seen. */
function textsOn({ window }: Page): string[] {
  const { document } = window;
  const found = new Set<string>();
  const add = (text: string | null): void => void found.add(plain(text ?? ''));
  const look = (element: Element): void => {
    if (isUnseen(element) || isSaid(element)) return;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(element.getAttribute(name));
    for (const child of element.childNodes)
      if (child.nodeType === 3) add(child.textContent);
      else if (child.nodeType === 1) look(as<Element>(child));
  };
  look(document.body);
  found.delete('');
  return [...found].sort();
}

/** All that the page says, once nothing is on its way to it any more. */
export async function wordsOn(page: Page): Promise<string[]> {
  for (let before = ''; ;) {
    for (let i = 0; i < 6; i++) await page.turn();
    const words = textsOn(page);
    const now = JSON.stringify(words);
    if (now === before && page.window.document.querySelector('.skeleton') === null) return words;
    before = now;
  }
}

/** Each is looked up once: pages say much the same. */
const known = new Map<string, boolean>();

/** Filters of a search are typed as they are in every language. */
const filters: ReadonlySet<string> = new Set(searchOperators.map(({ name }) => `${name}:`));

export const englishAmong = (words: readonly string[]): string[] =>
  words.filter((word) => {
    const is = known.get(word) ?? (isEnglish.test(word) && !isGerman.test(word) && !filters.has(word));
    known.set(word, is);
    return is;
  });

export const inGerman = (key: keyof typeof de | keyof typeof settingsDe): string => german[key] ?? '';
