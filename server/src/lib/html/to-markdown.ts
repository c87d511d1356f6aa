/**
 * Converts the HTML that others send to Markdown: links, lists, tables, images, code, headings and emphasis. What a reader of the HTML
 * does not see is left out. Any HTML is converted in linear time.
 */
import { fenced, inlineCode, linkTo, marks } from './markdown-parts.ts';
import { type Block, tableBlocks } from './markdown-table.ts';
import { type HtmlTag, htmlTokens } from './tokens.ts';

export interface HtmlOptions {
  /** Leaves out what mail programs mark as the quoted message. */
  dropsQuotes?: boolean;
  /** An image of the message itself (`cid:`), in Markdown. */
  ownImage?: (id: string) => string | undefined;
}

/** In characters, far above what a person writes. */
const longestHtml = 1_000_000;
/** Tags and the texts between them: a long newsletter has some thousand. What is behind them is left out. */
const mostTokens = 15_000;
/** Tags in deeper nesting have no effect. */
const deepest = 200;
/** In characters: a message has no more. What stands in a line is copied with each of its links. */
const longestLine = 10_000;

export function markdownOfHtml(html: string, options: HtmlOptions = {}): string {
  const writer = new Writer(options);
  let tokens = 0;
  for (const token of htmlTokens(html.slice(0, longestHtml))) {
    if (++tokens > mostTokens) break;
    if (typeof token === 'string') writer.text(token);
    else if (token.isClosing) writer.close(token.name);
    else writer.open(token);
    if (writer.isDone) break;
  }
  return writer.end();
}

/** What lines and blocks are collected in: the document, a quotation, an item, a cell. */
interface Frame {
  blocks: Block[];
  line: string;
}

interface Element {
  name: string;
  /** The position at which its text starts in the line of its frame. */
  start: number;
  href?: string | undefined;
  frame?: Frame;
  /** The number of the next item of a list. */
  next?: number | undefined;
  /** The cells of a table, and of its current row. */
  rows?: string[][];
  hasHead?: boolean;
}

const codes = new Set(['code', 'tt', 'kbd', 'samp']);
const empty = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'col', 'wbr', 'area', 'base', 'source']);
const unseen = new Set(['head', 'object', 'iframe', 'audio', 'video', 'select']);
/** Elements that an empty line separates from others. */
const apart = new Set('p h1 h2 h3 h4 h5 h6 pre blockquote table dl'.split(' '));
const ownLine = new Set(
  'div tr section article header footer main aside nav form address center dt dd fieldset figure figcaption tbody thead'.split(
    ' ',
  ),
);
const framed = new Set(['blockquote', 'li', 'td', 'th', 'pre']);

/** Classes of elements with a quoted message: Gmail, Yahoo, Thunderbird. */
const quoting = /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix)\b/i;
/** Start of the quoted message: Outlook. */
const startOfQuoted = /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message)$/i;
const unseenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;

class Writer {
  isDone = false;
  readonly #options: HtmlOptions;
  readonly #root: Frame = { blocks: [], line: '' };
  readonly #open: Element[] = [];
  /** Numbers of open elements by name: a search among all of them takes quadratic time. */
  readonly #counts = new Map<string, number>();
  /** The element whose content is left out, and the number of open elements of its name in it. */
  #hidden: { name: string; depth: number } | undefined;

  constructor(options: HtmlOptions) {
    this.#options = options;
  }

