/** Writes tokens as HTML. Together with the rules that call `pushHtml` these are all the tags a message can have. */
import type { Token } from 'markdown-it';
import { codeBlock } from './code.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { limits, TooComplex, type Scope } from './scope.ts';
import { isImageUrl, localUrl, uploadPath } from './url.ts';

interface Writer {
  out: string;
  /** Nothing was written on this line yet. */
  atLineStart: boolean;
  depth: number;
  readonly scope: Scope;
}

/** Elements whose tags stand on lines of their own. */
const onOwnLine = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);

function write(w: Writer, html: string, endsLine: boolean): void {
  w.out += html;
  w.atLineStart = endsLine;
}

function freshLine(w: Writer): void {
  if (!w.atLineStart) write(w, '\n', true);
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
  const ends = onOwnLine.has(token.tag);
  write(w, `<${token.tag}${attrs}>${ends ? '\n' : ''}`, ends);
}

function closeBlock(w: Writer, token: Token): void {
  w.depth--;
  if (onOwnLine.has(token.tag)) freshLine(w);
  write(w, `</${token.tag}>\n`, true);
}

function leafBlock(w: Writer, token: Token): void {
  freshLine(w);
  if (token.type === 'hr') return write(w, '<hr>\n', true);
  if (token.type === 'code_block') return write(w, `${codeBlock(token.content, token.info)}\n`, true);
  if (token.type === 'spoiler_content') {
    return write(w, '</div><div class="spoiler-content" aria-hidden="true">\n', true);
  }
  throw new Error(`a block that nothing writes: ${token.type}`);
}

function spoiler(w: Writer, opens: boolean): void {
  freshLine(w);
  if (opens) enter(w);
  else w.depth--;
  write(w, opens ? '<div class="spoiler-block"><div class="spoiler-header">\n' : '</div></div>\n', true);
}

function writeBlock(w: Writer, token: Token, next: Token | undefined): void {
  if (token.children) return writeLine(w, token.children);
  if (token.hidden) return;
  if (token.type === 'spoiler_open' || token.type === 'spoiler_close') return spoiler(w, token.nesting > 0);
  if (token.nesting === 0) return leafBlock(w, token);
  if (token.nesting > 0) return openBlock(w, token);
  closeBlock(w, token);
  // Clients refuse a table without a body.
  if (token.type === 'thead_close' && next?.type === 'table_close') write(w, '<tbody>\n</tbody>\n', true);
}

function openLink(w: Writer, token: Token, next: Token | undefined): void {
  const { found, options } = w.scope;
  const href = localUrl(String(token.attrGet('href') ?? ''), options.organizationUrl);
  const title = token.attrGet('title');
  const titleAttribute = title === null ? '' : ` title="${escapeAttribute(String(title))}"`;
  w.out += `<a href="${escapeAttribute(href)}" rel="noopener noreferrer"${titleAttribute}>`;
  if (next?.type === 'link_close') w.out += escapeText(href);
  const upload = uploadPath(href);
  if (upload !== undefined) found.uploads.add(upload);
  found.hasLink = true;
  found.hasImage ||= isImageUrl(href);
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

function writeLeaf(w: Writer, token: Token): void {
  switch (token.type) {
    case 'text':
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
  if (tokens.length > 0) w.atLineStart = false;
  for (const [i, token] of tokens.entries()) {
    if (token.nesting === 0) {
      writeLeaf(w, token);
      continue;
    }
    if (token.nesting > 0) enter(w);
    else w.depth--;
    if (token.type === 'link_open') openLink(w, token, tokens[i + 1]);
    else w.out += inlineTags[token.type] ?? '';
  }
}

/** @throws TooComplex when elements are nested too deep. */
export function writeHtml(tokens: Token[], scope: Scope): string {
  const w: Writer = { out: '', atLineStart: true, depth: 0, scope };
  for (const [i, token] of tokens.entries()) writeBlock(w, token, tokens[i + 1]);
  return w.out.trimEnd();
}
