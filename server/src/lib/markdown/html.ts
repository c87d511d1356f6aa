/** Writes tokens as HTML. Together with the rules that call `pushHtml` these are all tags that a message can contain. */
import type { Token } from 'markdown-it';
import { codeBlock } from './code/code.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { decorated } from './decorate.ts';
import { mathBlock } from './math/math.ts';
import { getPreview, isWebsite, type Preview } from './previews.ts';
import { limits, TooComplex, type Scope } from './scope.ts';
import { isImageUrl, localUrl, relFor, uploadPath } from './links/url.ts';

interface Writer {
  out: string;
  /** Nothing has been written on the current line. */
  atLineStart: boolean;
  /** The text of a list item has been written outside a paragraph. */
  afterText: boolean;
  depth: number;
  /** Number of open quotations: linked content in them was shown with the quoted message. */
  quotes: number;
  /** Number of open spoilers: linked content in them is hidden, too. */
  spoilers: number;
  /** Within a link, which cannot contain another. */
  inLink: boolean;
  /** Previews to write after the text that contains their links. */
  previews: string;
  /** Whether plain text is processed by `decorate.ts`. */
  readonly decorates: boolean;
  readonly scope: Scope;
}

/** Elements whose tags are on lines of their own. */
const onOwnLine = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);

/** Writes within a line. */
function write(w: Writer, html: string): void {
  w.out += html;
  w.atLineStart = false;
  w.afterText = false;
}

/** Writes and ends the line. */
function writeToEnd(w: Writer, html: string): void {
  w.out += `${html}\n`;
  w.atLineStart = true;
  w.afterText = false;
}

/** COMPAT(mobile and terminal apps): they show a line break after the text of an item as an empty line. */
function freshLine(w: Writer): void {
  if (!w.atLineStart && !w.afterText) writeToEnd(w, '');
}

function enter(w: Writer): void {
  if (++w.depth > limits.depth) throw new TooComplex('nested too deep');
}

function attributes(token: Token): string {
  const start = token.attrGet('start');
  if (start !== null && token.tag === 'ol') return ` start="${Number(start)}"`;
  const style = token.attrGet('style');
  const side = typeof style === 'string' ? /^text-align:(left|center|right)$/.exec(style)?.[1] : undefined;
  return side === undefined ? '' : ` style="text-align: ${side};"`;
}

function openBlock(w: Writer, token: Token): void {
  enter(w);
  freshLine(w);
  const attrs = token.attrs === null ? '' : attributes(token);
  if (token.tag === 'blockquote') w.quotes++;
  const tag = `<${token.tag}${attrs}>`;
  if (onOwnLine.has(token.tag)) writeToEnd(w, tag);
  else write(w, tag);
}

function closeBlock(w: Writer, token: Token): void {
  w.depth--;
  if (token.tag === 'blockquote') w.quotes--;
  if (onOwnLine.has(token.tag)) freshLine(w);
  writeToEnd(w, `</${token.tag}>`);
}

function leafBlock(w: Writer, token: Token): void {
  freshLine(w);
  if (token.type === 'hr') return writeToEnd(w, '<hr>');
  if (token.type === 'code_block') return writeToEnd(w, codeBlock(token.content, token.info, w.scope));
  if (token.type === 'math_block') {
    const html = mathBlock(token.content, w.scope);
    return html === '' ? undefined : writeToEnd(w, html);
  }
  if (token.type === 'spoiler_content') {
    return writeToEnd(w, '</div><div class="spoiler-content" aria-hidden="true">');
  }
  throw new Error(`a block that nothing writes: ${token.type}`);
}

function spoiler(w: Writer, opens: boolean): void {
  freshLine(w);
  if (opens) enter(w);
  else w.depth--;
  w.spoilers += opens ? 1 : -1;
  writeToEnd(w, opens ? '<div class="spoiler-block"><div class="spoiler-header">' : '</div></div>');
}

function writeBlock(w: Writer, token: Token, next: Token | undefined): void {
  if (token.children) return writeLine(w, token.children);
  if (token.hidden) return;
  if (token.type === 'spoiler_open' || token.type === 'spoiler_close') return spoiler(w, token.nesting > 0);
  if (token.nesting === 0) return leafBlock(w, token);
  if (token.nesting > 0) return openBlock(w, token);
  closeBlock(w, token);
  // Clients refuse a table without a body.
  if (token.type === 'thead_close' && next?.type === 'table_close') writeToEnd(w, '<tbody>\n</tbody>');
}

/** The URL of a link; also records what the message links to. */
function follow(token: Token, { found, options }: Scope): string {
  const href = localUrl(String(token.attrGet('href') ?? ''), options.organizationUrl);
  const upload = uploadPath(href);
  if (upload !== undefined) found.uploads.add(upload);
  found.hasLink = true;
  found.hasImage ||= isImageUrl(href);
  return href;
}

function openLink(w: Writer, token: Token, tokens: Token[], index: number): void {
  const href = follow(token, w.scope);
  const title = token.attrGet('title');
  const titleAttribute = title === null ? '' : ` title="${escapeAttribute(String(title))}"`;
  w.out += `<a href="${escapeAttribute(href)}"${relFor(href)}${titleAttribute}>`;
  if (nameless(tokens, index)) w.out += escapeText(href);
  noteWebsite(w, href);
  w.previews += previewBelow(w, token, tokens, index)?.html ?? '';
}

