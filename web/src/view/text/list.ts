/** Names one after another, as the language of the page writes a list. */
import { languageCode } from './text.ts';

let made: { code: string; format: Intl.ListFormat } | undefined;

export function joinNames(names: readonly string[]): string {
  const code = languageCode();
  // A formatter takes longer to make than a page of lists, and English has none for a list without "and".
  if (names.length < 2 || code === 'en') return names.join(', ');
  if (made?.code !== code)
    made = { code, format: new Intl.ListFormat(code, { type: 'conjunction', style: 'narrow' }) };
  return made.format.format(names);
}

const mostNamed = 12;

/** For hints: "Ada, Ben and Cat", of many only the first, and how many more there are. */
export const listSome = (names: readonly string[]): string =>
  new Intl.ListFormat(languageCode()).format([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [`+${names.length - mostNamed}`] : []),
  ]);
