/**
 * The HTML of a message for a page without the client: spoilers that expand without script, formulas as MathML,
 * emoji as characters, links to pages, and nothing that needs a script, a style attribute or another
 * server. Only known elements are written, so that unknown ones have no effect.
 */
import { escapeText } from '../escape.ts';
import { isVoid, readAttributes } from '../../../../../wire/plain-text/elements.ts';
import { open, type OpenedElement, type StandaloneContext } from './elements.ts';
import { type HtmlReader, readHtml } from '../../../../../wire/plain-text/read-html.ts';

export type { StandaloneContext } from './elements.ts';

/** Paragraphs with text only, as in most messages. */
const isPlain = (html: string): boolean => !/<(?!\/?p>|br ?\/?>)/.test(html);

export function standaloneHtml(html: string, context: StandaloneContext): string {
  if (isPlain(html)) return html;
  const writer = new Writer(context);
  readHtml(html, writer);
  return writer.end();
}

interface Element {
  tag: string;
  opened: OpenedElement;
}

class Writer implements HtmlReader {
  readonly #context: StandaloneContext;
  readonly #elements: Element[] = [];
  #html = '';
  /** Number of open elements whose content is skipped. */
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

  /** Closes all elements within it as well; an end tag without a start tag is ignored. */
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

  /** Adds the default title to a spoiler without one. */
  #nameSummary(): void {
    const begin = this.#html.lastIndexOf('<summary>') + '<summary>'.length;
    const text = this.#html.slice(begin).trim();
    this.#html = `${this.#html.slice(0, begin)}${text === '' ? escapeText(this.#context.spoiler) : text}`;
  }
}
