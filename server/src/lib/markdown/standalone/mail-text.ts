/**
 * The text of a message in the plain-text form of an email: links with their addresses; quotations, lists and code with
 * prefixes of their lines; spoilers without their content; images by name. Other markup is left out, except for
 * struck text, which would mean the opposite. Takes linear time.
 */
import {
  hasClass,
  isVoid,
  readAttributes,
  struck,
  unescapeHtml,
} from '../../../../../wire/plain-text/elements.ts';
import type { StandaloneContext } from './elements.ts';
import type { MailContext } from './mail.ts';
import { TextLines } from './text-lines.ts';
import { type HtmlReader, readHtml } from '../../../../../wire/plain-text/read-html.ts';
import { standaloneHtml } from './standalone.ts';

export type MailTextContext = StandaloneContext & { mail: MailContext };

export function mailText(rendered: string, context: MailTextContext): string {
  const mail = { ...context.mail, imageAddress: () => undefined };
  const html = standaloneHtml(rendered, { ...context, mail });
  const writer = new Writer();
  readHtml(html, writer);
  return writer.lines.written();
}

interface Element {
  tag: string;
  /** Whether its lines have a prefix. */
  isIndented?: boolean;
  isSkipped?: boolean;
  /** The number of the next item of a numbered list. */
  next?: number | undefined;
  link?: { href: string; text: string };
}

const paragraphs = new Set(['p', 'pre', 'blockquote', 'table', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const ownLines = new Set(['div', 'ul', 'ol', 'li', 'tr']);
const rule = '-----';

class Writer implements HtmlReader {
  readonly lines = new TextLines();
  readonly #elements: Element[] = [];
  /** Number of open elements whose content is skipped, and of code blocks. */
  #skipped = 0;
  #code = 0;
  /** Links before; a preview repeats one. */
  readonly #links = new Set<string>();

  text(raw: string): void {
    if (this.#skipped > 0) return;
    const text = unescapeHtml(this.#code > 0 ? raw : raw.replaceAll(/[ \t\r\n\f]+/g, ' '));
    this.#write(text);
  }

  open(tag: string, written: string): void {
    if (this.#skipped === 0) this.#begin(tag);
    if (tag === 'hr' && this.#skipped === 0) this.#rule();
    if (isVoid(tag)) return;
    const element = this.#newElement(tag, written);
    if (element.isSkipped === true) this.#skipped++;
    if (tag === 'pre') this.#code++;
    this.#elements.push(element);
  }

  close(tag: string): void {
    const element = this.#elements.at(-1);
    // What `standaloneHtml` has written is nested correctly.
    if (element?.tag !== tag) return;
    if (this.#skipped === 0) this.#finish(element);
    this.#elements.pop();
    if (element.isSkipped === true) this.#skipped--;
    if (tag === 'pre') this.#code--;
  }

  #write(text: string): void {
    if (this.#code > 0) this.lines.verbatim(text);
    else this.lines.text(text);
    const link = this.#elements.findLast((element) => element.link !== undefined)?.link;
    if (link) link.text += text;
  }

  #begin(tag: string): void {
    if (tag === 'br') this.lines.end();
    else this.#separate(tag);
    if (tag === 'del') this.lines.text(struck);
    if (tag === 'th' || tag === 'td') this.#cell();
  }

  #finish({ tag, isIndented, link }: Element): void {
    if (link) this.#address(link);
    if (tag === 'del') this.lines.text(struck);
    if (isIndented === true) this.lines.outdent();
    this.#separate(tag);
  }

  /** A list within another has no empty line around it. */
  #separate(tag: string): void {
    const isList = tag === 'ul' || tag === 'ol';
    const isOuterList = isList && !this.#elements.some((element) => element.tag === 'li');
    if (paragraphs.has(tag) || isOuterList) this.lines.end({ emptyLine: true });
    else if (ownLines.has(tag)) this.lines.end();
  }

  #rule(): void {
    this.lines.text(rule);
    this.lines.end({ emptyLine: true });
  }

  /** Cells after the first one of a row. */
  #cell(): void {
    const row = this.#elements.at(-1);
    if (row?.tag !== 'tr') return;
    if (row.next !== undefined) this.lines.text(' | ');
    row.next = 1;
  }

  #newElement(tag: string, written: string): Element {
    const attributes = readAttributes(written);
    const of = (name: string) => tag === 'div' && hasClass(attributes, name);
    // Its link stands in the message.
    if (of('website')) return { tag, isSkipped: true };
    if (tag === 'a') return this.#newLink(unescapeHtml(attributes.get('href') ?? ''));
    if (tag === 'ol') return { tag, next: Number(attributes.get('start') ?? 1) };
    const begin = this.#skipped > 0 ? undefined : this.#lineBegin(tag);
    if (begin === undefined) return { tag };
    this.lines.indent(begin, tag === 'li' ? ' '.repeat(begin.length) : begin);
    return { tag, isIndented: true };
  }

  #lineBegin(tag: string): string | undefined {
    if (tag === 'blockquote') return '> ';
    if (tag === 'pre') return '    ';
    if (tag !== 'li') return undefined;
    const list = this.#elements.at(-1);
    return list?.next === undefined ? '- ' : `${list.next++}. `;
  }

  /** The link of a preview is skipped if the text has it as well. */
  #newLink(href: string): Element {
    const tag = 'a';
    if (this.#elements.at(-1)?.tag === 'div' && this.#links.has(href)) return { tag, isSkipped: true };
    this.#links.add(href);
    return { tag, link: { href, text: '' } };
  }

  #address({ href, text }: { href: string; text: string }): void {
    const label = text.trim();
    if (label === '') this.lines.text(href);
    else if (!isSameAddress(label, href)) this.lines.text(` (${href})`);
  }
}

const bare = (address: string): string =>
  address.replace(/^(?:https?:\/\/|mailto:|tel:|xmpp:)/i, '').replace(/\/$/, '');

/** Whether a text says where a link leads. */
function isSameAddress(text: string, href: string): boolean {
  const [shown, target] = [bare(text), bare(href)];
  if (shown === target) return true;
  try {
    return shown === decodeURI(target);
  } catch {
    return false;
  }
}
