/** The words of HTML that the server has rendered, without quotations. */
import { htmlTokens } from './tokens.ts';

const blocks = new Set('p br div tr li ul ol table h1 h2 h3 h4 h5 h6 pre section td th'.split(' '));

export function textOfHtml(html: string): string {
  let text = '';
  let quotes = 0;
  for (const token of htmlTokens(html)) {
    if (typeof token === 'string') text += quotes === 0 ? token : '';
    else if (token.name === 'blockquote') quotes += token.isClosing ? -1 : 1;
    else if (blocks.has(token.name)) text += '\n';
  }
  return text;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes character references; unknown ones are kept. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (all: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? all) : all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
