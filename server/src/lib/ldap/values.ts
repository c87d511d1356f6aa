/** Reads attribute values by name, case-insensitively. */
import type { Entry } from 'ldapts';

export function readValues(entry: Entry, attribute: string): (string | Buffer)[] {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  return found ? [found[1]].flat() : [];
}

export const readTexts = (entry: Entry, attribute: string): string[] =>
  readValues(entry, attribute)
    .map(String)
    .filter((value) => value.trim() !== '');

/** The first value. */
export const readText = (entry: Entry, attribute: string): string | undefined =>
  readTexts(entry, attribute)[0];
