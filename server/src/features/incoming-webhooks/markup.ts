/**
 * Markdown made of text that others wrote. `md` escapes every text that is put into it, so that it is shown as it is: it
 * begins no link, no code and no list, mentions nobody, and ends at a bound.
 */
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

/** Markdown whose texts are escaped; `undefined` is nothing. */
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

/** A text on one line, within a bound. */
export const oneLine = (text: string, limit = longestInline): string =>
  truncate(text.replaceAll(/\s+/g, ' ').trim(), limit, '…');

const reference = (character: string): string => `&#${String(character.charCodeAt(0))};`;

/** By character references, which are shown as the character wherever they stand. */
function escape(text: string): string {
  const escaped = text
    .replaceAll(/[\\`*<]|&(?=[#\w])|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$/g, reference)
    .replaceAll(/!(?=\[)/g, reference);
  return hasPlainBrackets(text) ? escaped : escaped.replaceAll(/[[\]]/g, reference);
}

/** Brackets in pairs, as in titles, that can be no part of a link. */
function hasPlainBrackets(text: string): boolean {
  if (text.includes('](')) return false;
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']' && --depth < 0) return false;
  }
  return depth === 0 && !text.endsWith(']');
}

/** What makes a line a heading, a list, a quotation, a table or a command. */
const escapeLineStart = (text: string): string =>
  text
    .replace(/^[-+#>|/]/, reference)
    .replace(/^(\d{1,9})([.)])/, (_, digits: string, sign: string) => digits + reference(sign));

/** A link, or only its text where the address leads nowhere safe. */
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

/** Code within a line: a branch, a path, a number of a commit. */
export function code(text: string | number): Markup {
  const content = oneLine(String(text));
  if (content === '') return new Markup('');
  const fence = '`'.repeat(longestRun(content, '`') + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return new Markup(fence + pad + content + pad + fence);
}

export const bold = (text: string | number): Markup => new Markup(`**${md`${text}`.text}**`);

/** A block of code, of which nothing is read as Markdown. */
export function codeBlock(text: string, language = 'text'): Markup {
  const content = truncate(text.trimEnd(), longestBlock, '\n…');
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return new Markup(`${fence}${language}\n${content}\n${fence}`);
}

/** A quotation of Markdown that others wrote, which mentions nobody and cannot end the quotation. */
export function quote(text: string): Markup {
  const content = truncate(silence(text.replaceAll(/<!--[^]*?(?:-->|$)/g, '').trim()), longestBlock, '\n…');
  if (content === '') return new Markup('');
  const lines = content.split('\n');
  if (lines.some((line) => /^[\s>*+\-\d.)]*(?:```|~~~)/.test(line)))
    return new Markup(`${lines.map((line) => `> ${line}`).join('\n')}\n`);
  return new Markup(`~~~ quote\n${content}\n~~~`);
}

/** Markdown that the address's owner makes of others' texts: shown as such, but mentions nobody and is no command. */
export const ownMarkdown = (text: string): Markup => new Markup(silence(text).replace(/^\s*\//, '&#47;'));

/** Mentions become silent. */
const silence = (text: string): string => text.replaceAll('@*', '@_*');

function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** One below the other; what is missing takes no line. */
export const lines = (...parts: readonly (Markup | undefined | false)[]): Markup => joined(parts, '\n');

/** With an empty line between them. */
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

/** Shown in the reader's own time zone; anything that is no time, as it is. */
export function time(text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  const isTime =
    /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return isTime ? new Markup(`<time:${new Date(text).toISOString()}>`) : md`${text}`;
}

/** A list of names with their values; those without one are left out. */
export const facts = (...pairs: readonly (readonly [name: string, value: Part])[]): Markup =>
  lines(...pairs.map(([name, value]) => value !== undefined && value !== '' && md`* **${name}**: ${value}`));

export const plural = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
