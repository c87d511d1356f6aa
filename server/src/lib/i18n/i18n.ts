/** The server's own words in the languages that it has: `t('signIn.title', { name })`. */
import { formatText, type TextValues } from '../../../../wire/icu.ts';
import { de } from './de/index.ts';
import { en, type Catalogue } from './en/index.ts';

const catalogues = { en, de } satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;
export type TextKey = keyof Catalogue;

export interface Texts {
  (key: TextKey, values?: TextValues): string;
  readonly language: Language;
}

const speaking = (language: Language): Texts =>
  Object.assign(
    (key: TextKey, values?: TextValues) => formatText(catalogues[language][key], language, values),
    { language },
  );

export const textsIn: Readonly<Record<Language, Texts>> = { en: speaking('en'), de: speaking('de') };

/** The language of a code such as `de-AT`, where there is one. */
export function getLanguage(code: string): Language | undefined {
  const [base = ''] = code.toLowerCase().split('-', 1);
  return Object.hasOwn(catalogues, base) ? (base as Language) : undefined;
}
