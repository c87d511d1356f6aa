/**
 * Extracts `<title>`, `<meta>` and `<link>` of a page. Scans the source once without building a
 * tree, so that neither depth nor broken nesting has a cost.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities';

export interface PageHead {
  title: string | undefined;
  /** By `property`, `name` or `itemprop` in lower case; the first non-empty value of each counts. */
  metas: ReadonlyMap<string, string>;
  links: readonly PageLink[];
}

interface PageLink {
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
/** Raw text elements, whose content ends at their end tag. */
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
      else this.#readTag(name.toLowerCase(), slash !== '');
    }
  }

  /** An unclosed construct extends to the end. */
  #skipPast(text: string): void {
    const end = this.#html.indexOf(text, this.#position);
    this.#position = end === -1 ? this.#html.length : end + text.length;
  }

  #readTag(name: string, isEnd: boolean): void {
    const attributes = this.#readAttributes();
    if (isEnd) return;
    if (name === 'meta') this.#addMeta(attributes);
    else if (name === 'link') this.#addLink(attributes);
    else if (rawText.has(name)) {
      const text = this.#readRawText(name);
      if (name === 'title') this.title ??= decodeHTML(text.slice(0, longestTitle));
    }
  }

  /** Parses up to the end of the tag; a `>` in a quoted value does not end it. */
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

/** The position of the `>` that ends the tag; the length of the text if there is none. */
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
  // An unclosed quote would consume the rest of the page.
  const end = html.indexOf('>', start);
  return end === -1 ? html.length : end;
}
