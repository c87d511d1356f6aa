/** Translated texts with markup. */
import { escape, html, Html, type Part } from './html.ts';
import type { TextArguments } from '../../../../wire/icu.ts';
import {
  getDirection,
  type Language,
  type TextKeyWithValues,
  type TextParameters,
  type Texts,
} from '../../lib/i18n/i18n.ts';

/** The attributes of `<html>`; left-to-right is the default. */
export function languageAttributes(language: Language): Html {
  const direction = getDirection(language);
  return direction === 'ltr' ? html`lang="${language}"` : html`lang="${language}" dir="${direction}"`;
}

/** Private-use characters, which replace the parts while the text around them is escaped. */
const firstMark = 0xe000;

/** Inserts parts into a translated text like `html`: everything is escaped except `Html`. */
export function textWithMarkup<Key extends TextKeyWithValues>(
  t: Texts,
  key: Key,
  parts: Readonly<Record<keyof TextParameters[Key], Part>>,
): Html {
  const written = Object.values<Part>(parts).map((part) => html`${part}`.text);
  const marks = Object.keys(parts).map((name, i) => [name, String.fromCharCode(firstMark + i)]);
  // The marks have the names of the parameters, which TypeScript does not see for a generic key.
  const text = escape(t(key, ...([Object.fromEntries(marks)] as TextArguments<TextParameters, Key>)));
  return new Html(text.replace(/[\ue000-\uf8ff]/g, (mark) => written[mark.charCodeAt(0) - firstMark] ?? ''));
}
