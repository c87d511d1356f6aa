/**
 * Markdown with untrusted text. `md` escapes interpolated text, so that it is shown literally: it starts no link, code or list,
 * mentions nobody, and has a bounded length.
 */
import { withoutMarks } from '../../../../wire/plain-text/literal.ts';
import { truncate } from '../../lib/text.ts';

/** Markdown that may be posted. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined;

const longestInline = 400;
const longestBlock = 5000;
const longestUrl = 2000;

/** Markdown with escaped text; `undefined` is interpolated as ''. */
export function md(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [at, part] of parts.entries()) {
    const isLineStart = text === '' || text.endsWith('\n');
    text += renderPart(part, { isLineStart }) + (strings[at + 1] ?? '');
  }
  return new Markup(text);
}

function renderPart(part: Part, { isLineStart = false } = {}): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  const text = escape(oneLine(String(part)));
  return isLineStart ? escapeLineStart(text) : text;
}

/** Collapses white space and truncates. */
export const oneLine = (text: string, limit = longestInline): string =>
  truncate(text.replaceAll(/\s+/g, ' ').trim(), limit, '…');

const reference = (character: string): string => `&#${String(character.charCodeAt(0))};`;

/** Escapes by character references, which work in any context. */
function escape(text: string): string {
  const escaped = withoutMarks(text);
  return hasPlainBrackets(text) ? escaped : escaped.replaceAll(/[[\]]/g, reference);
}

/** Whether brackets are balanced, as in titles, and cannot be part of a link. */
function hasPlainBrackets(text: string): boolean {
  if (text.includes('](')) return false;
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']' && --depth < 0) return false;
  }
  return depth === 0 && !text.endsWith(']');
}

/** Escapes the start of a heading, list, quote, table or slash command. */
const escapeLineStart = (text: string): string =>
  text
    .replace(/^[-+#>|/]/, reference)
    .replace(/^(\d{1,9})([.)])/, (_, digits: string, sign: string) => digits + reference(sign));

/** A link, or only its label if the address is not safe. */
export function link(label: Part, url: string | undefined): Markup {
  const shown = label instanceof Markup ? label : md`${label}`;
  const target = safeUrl(url);
  if (target === undefined || shown.text === '') return shown;
  return new Markup(`[${shown.text}](${target})`);
}

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

function safeUrl(url: string | undefined): string | undefined {
  const parsed = url === undefined || url.length > longestUrl ? null : URL.parse(url);
  if (!parsed || !schemes.has(parsed.protocol)) return undefined;
  return parsed.href.replaceAll(
    /[()<>[\]\\*`|"']/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Inline code: a branch, path or commit id. */
export function code(text: string | number): Markup {
  const content = oneLine(String(text));
  if (content === '') return new Markup('');
  const fence = '`'.repeat(longestRun(content, '`') + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return new Markup(fence + pad + content + pad + fence);
}

export const bold = (text: string | number): Markup => new Markup(`**${md`${text}`.text}**`);

/** A code block, whose fence is longer than any in the text. */
export function codeBlock(text: string, language = 'text'): Markup {
  const content = truncate(text.trimEnd(), longestBlock, '\n…');
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return new Markup(`${fence}${language}\n${content}\n${fence}`);
}

/** Quotes untrusted Markdown, which mentions nobody and cannot end the quote. */
export function quote(text: string): Markup {
  const content = truncate(silence(text.replaceAll(/<!--[^]*?(?:-->|$)/g, '').trim()), longestBlock, '\n…');
  if (content === '') return new Markup('');
  const lines = content.split('\n');
  if (lines.some((line) => /^[\s>*+\-\d.)]*(?:```|~~~)/.test(line)))
    return new Markup(`${lines.map((line) => `> ${line}`).join('\n')}\n`);
  return new Markup(`~~~ quote\n${content}\n~~~`);
}

/** Markdown of a template: kept as it is, but mentions nobody and is not a slash command. */
export const ownMarkdown = (text: string): Markup => new Markup(silence(text).replace(/^\s*\//, '&#47;'));

/** Makes mentions silent. */
const silence = (text: string): string => text.replaceAll('@*', '@_*');

function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Joins parts with line breaks, without missing ones. */
export const lines = (...parts: readonly (Markup | undefined | false)[]): Markup => joined(parts, '\n');

/** Joins parts with empty lines, without missing ones. */
export const paragraphs = (...parts: readonly (Markup | undefined | false)[]): Markup =>
  joined(parts, '\n\n');

function joined(parts: readonly (Markup | undefined | false)[], between: string): Markup {
  const texts = parts.flatMap((part) => (part instanceof Markup && part.text !== '' ? [part.text] : []));
  return new Markup(texts.join(between));
}

/** `a, b and c`. */
export function enumeration(parts: readonly (Markup | string)[], limit = 10): Markup {
  const shown: Part[] = parts.slice(0, limit);
  const more = parts.length - shown.length;
  if (more > 0) shown.push(`${String(more)} more`);
  const texts = shown.map((part) => renderPart(part));
  const last = texts.pop() ?? '';
  return new Markup(texts.length === 0 ? last : `${texts.join(', ')} and ${last}`);
}

/** A timestamp, shown in the reader's time zone; other text is kept. */
export function time(text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  const isTime =
    /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return isTime ? new Markup(`<time:${new Date(text).toISOString()}>`) : md`${text}`;
}

/** A list of names and values, without missing values. */
export const facts = (...pairs: readonly (readonly [name: string, value: Part])[]): Markup =>
  lines(...pairs.map(([name, value]) => value !== undefined && value !== '' && md`* **${name}**: ${value}`));

export const plural = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
