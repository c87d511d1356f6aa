/** Translates server errors. */
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import { formatText } from '../../../../wire/icu.ts';
import { errorTexts, languageCode } from './text.ts';

/** @param message in English, for keys without a translation: of newer servers, and errors that only developers meet */
export function errorText(message: string, error?: KeyedError): string {
  const texts = errorTexts();
  if (error === undefined || !Object.hasOwn(texts, error.key)) return message;
  return formatText(texts[error.key] ?? message, languageCode(), error.values);
}
