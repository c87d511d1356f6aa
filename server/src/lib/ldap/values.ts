/** Reads attribute values by name, case-insensitively. */
import type { Entry } from 'ldapts';

export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  return found ? [found[1]].flat() : [];
}

export const textsOf = (entry: Entry, attribute: string): string[] =>
  valuesOf(entry, attribute)
    .map(String)
    .filter((value) => value.trim() !== '');

/** The first value. */
export const valueOf = (entry: Entry, attribute: string): string | undefined => textsOf(entry, attribute)[0];
