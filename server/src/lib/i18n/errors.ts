/** Translates errors into the language of a page. */
import { formatText } from '../../../../wire/icu.ts';
import type { ApiError } from '../errors.ts';
import { readCatalogue, type Language } from './i18n.ts';

/** In English if only the author of a client encounters the error, or a translation is missing. */
export function errorText(language: Language, { key, values, message }: ApiError): string {
  if (language === 'en') return message;
  const text = readCatalogue('errors', language)[key];
  return text === undefined ? message : formatText(text, language, values);
}
