/**
 * The HTML of a message as a page without the client shows it: spoilers that fold by themselves, formulas that browsers
 * draw, emoji as characters, links that lead to pages, and nothing that needs a script, a style attribute or another
 * server. Written again from the elements that are known, so that whatever else there may be comes to nothing.
 */
import { escapeText } from '../escape.ts';
import { isVoid, readAttributes } from './attributes.ts';
import { open, type OpenedElement, type StandaloneContext } from './elements.ts';

export type { StandaloneContext } from './elements.ts';

/** A tag with its attributes, a run of text, or an angle bracket that is neither. */
const piece = /<(\/?)([a-z][a-z0-9-]*)((?:[^"<>]|"[^"]*")*)>|[^<]+|</gi;

/** Paragraphs of text and nothing else, as most messages are. */
const isPlain = (html: string): boolean => !/<(?!\/?p>|br ?\/?>)/.test(html);

export function standaloneHtml(html: string, context: StandaloneContext): string {
  if (isPlain(html)) return html;
  const writer = new Writer(context);
  for (const [text, slash, tag, attributes = ''] of html.matchAll(piece)) {
    if (tag === undefined) writer.text(text);
    else if (slash === '/') writer.close(tag.toLowerCase());
    else writer.open(tag.toLowerCase(), attributes);
  }
  return writer.end();
}

interface Element {
  tag: string;
  opened: OpenedElement;
}

class Writer {
  readonly #context: StandaloneContext;
  readonly #elements: Element[] = [];
  #html = '';
  /** Elements in which nothing is written. */
  #skipped = 0;

  constructor(context: StandaloneContext) {
    this.#context = context;
  }

  text(text: string): void {
    if (this.#skipped === 0) this.#html += text === '<' ? escapeText(text) : text;
  }

  open(tag: string, attributes: string): void {
    if (this.#skipped > 0) {
      if (!isVoid(tag)) this.#push({ tag, opened: { html: '', end: '', isSkipped: true } });
      return;
    }
    const parents = this.#elements.map(({ opened }) => opened);
    const opened = open(tag, readAttributes(attributes), parents, this.#context);
    this.#html += opened.html;
    if (!isVoid(tag)) this.#push({ tag, opened });
  }

  /** What was left open inside ends with it; an end without a beginning is nothing. */
  close(tag: string): void {
    if (!this.#elements.some((element) => element.tag === tag)) return;
    while (this.#pop() !== tag);
  }

  end(): string {
    while (this.#elements.length > 0) this.#pop();
    return this.#html;
  }

  #push(element: Element): void {
    if (element.opened.isSkipped === true) this.#skipped++;
    this.#elements.push(element);
  }

  #pop(): string | undefined {
    const last = this.#elements.pop();
    if (!last) return undefined;
    if (last.opened.isSkipped === true) this.#skipped--;
    if (last.opened.isSummary === true) this.#nameSummary();
    this.#html += last.opened.end;
    return last.tag;
  }

  /** A spoiler says that it is one where its author says nothing. */
  #nameSummary(): void {
    const begin = this.#html.lastIndexOf('<summary>') + '<summary>'.length;
    const text = this.#html.slice(begin).trim();
    this.#html = `${this.#html.slice(0, begin)}${text === '' ? escapeText(this.#context.spoiler) : text}`;
  }
}
