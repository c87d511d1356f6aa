/** Translations of the server's texts: `t('signIn.title', { name })`. A language is loaded on first use. */
import { readFileSync } from 'node:fs';
import { formatText, type TextArguments, type TextValues } from '../../../../wire/icu.ts';
import { languages, type Language } from '../../../../wire/languages.ts';
import type english from './text/en.json';
import type { TextParameters } from './parameters.ts';
import { parseStored } from '../json.ts';

export type { TextParameters } from './parameters.ts';
export { findLanguage as getLanguage, getDirection, type Language } from '../../../../wire/languages.ts';

type AnyTextKey = keyof typeof english;

/** Keys of texts without values. */
export type TextKey = Exclude<AnyTextKey, keyof TextParameters>;
/** Keys of texts with values. */
export type TextKeyWithValues = keyof TextParameters & AnyTextKey;

export interface Texts {
  <Key extends AnyTextKey>(key: Key, ...values: TextArguments<TextParameters, Key>): string;
  readonly language: Language;
}

/** The locale for dates: in English with day before month. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<string, Catalogue>();

const folders = {
  pages: new URL('./text/', import.meta.url),
  errors: new URL('../../../../wire/errors/text/', import.meta.url),
};

export function readCatalogue(part: keyof typeof folders, language: Language): Catalogue {
  const { href } = new URL(`${language}.json`, folders[part]);
  const found = catalogues.get(href) ?? parseStored<Catalogue>(readFileSync(new URL(href), 'utf8'));
  catalogues.set(href, found);
  return found;
}

/** In English if a translation is missing. */
function translate(language: Language, key: string, values?: TextValues): string {
  const own = readCatalogue('pages', language)[key];
  if (own !== undefined) return formatText(own, language, values);
  return formatText(readCatalogue('pages', 'en')[key] ?? key, 'en', values);
}

function speaking(language: Language): Texts {
  const t = (key: string, ...[values]: TextArguments<TextParameters, TextKeyWithValues>) =>
    translate(language, key, values);
  // The overloads of `Texts` say which keys need values; the function takes them all.
  return Object.assign(t as Texts, { language });
}

// Each language has an entry.
export const textsIn = Object.fromEntries(languages.map(({ code }) => [code, speaking(code)])) as Readonly<
  Record<Language, Texts>
>;
