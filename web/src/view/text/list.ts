/** Joins names to a list in the language of the page. */
import { beginLine, isolate, languageCode } from './text.ts';

let made: { code: string; format: Intl.ListFormat } | undefined;

export function joinNames(names: readonly string[]): string {
  const code = languageCode();
  // Creating a formatter takes longer than formatting a page of lists, and English has none without "and".
  if (names.length < 2 || code === 'en') return names.join(', ');
  if (made?.code !== code)
    made = { code, format: new Intl.ListFormat(code, { type: 'conjunction', style: 'narrow' }) };
  return made.format.format(names);
}

/** Says several things of one: each is written in its own direction, and together they run in that of the page. */
export function joinFacts(facts: readonly (string | false | null | undefined)[]): string {
  const known = facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  return known.length < 2 ? known.join('') : beginLine(known.map(isolate).join(' · '));
}

const mostNamed = 12;

/** Lists names in a hint, as "Ada, Ben and Cat"; if there are many, only the first, and the number of others. */
export const listSome = (names: readonly string[]): string =>
  new Intl.ListFormat(languageCode()).format([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [isolate(`+${names.length - mostNamed}`)] : []),
  ]);