  text(text: string): void {
    if (this.#hidden) return;
    const frame = this.#frame();
    if (this.#isIn('pre')) frame.line += text.replaceAll('\r\n', '\n');
    else {
      const words = text.replaceAll(/[\s\u00a0]+/g, ' ');
      frame.line += /(?:^|\s)$/.test(frame.line.slice(-1)) ? words.trimStart() : words;
      if (frame.line.length > longestLine) this.#endLine();
    }
  }

  open(tag: HtmlTag): void {
    const { name } = tag;
    if (this.#hidden) {
      if (name === this.#hidden.name) this.#hidden.depth++;
      return;
    }
    if (this.#options.dropsQuotes === true && startOfQuoted.test(tag.attribute('id') ?? '')) {
      this.isDone = true;
      return;
    }
    if (this.#isUnseen(tag)) {
      if (!empty.has(name)) this.#hidden = { name, depth: 1 };
      return;
    }
    this.#begin(tag);
  }

  close(name: string): void {
    if (this.#hidden) {
      if (name === this.#hidden.name && --this.#hidden.depth === 0) this.#hidden = undefined;
      return;
    }
    // Mail programs write these for an empty line.
    if (name === 'p' && !this.#isIn('p')) this.#endLine({ isApart: true });
    if (!this.#isIn(name)) return;
    for (let element = this.#open.pop(); element; element = this.#open.pop()) {
      this.#counts.set(element.name, (this.#counts.get(element.name) ?? 1) - 1);
      this.#finish(element);
      if (element.name === name) return;
    }
  }

  end(): string {
    while (this.#open.length > 0) this.close(this.#open.at(-1)?.name ?? '');
    this.#endLine();
    return joined(this.#root);
  }

  #isIn(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  #frame(): Frame {
    return this.#open.findLast(({ frame }) => frame !== undefined)?.frame ?? this.#root;
  }

  #isUnseen(tag: HtmlTag): boolean {
    if (unseen.has(tag.name) || tag.attribute('hidden') !== undefined) return true;
    if (unseenStyle.test(tag.attribute('style') ?? '')) return true;
    if (this.#options.dropsQuotes !== true) return false;
    return tag.name === 'blockquote' || quoting.test(tag.attribute('class') ?? '');
  }

  #begin(tag: HtmlTag): void {
    const { name } = tag;
    if (name === 'br') this.#frame().line += this.#isIn('td') || this.#isIn('th') ? ' ' : '\n';
    else if (name === 'hr') this.#block('---', { isApart: true });
    else if (name === 'img') this.#image(tag);
    if (empty.has(name) || this.#open.length >= deepest) return;
    // An item or a cell ends the one before, which is often not closed.
    if (name === 'li' && this.#open.at(-1)?.name === 'li') this.close('li');
    if (/^t[dhr]$/.test(name)) this.#endCell(name);
    const isList = name === 'ul' || name === 'ol';
    if (apart.has(name) || ownLine.has(name) || framed.has(name) || isList)
      this.#endLine({ isApart: apart.has(name) || (isList && !this.#isIn('li')) });
    this.#push(tag);
  }

  #endCell(name: string): void {
    const last = this.#open.at(-1)?.name ?? '';
    if (last === 'td' || last === 'th') this.close(last);
    if (name === 'tr' && this.#open.at(-1)?.name === 'tr') this.close('tr');
  }

  #push(tag: HtmlTag): void {
    const { name } = tag;
    const element: Element = { name, start: this.#frame().line.length };
    if (name === 'a') element.href = tag.attribute('href');
    if (name === 'ol') element.next = Number.parseInt(tag.attribute('start') ?? '1', 10) || 1;
    if (name === 'table') element.rows = [];
    if (name === 'th') this.#table()!.hasHead = true;
    if (name === 'tr') this.#table()?.rows?.push([]);
    if (framed.has(name)) element.frame = { blocks: [], line: '' };
    this.#open.push(element);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #table(): Element | undefined {
    return this.#isIn('table') ? this.#open.findLast(({ rows }) => rows !== undefined) : undefined;
  }

  #finish(element: Element): void {
    const { name, frame } = element;
    if (frame) {
      this.#finishLine(frame, name === 'pre');
      this.#finishFrame(name, frame);
    } else if (name === 'table') this.#finishTable(element);
    else if (apart.has(name) || ownLine.has(name)) {
      this.#heading(name);
      this.#endLine({ isApart: apart.has(name) });
    } else if (name === 'ul' || name === 'ol') this.#finishList();
    else this.#wrap(element, this.#frame());
  }

  /** A list in an item stands right under its text. */
  #finishList(): void {
    this.#endLine();
    const last = this.#frame().blocks.at(-1);
    if (last && !this.#isIn('li')) last.endsApart = true;
  }

  #heading(name: string): void {
    const frame = this.#frame();
    const text = frame.line.trim().replaceAll('**', '').replaceAll(/\s+/g, ' ');
    if (/^h[1-6]$/.test(name) && text !== '') frame.line = `${'#'.repeat(Number(name.charAt(1)))} ${text}`;
  }

  #finishFrame(name: string, frame: Frame): void {
    const text = joined(frame);
    if (name === 'pre') this.#block(text === '' ? '' : fenced(text), { isApart: true });
    else if (name === 'blockquote')
      this.#block(text === '' ? '' : text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>'), {
        isApart: true,
      });
    else if (name === 'li') this.#item(text);
    else {
      const row = this.#table()?.rows?.at(-1);
      if (row) row.push(text);
      else this.#block(text);
    }
  }

  #item(text: string): void {
    const list = this.#open.findLast((each) => each.name === 'ul' || each.name === 'ol');
    const marker = list?.next === undefined ? '- ' : `${String(list.next++)}. `;
    if (text !== '') this.#block(marker + text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`));
  }

  #finishTable({ rows = [], hasHead = false }: Element): void {
    const blocks = tableBlocks(rows, { hasHead });
    this.#endLine();
    this.#frame().blocks.push(...blocks);
    this.#endLine({ isApart: true });
  }

  #block(text: string, { isApart = false } = {}): void {
    this.#endLine();
    if (text !== '') this.#frame().blocks.push({ text, beginsApart: isApart, endsApart: isApart });
  }

