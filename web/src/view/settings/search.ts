/** Finds settings by their texts. */
import { isNeeded } from './setting.ts';
import { t } from '../text/text.ts';
import type { SettingsPage } from './pages.ts';

export type SettingsSearchHit = { page: SettingsPage; texts: string[] };

const mostTexts = 4;

/** Pages whose title or settings contain every word of the query, with the matching texts. */
export function searchSettings(pages: readonly SettingsPage[], query: string): SettingsSearchHit[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word));
  return pages.flatMap((page) => {
    const texts = [...new Set(getTexts(page).filter(fits))].slice(0, mostTexts);
    return texts.length > 0 || fits(t(page.title)) ? [{ page, texts }] : [];
  });
}

const getTexts = ({ sections, words }: SettingsPage): string[] =>
  [...words, ...sections.flatMap(({ settings }) => settings.filter(isNeeded).map(({ label }) => label))].map(
    (key) => t(key),
  );
