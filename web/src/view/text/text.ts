/** The interface texts in the user's language: `t('messages.newer', { count: 3 })`. */
import { signal } from '@preact/signals';
import { plainErrors } from '../../../../wire/errors/plain.ts';
import { formatText, type TextArguments, type TextValues } from '../../../../wire/icu.ts';
import { findLanguage, getDirection, type Language } from '../../../../wire/languages.ts';
import english from '../../text/main/en.json' with { type: 'json' };
import type englishSettings from '../../text/settings/en.json';
import type { TextParameters } from '../../text/parameters.ts';
import { languageTexts, type Texts } from './catalogues.ts';

type AnyTextKey = keyof typeof english | keyof typeof englishSettings;

/** Keys of texts without values. */
export type TextKey = Exclude<AnyTextKey, keyof TextParameters>;

type CurrentTexts = { language: Language; texts: Texts; errors: Texts };

const englishTexts: Texts = english;

const current = signal<CurrentTexts>({ language: 'en', texts: english, errors: plainErrors });
let wanted: Language = 'en';
let wantsSettings = false;
let settings: Promise<void> | undefined;

/** Subscribes the computation to the language. */
export function t<Key extends AnyTextKey>(key: Key, ...values: TextArguments<TextParameters, Key>): string;
export function t(key: string, values?: TextValues): string {
  const { language, texts } = current.value;
  // In a build, parts that load later add their texts to the English ones (web/vite.config.ts).
  return formatText(texts[key] ?? englishTexts[key] ?? '', language, values && isolateAll(values));
}

/** Has nothing that the text around it could reorder; the words of `select` are such ones. */
const isWord = /^\w*$/;

/**
 * Keeps the punctuation of a name with the name in a text that is written from right to left, where `C++` would be shown as
 * `++C`. For display only: the characters that do it do not belong into a text that is stored or compared.
 */
export const isolate = (text: string): string => (isWord.test(text) ? text : isolateAny(text));

/** Also a single word: where only a mark stands between two Latin ones, they would run from left to right. */
export const isolateAny = (text: string): string =>
  getDirection(current.value.language) === 'rtl' ? `\u2068${text}\u2069` : text;

/** Without the characters that `isolate` and `beginLine` add, for what is stored. */
export const withoutDirections = (text: string): string => text.replaceAll(/[\u2068\u2069\u200f]/g, '');

/** Begins a line in the direction of the page, whatever its first word. For display only. */
export const beginLine = (text: string): string =>
  getDirection(current.value.language) === 'rtl' ? `\u200f${text}` : text;

const isolateAll = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );

export const languageCode = (): Language => current.value.language;

/** Translations of server errors by key; in English only those that the page words differently. */
export const errorTexts = (): Texts => current.value.errors;

/** Changes the language once its texts are loaded; ignores unknown languages. */
export async function setLanguage(code: string): Promise<void> {
  const language = findLanguage(code);
  if (language === undefined || language === wanted) return;
  wanted = language;
  try {
    await show(language);
  } catch (error) {
    wanted = current.peek().language;
    throw error;
  }
}

/** Loads the texts of the settings, for the current language and later ones. Await it before using such a text. */
export function loadSettingsTexts(): Promise<void> {
  wantsSettings = true;
  settings ??= show(wanted).catch((error: unknown) => {
    settings = undefined;
    throw error;
  });
  return settings;
}

/** When the language is changed several times, the last choice counts, in whatever order the texts are loaded. */
async function show(language: Language): Promise<void> {
  const { loadMain, loadErrors, loadSettings } = languageTexts[language];
  const [main, more] = await Promise.all([loadMain(), wantsSettings ? loadSettings() : {}]);
  if (language !== wanted) return;
  const { language: before, errors } = current.peek();
  // Texts of errors are not awaited: responses include them in English.
  current.value = { language, texts: { ...main, ...more }, errors: language === before ? errors : {} };
  const translated = await loadErrors();
  if (language === wanted) current.value = { ...current.peek(), errors: translated };
}
