/** Joins names to a list in the language of the page. */
import { namesIn } from '../../../../wire/plain-text/names.ts';
import { beginLine, isolate, isolateAny, languageCode } from './text.ts';

/** Names that others follow, whose number is said after them: without the word before the last of a list. */
export const joinFirst = (names: readonly string[]): string =>
  new Intl.ListFormat(languageCode(), { style: 'narrow' })
    .formatToParts([...names, '…'])
    .slice(0, -2)
    .map(({ value }) => value)
    .join('');

export const joinNames = (names: readonly string[]): string => namesIn(languageCode(), names);

/** Each part is written in its own direction, and together they run in that of the page. */
const joinParts = (parts: readonly string[], mark: string): string =>
  parts.length < 2 ? parts.join('') : beginLine(parts.map(isolateAny).join(` ${mark} `));

/** Says several things of one. */
export const joinFacts = (facts: readonly (string | false | null | undefined)[]): string =>
  joinParts(
    facts.filter((fact): fact is string => typeof fact === 'string' && fact !== ''),
    '·',
  );

/** Names a place within another. */
export const joinPath = (...names: readonly string[]): string => joinParts(names, '›');

const mostNamed = 12;

/** Lists names in a hint, as "Ada, Ben and Cat"; if there are many, only the first, and the number of others. */
export const listSome = (names: readonly string[]): string =>
  new Intl.ListFormat(languageCode()).format([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [isolate(`+${names.length - mostNamed}`)] : []),
  ]);