function noteWebsite({ quotes, spoilers, scope: { found, options } }: Writer, href: string): void {
  if (quotes > 0 || spoilers > 0 || found.websites.size > limits.websites) return;
  if (isWebsite(href, options.organizationUrl)) found.websites.add(href);
}

/** Whether the link that opens at `index` shows no text; removes spaces in it. */
function nameless(tokens: Token[], index: number): boolean {
  const [first, second] = [tokens[index + 1], tokens[index + 2]];
  if (first?.type === 'link_close') return true;
  if (first?.type !== 'text' || first.content.trim() !== '' || second?.type !== 'link_close') return false;
  first.content = '';
  return true;
}

/** The text of the link that opens at `index`, without markup. */
function linkText(tokens: Token[], index: number): string {
  let text = '';
  for (let i = index + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token || token.type === 'link_close') break;
    if (token.type !== 'html') text += token.content;
  }
  return text;
}

/** The preview to show below a link, whose token is at `index`. */
function previewBelow(w: Writer, link: Token, tokens: Token[], index: number): Preview | undefined {
  if (!w.scope.options.previews || w.quotes > 0) return undefined;
  const href = follow(link, w.scope);
  return getPreview(href, linkText(tokens, index), w.scope);
}

/** The preview of a link that is alone on its line. */
function lonePreview(w: Writer, line: Token[]): Preview | undefined {
  const [first] = line;
  if (first?.type !== 'link_open') return undefined;
  if (line.findIndex(({ type }) => type === 'link_close') !== line.length - 1) return undefined;
  const preview = previewBelow(w, first, line, 0);
  if (preview?.replacesLink !== false) return preview;
  w.previews += preview.html;
  return undefined;
}

/** Replaces a paragraph that consists of one link by the preview. */
function writeInstead(w: Writer, paragraph: Token, line: Token[] | null | undefined): boolean {
  const preview = paragraph.type === 'paragraph_open' && line ? lonePreview(w, line) : undefined;
  if (!preview) return false;
  w.previews += preview.html;
  if (!paragraph.hidden) freshLine(w);
  writePreviews(w, !paragraph.hidden);
  return true;
}

const endsText = new Set(['paragraph_close', 'heading_close', 'table_close']);

function writePreviews(w: Writer, onOwnLine: boolean): void {
  if (w.previews === '') return;
  if (onOwnLine) writeToEnd(w, w.previews);
  else write(w, w.previews);
  w.previews = '';
}

const inlineTags: Record<string, string> = {
  em_open: '<em>',
  em_close: '</em>',
  strong_open: '<strong>',
  strong_close: '</strong>',
  s_open: '<del>',
  s_close: '</del>',
  link_close: '</a>',
};

const opensText = (before: Token | undefined): boolean =>
  before === undefined || before.nesting > 0 || before.type.endsWith('break');

const closesText = (after: Token | undefined): boolean =>
  after === undefined || after.nesting < 0 || after.type.endsWith('break');

function writeText(w: Writer, { content }: Token, tokens: Token[], index: number): void {
  if (w.inLink || !w.decorates) {
    w.out += escapeText(content);
    return;
  }
  const edges = { opens: opensText(tokens[index - 1]), closes: closesText(tokens[index + 1]) };
  w.out += decorated(content, edges, w.scope);
}

function writeLeaf(w: Writer, token: Token): void {
  switch (token.type) {
    case 'text_special':
      w.out += escapeText(token.content);
      break;
    case 'html':
      w.out += token.content;
      break;
    case 'softbreak':
    case 'hardbreak':
      w.out += '<br>\n';
      break;
    case 'code_inline':
      w.out += `<code>${escapeText(token.content)}</code>`;
      break;
    default:
      throw new Error(`a piece of text that nothing writes: ${token.type}`);
  }
}

function writeLine(w: Writer, tokens: Token[]): void {
  if (tokens.length > 0) {
    w.atLineStart = false;
    w.afterText = true;
  }
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'text') writeText(w, token, tokens, i);
    else if (token.nesting === 0) writeLeaf(w, token);
    else writeTag(w, token, tokens, i);
  }
}

function writeTag(w: Writer, token: Token, tokens: Token[], index: number): void {
  const { nesting, type } = token;
  if (nesting > 0) enter(w);
  else w.depth--;
  if (type === 'link_open') openLink(w, token, tokens, index);
  else w.out += inlineTags[type] ?? '';
  if (type === 'link_open' || type === 'link_close') w.inLink = nesting > 0;
}

function newWriter(scope: Scope): Writer {
  const { linkifiers, translateEmoticons } = scope.options;
  const decorates = translateEmoticons === true || (linkifiers !== undefined && linkifiers.length > 0);
  return {
    out: '',
    atLineStart: true,
    afterText: false,
    depth: 0,
    quotes: 0,
    spoilers: 0,
    inLink: false,
    previews: '',
    decorates,
    scope,
  };
}

/** @throws TooComplex if elements are nested too deeply. */
export function writeHtml(tokens: Token[], scope: Scope): string {
  const w = newWriter(scope);
  for (let i = 0; ; i++) {
    const token = tokens[i];
    if (!token) break;
    if (writeInstead(w, token, tokens[i + 1]?.children)) {
      i += 2;
      continue;
    }
    writeBlock(w, token, tokens[i + 1]);
    if (endsText.has(token.type)) writePreviews(w, w.atLineStart);
  }
  return w.out.trimEnd();
}
