/** A topic name in which the server has highlighted search matches. */
import { withoutResolvedMark } from '../../../../wire/topics.ts';

export type FoundPart = { text: string; isHit: boolean };

const hit = /<span class="highlight">(.*?)<\/span>/s;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};

/** @param html text with entities and matches in `span.highlight`; the mark of resolved topics is left out */
export function foundParts(html: string): FoundPart[] {
  return withoutResolvedMark(html)
    .split(hit)
    .map((text, index) => ({ text: decode(text), isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const decode = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
