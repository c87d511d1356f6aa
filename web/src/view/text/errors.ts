/** An error of the server in the language of the page. */
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import { formatText } from '../../../../wire/icu.ts';
import { errorTexts, languageCode } from './text.ts';

/** @param message English, for keys without a translation: of newer servers, and what only authors of clients meet. */
export function errorText(message: string, error?: KeyedError): string {
  const texts = errorTexts();
  if (error === undefined || !Object.hasOwn(texts, error.key)) return message;
  return formatText(texts[error.key] ?? message, languageCode(), error.values);
}
