/** Extracts the text of an HTML email without quotations, in linear time for any input. */

/** Limit in characters, far above an email written by a person. */
const longest = 1_000_000;

const unseen = new Set(['style', 'script', 'head', 'title', 'blockquote']);
const blocks = new Set([
  'div',
  'tr',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'section',
]);

/** Classes of elements with a quoted message: Gmail, Yahoo. */
const quoting = /class\s*=\s*["'][^"']*\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix)\b/i;
/** Start of the quoted message: Outlook. */
const endOfResponse = /id\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message)\b/i;

export function textOfHtml(given: string): string {
  const html = given.slice(0, longest);
  const writer = new Writer();
  for (let at = 0; at < html.length && !writer.isDone;) {
    const open = html.indexOf('<', at);
    writer.text(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const isComment = html.startsWith('<!--', open);
    const end = html.indexOf(isComment ? '-->' : '>', open);
    if (end < 0) break;
    if (!isComment) writer.tag(html.slice(open + 1, end));
    at = end + (isComment ? 3 : 1);
  }
  return writer.written();
}

class Writer {
  isDone = false;
  readonly #parts: string[] = [];
  /** The element whose content is skipped, and the number of open elements of its name in it. */
  #hidden: { name: string; depth: number } | undefined;

  text(raw: string): void {
    if (this.#hidden === undefined) this.#parts.push(unescapeHtml(raw.replaceAll(/\s+/g, ' ')));
  }

  tag(tag: string): void {
    const [, slash, given = ''] = /^\s*(\/?)\s*([a-z0-9]+)/i.exec(tag.slice(0, 100)) ?? [];
    const name = given.toLowerCase();
    const isClosing = slash === '/';
    if (this.#hidden !== undefined) {
      this.#goOn(this.#hidden, name, isClosing);
      return;
    }
    if (endOfResponse.test(tag)) this.isDone = true;
    else if (!isClosing && (unseen.has(name) || quoting.test(tag))) this.#hidden = { name, depth: 1 };
    else this.#parts.push(breakAt(name, isClosing));
  }

  #goOn(hidden: { name: string; depth: number }, name: string, isClosing: boolean): void {
    if (name === hidden.name) hidden.depth += isClosing ? -1 : 1;
    if (hidden.depth === 0) this.#hidden = undefined;
  }

  written(): string {
    const lines = this.#parts.join('').split('\n');
    return lines
      .map((line) => line.trim())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }
}

function breakAt(name: string, isClosing: boolean): string {
  if (name === 'br') return '\n';
  if (name === 'p') return '\n\n';
  if (name === 'li') return isClosing ? '' : '\n- ';
  return blocks.has(name) ? '\n' : '';
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
