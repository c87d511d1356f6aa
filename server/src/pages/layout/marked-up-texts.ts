/** Texts of the catalogue with markup in them. */
import { escape, html, Html, type Part } from './html.ts';
import type { TextArguments } from '../../../../wire/icu.ts';
import {
  getDirection,
  type Language,
  type TextKeyWithValues,
  type TextParameters,
  type Texts,
} from '../../lib/i18n/i18n.ts';

/** The attributes of `<html>`; pages are written from left to right unless they are marked otherwise. */
export function languageAttributes(language: Language): Html {
  const direction = getDirection(language);
  return direction === 'ltr' ? html`lang="${language}"` : html`lang="${language}" dir="${direction}"`;
}

/** Characters that mean nothing stand for the parts until the text around them is escaped. */
const firstMark = 0xe000;

/** A text with parts put into it as `html` puts them into a page: all is escaped except what was made as markup. */
export function textWithMarkup<Key extends TextKeyWithValues>(
  t: Texts,
  key: Key,
  parts: Readonly<Record<keyof TextParameters[Key], Part>>,
): Html {
  const written = Object.values<Part>(parts).map((part) => html`${part}`.text);
  const marks = Object.keys(parts).map((name, i) => [name, String.fromCharCode(firstMark + i)]);
  const text = escape(t(key, ...([Object.fromEntries(marks)] as TextArguments<TextParameters, Key>)));
  return new Html(text.replace(/[\ue000-\uf8ff]/g, (mark) => written[mark.charCodeAt(0) - firstMark] ?? ''));
}
