/**
 * What a page says of itself in `<title>`, `<meta>` and `<link>`. Reads the source once from front to back and builds no
 * tree, so that neither depth nor broken nesting costs anything.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities';

export interface PageHead {
  title: string | undefined;
  /** By `property`, `name` or `itemprop` in lower case; the first non-empty value of each counts. */
  metas: ReadonlyMap<string, string>;
  links: readonly PageLink[];
}

export interface PageLink {
  rel: string;
  type: string;
  href: string;
}

const mostMetas = 200;
const mostLinks = 200;
const longestTag = 16_384;
const longestTitle = 4_096;

const tagStart = /<(?:(!--)|(\/?)([a-z][a-z0-9-]{0,31})(?=[\s/>]))/gi;
const attribute = /([^\s"'<>/=]{1,64})\s{0,64}(?:=\s{0,64}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Their content is text, up to their end tag. */
const rawText = new Set('script style title textarea noscript iframe noframes xmp template svg'.split(' '));

export function readHead(html: string): PageHead {
  const reader = new HeadReader(html);
  reader.read();
  return reader;
}

class HeadReader implements PageHead {
  title: string | undefined;
  readonly metas = new Map<string, string>();
  readonly links: PageLink[] = [];
  readonly #html: string;
  #position = 0;

  constructor(html: string) {
    this.#html = html;
  }

  read(): void {
    for (;;) {
      tagStart.lastIndex = this.#position;
      const found = tagStart.exec(this.#html);
      if (!found) return;
      this.#position = tagStart.lastIndex;
      const [, comment, slash = '', name = ''] = found;
      if (comment !== undefined) this.#skipPast('-->');
      else if (!this.#readTag(name.toLowerCase(), slash !== '')) return;
    }
  }

  /** What has no end continues to the end. */
  #skipPast(text: string): void {
    const end = this.#html.indexOf(text, this.#position);
    this.#position = end === -1 ? this.#html.length : end + text.length;
  }

  /** @returns whether what follows may still say something of the page */
  #readTag(name: string, isEnd: boolean): boolean {
    const attributes = this.#readAttributes();
    if (isEnd) return true;
    if (name === 'meta') this.#addMeta(attributes);
    else if (name === 'link') this.#addLink(attributes);
    else if (rawText.has(name)) {
      const text = this.#readRawText(name);
      if (name === 'title') this.title ??= decodeHTML(text.slice(0, longestTitle));
    }
    return true;
  }

  /** Up to the end of the tag, which no quoted value ends. */
  #readAttributes(): ReadonlyMap<string, string> {
    const start = this.#position;
    const end = tagEnd(this.#html, start);
    this.#position = end + 1;
    const found = new Map<string, string>();
    const text = this.#html.slice(start, Math.min(end, start + longestTag));
    for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
      const key = name.toLowerCase();
      if (!found.has(key)) found.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ''));
    }
    return found;
  }

  #readRawText(name: string): string {
    const start = this.#position;
    const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    end.lastIndex = start;
    const found = end.exec(this.#html);
    this.#position = found ? found.index : this.#html.length;
    return this.#html.slice(start, this.#position);
  }

  #addMeta(attributes: ReadonlyMap<string, string>): void {
    const content = attributes.get('content')?.trim() ?? '';
    if (content === '' || this.metas.size >= mostMetas) return;
    for (const by of ['property', 'name', 'itemprop']) {
      const key = attributes.get(by)?.trim().toLowerCase();
      if (key !== undefined && key !== '' && !this.metas.has(key)) this.metas.set(key, content);
    }
  }

  #addLink(attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href')?.trim() ?? '';
    if (href === '' || this.links.length >= mostLinks) return;
    const get = (name: string) => attributes.get(name)?.trim().toLowerCase() ?? '';
    this.links.push({ rel: get('rel'), type: get('type'), href });
  }
}

/** The position of the `>` that ends the tag; the length of the text where none does. */
function tagEnd(html: string, start: number): number {
  let quote = '';
  const last = Math.min(html.length, start + longestTag);
  for (let i = start; i < last; i++) {
    const c = html.charAt(i);
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '>') return i;
    else if ((c === '"' || c === "'") && html.charAt(i - 1) === '=') quote = c;
  }
  // A quote that never ends would swallow the rest of the page.
  const end = html.indexOf('>', start);
  return end === -1 ? html.length : end;
}
