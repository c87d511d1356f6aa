/** The text of a message in a notification: short plain text without hidden content. */
import {
  type Attributes,
  emojiCharacters,
  hasClass,
  isVoid,
  readAttributes,
  struck,
  unescapeHtml,
} from './elements.ts';
import { type HtmlReader, readHtml } from './read-html.ts';

/** Characters, as defined by the API. */
const longestText = 200;
/** Code units of HTML that are examined; the rest would not be shown. */
const longestHtml = 100_000;

const hidden = '(…)';
const left = '[…]';

/**
 * Shows quotations only if a message has no other text.
 * @param formatTime In the time zone of the reader.
 */
export function noticeText(html: string, formatTime: (moment: Date) => string): string {
  const writer = new Writer(formatTime);
  readHtml(html.slice(0, longestHtml), writer);
  const text = writer.written();
  const characters = Array.from(text);
  return characters.length <= longestText ? text : `${characters.slice(0, longestText).join('')}…`;
}

type Kind = 'plain' | 'skipped' | 'quote' | 'formula' | 'annotation';

interface Element {
  tag: string;
  kind: Kind;
  /** The next number in a numbered list. */
  next?: number;
}

class Writer implements HtmlReader {
  readonly #formatTime: (moment: Date) => string;
  readonly #elements: Element[] = [];
  /** Numbers of open elements by tag and by kind: a search among all of them takes quadratic time in deep nesting. */
  readonly #tags = new Map<string, number>();
  readonly #kinds = new Map<Kind, number>();
  readonly #parts: { text: string; isQuoted: boolean }[] = [];

  constructor(formatTime: (moment: Date) => string) {
    this.#formatTime = formatTime;
  }

  open(tag: string, written: string): void {
    const attributes = readAttributes(written);
    const isSkipped = this.#isIn('skipped');
    if (!isSkipped) this.#write(this.#before(tag, attributes));
    if (isVoid(tag) || tag === 'input') return;
    const element = isSkipped ? ({ tag, kind: 'plain' } as const) : newElement(tag, attributes);
    this.#elements.push(element);
    this.#count(element, 1);
  }

  close(tag: string): void {
    if (!this.#isInTag(tag)) return;
    for (let element = this.#elements.pop(); element; element = this.#elements.pop()) {
      this.#count(element, -1);
      if (!this.#isIn('skipped')) this.#write(this.#after(element.tag));
      if (element.tag === tag) return;
    }
  }

  text(text: string): void {
    if (this.#isIn('skipped') || (this.#isIn('formula') && !this.#isIn('annotation'))) return;
    const isCode = this.#isInTag('pre');
    const line = isCode ? text : text.replaceAll(/\s+/g, ' ');
    const isBegun = this.#parts.at(-1)?.text.endsWith('\n') === false;
    this.#write(unescapeHtml(isCode || isBegun ? line : line.trimStart()));
  }

  written(): string {
    if (tidy(this.#withQuotesAs('')) !== '') return tidy(this.#withQuotesAs(`\n${left}\n`));
    const quoted = tidy(this.#parts.map(({ text }) => text).join(''));
    return quoted === '' ? '' : quoted.replaceAll(/^/gm, '> ');
  }

  /** @param instead Replaces each run of quotations. */
  #withQuotesAs(instead: string): string {
    let text = '';
    let wasQuoted = false;
    for (const part of this.#parts) {
      if (!part.isQuoted) text += part.text;
      else if (!wasQuoted) text += instead;
      wasQuoted = part.isQuoted;
    }
    return text;
  }

  #write(text: string): void {
    if (text !== '') this.#parts.push({ text, isQuoted: this.#isIn('quote') });
  }

  #isIn(kind: Kind): boolean {
    return (this.#kinds.get(kind) ?? 0) > 0;
  }

  #isInTag(tag: string): boolean {
    return (this.#tags.get(tag) ?? 0) > 0;
  }

  #count({ tag, kind }: Element, by: 1 | -1): void {
    this.#tags.set(tag, (this.#tags.get(tag) ?? 0) + by);
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + by);
  }

  #before(tag: string, attributes: Attributes): string {
    if (tag === 'br') return '\n';
    if (tag === 'li') return `\n${this.#marker()}`;
    if (tag === 'img') return unescapeHtml(attributes.get('alt') ?? attributes.get('title') ?? '');
    if (tag === 'span' && hasClass(attributes, 'emoji'))
      return emojiCharacters(attributes.get('class') ?? '') ?? '';
    if (tag === 'time') return this.#moment(attributes);
    if (tag === 'del') return struck;
    if (tag === 'div' && hasClass(attributes, 'spoiler-content')) return `\n${hidden}\n`;
    return isBlock(tag) ? '\n' : '';
  }

  #after(tag: string): string {
    if (tag === 'del') return struck;
    return isBlock(tag) ? '\n' : '';
  }

  #moment(attributes: Attributes): string {
    const moment = new Date(attributes.get('datetime') ?? '');
    return Number.isNaN(moment.getTime()) ? '' : this.#formatTime(moment);
  }

  #marker(): string {
    const list = this.#elements.findLast(({ tag }) => tag === 'ol' || tag === 'ul');
    if (list?.next === undefined) return '• ';
    return `${list.next++}. `;
  }
}

const blocks = new Set(['p', 'div', 'pre', 'blockquote', 'ul', 'ol', 'tr', 'table', 'hr', 'h1', 'h2', 'h3']);
const isBlock = (tag: string): boolean => blocks.has(tag) || /^h[4-6]$/.test(tag);

/** Content that repeats a link's text, or is only shown after a click. */
const skippedClasses = ['spoiler-content', 'message_inline_image', 'message_inline_video', 'message_embed'];

function newElement(tag: string, attributes: Attributes): Element {
  const has = (name: string) => hasClass(attributes, name);
  const isTime = tag === 'time' && !Number.isNaN(Date.parse(attributes.get('datetime') ?? ''));
  if (isTime || skippedClasses.some(has) || (tag === 'span' && has('emoji'))) return { tag, kind: 'skipped' };
  if (tag === 'blockquote') return { tag, kind: 'quote' };
  if (tag === 'span' && has('katex')) return { tag, kind: 'formula' };
  if (tag === 'annotation') return { tag, kind: 'annotation' };
  if (tag === 'ol') return { tag, kind: 'plain', next: Number(attributes.get('start') ?? 1) };
  return { tag, kind: 'plain' };
}

/** Linear: regular expressions for spaces at line ends start again at each space of a long run. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(`\n${hidden}\n`, ` ${hidden}\n`)
    .replace(/\n\(…\)$/, ` ${hidden}`)
    .trim();
