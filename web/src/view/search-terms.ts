/** A search as it is typed, read into terms: `from:me "red thread" -is:starred`. */
import type { NarrowTerm } from '../../../wire/narrow.ts';

const term = /(-?)([a-z][a-z-]*):(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+)/g;

/** Words without an operator are looked for together. */
export function parseSearch(query: string): NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [, minus, operator, quoted, bare, phrase, word] of query.matchAll(term)) {
    if (operator !== undefined) {
      const operand = quoted ?? bare ?? '';
      terms.push({ operator, operand, ...(minus === '-' ? { negated: true } : {}) });
    } else words.push(phrase === undefined ? (word ?? '') : `"${phrase}"`);
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') });
  return terms;
}