  #endLine({ isApart = false } = {}): void {
    this.#finishLine(this.#frame());
    const last = this.#frame().blocks.at(-1);
    if (last && isApart) last.endsApart = true;
  }

  /** Marks and links that are open go on in the next line. */
  #finishLine(frame: Frame, isVerbatim = false): void {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const element = this.#open[at];
      if (!element || element.frame) break;
      this.#wrap(element, frame);
      element.start = 0;
    }
    const { line } = frame;
    frame.line = '';
    const text = isVerbatim ? line.replace(/^\n/, '').trimEnd() : tidyLines(line);
    const last = frame.blocks.at(-1);
    if (text !== '') frame.blocks.push({ text });
    // An element with nothing but a line break is an empty line.
    else if (last && line.includes('\n')) last.endsApart = true;
  }

  #wrap({ name, start, href }: Element, frame: Frame): void {
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
    if ((mark === undefined && !codes.has(name) && href === undefined) || this.#isIn('pre')) return;
    const text = frame.line.slice(start);
    const inner = text.trim();
    if (inner === '') return;
    const wrapped =
      href !== undefined ? linkTo(inner, href) : mark === undefined ? inlineCode(inner) : marked(inner, mark);
    const [before = ''] = /^\s*/.exec(text) ?? [];
    const after = text.slice(before.length + inner.length);
    frame.line = frame.line.slice(0, start) + before + wrapped + after;
  }

  #image(tag: HtmlTag): void {
    const src = tag.attribute('src') ?? '';
    const alt = (tag.attribute('alt') ?? tag.attribute('title') ?? '').replaceAll(/\s+/g, ' ').trim();
    const isDot = ['width', 'height'].some((side) => /^\s*[0-3](?:px)?\s*$/.test(tag.attribute(side) ?? ''));
    if (isDot) return;
    const own = /^cid:/i.test(src) ? this.#options.ownImage?.(src.slice(4)) : undefined;
    // Its alternative text names the target of a link.
    const isLinked = this.#open.some(({ href }) => href !== undefined);
    this.#frame().line +=
      own ?? (isLinked || !/^https?:/i.test(src) ? alt : linkTo(alt === '' ? 'image' : alt, src));
  }
}

/** Marks that stand within others of their kind would end them. */
const marked = (text: string, mark: string): string =>
  text.includes(mark) || text.includes('\n') ? text : mark + text + mark;

const tidyLines = (line: string): string =>
  line
    .split('\n')
    .map((each) => each.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const joined = ({ blocks }: Frame): string =>
  blocks.reduce((text, block, at) => {
    const before = blocks[at - 1];
    if (!before) return block.text;
    const isApart = before.endsApart === true || block.beginsApart === true;
    return text + (isApart ? '\n\n' : '\n') + block.text;
  }, '');
