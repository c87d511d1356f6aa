/** Splits any HTML into tags and texts, in linear time. Comments, styles and scripts are left out. */
import { decodeHTML, decodeHTMLAttribute } from 'entities';

export interface HtmlTag {
  /** In lower case. */
  name: string;
  isClosing: boolean;
  /** The decoded value of an attribute. */
  attribute(name: string): string | undefined;
}

/** Longer tags end at the next angle bracket, whatever quotes say. */
const longestTag = 16_384;
/** Elements whose content is not HTML. */
const rawText = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'noscript', 'svg', 'template']);

export function* htmlTokens(html: string): Generator<HtmlTag | string> {
  const last = html.lastIndexOf('>');
  for (let at = 0; at < html.length;) {
    const found = html.indexOf('<', at);
    const open = found > last ? -1 : found;
    if (open !== at) yield decodeHTML(html.slice(at, open < 0 ? undefined : open));
    if (open < 0) return;
    if (html.startsWith('<!--', open)) at = after(html, '-->', open);
    else if (/^<[!?]/.test(html.slice(open, open + 2))) at = after(html, '>', open);
    else {
      const end = tagEnd(html, open);
      const tag = end === undefined ? undefined : parseTag(html.slice(open + 1, end));
      if (tag === undefined || end === undefined) {
        yield '<';
        at = open + 1;
        continue;
      }
      at = end + 1;
      if (rawText.has(tag.name) && !tag.isClosing) at = afterRaw(html, tag.name, at);
      else yield tag;
    }
  }
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found < 0 ? html.length : found + text.length;
}

/** An element that is not closed extends to the end. */
function afterRaw(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}\\b[^>]{0,1000}>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}

/** The bracket that ends a tag; those within quotes do not. */
function tagEnd(html: string, open: number): number | undefined {
  if (!/[a-z/]/i.test(html.charAt(open + 1))) return undefined;
  let quote = '';
  const most = Math.min(html.length, open + longestTag);
  for (let at = open + 1; at < most; at++) {
    const character = html.charAt(at);
    if (character === quote) quote = '';
    else if (quote !== '') continue;
    else if (character === '>') return at;
    // A quote begins a value only behind its name.
    else if ((character === '"' || character === "'") && /[=\s]/.test(html.charAt(at - 1))) quote = character;
  }
  const end = html.indexOf('>', open);
  return end < 0 ? undefined : end;
}

const attributes = /([^\s"'<>/=]{1,64})\s{0,64}=\s{0,64}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function parseTag(text: string): HtmlTag | undefined {
  const [start, slash, name] = /^(\/?)([a-z][\w:-]{0,60})/i.exec(text) ?? [];
  if (start === undefined || name === undefined) return undefined;
  let read: Map<string, string> | undefined;
  return {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attribute(wanted) {
      read ??= readAttributes(text.slice(start.length, longestTag));
      return read.get(wanted);
    },
  };
}

function readAttributes(text: string): Map<string, string> {
  const read = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attributes)) {
    const key = name.toLowerCase();
    if (!read.has(key)) read.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ''));
  }
  return read;
}
