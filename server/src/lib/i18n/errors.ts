/** Errors in the language of a page. */
import { germanErrors } from '../../../../wire/errors/de/index.ts';
import { formatText } from '../../../../wire/icu.ts';
import type { ApiError } from '../errors.ts';
import type { Language } from './i18n.ts';

const translations: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  de: germanErrors,
};

/** In English where only the author of a client meets the error. */
export function errorText(language: Language, { key, values, message }: ApiError): string {
  const text = translations[language][key];
  return text === undefined ? message : formatText(text, language, values);
}
