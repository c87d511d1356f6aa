/** `![name](url)`: an image or player in the text, for files that the caller allows. */
import type { StateInline } from 'markdown-it';
import { mediaInText } from '../previews.ts';
import { pushHtml, getScope } from '../scope.ts';
import { localUrl, uploadPath } from '../links/url.ts';

interface Target {
  href: string;
  /** After the closing parenthesis. */
  end: number;
}

function skipSpaces(src: string, pos: number): number {
  let end = pos;
  while (src.charCodeAt(end) === 0x20) end++;
  return end;
}

/** Reads `(address)` or `(address "title")`. */
function targetAt(state: StateInline, pos: number): Target | undefined {
  const { src, posMax, md } = state;
  if (src.charCodeAt(pos) !== 0x28) return undefined;
  const address = md.helpers.parseLinkDestination(src, skipSpaces(src, pos + 1), posMax);
  if (!address.ok) return undefined;
  let end = skipSpaces(src, address.pos);
  const title = md.helpers.parseLinkTitle(src, end, posMax);
  if (title.ok) end = skipSpaces(src, title.pos);
  if (src.charCodeAt(end) !== 0x29 || end >= posMax) return undefined;
  return { href: md.normalizeLink(address.str), end: end + 1 };
}

export function media(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const scope = getScope(state);
  if (src.charCodeAt(pos + 1) !== 0x5b || !scope.options.previews || state.linkLevel > 0) return false;
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos + 1);
  const target = labelEnd < 0 ? undefined : targetAt(state, labelEnd + 1);
  if (!target || target.href === '') return false;
  const href = localUrl(target.href, scope.options.organizationUrl);
  const html = mediaInText(href, src.slice(pos + 2, labelEnd), scope);
  if (html === undefined) {
    // An upload that cannot be shown inline becomes a link without the exclamation mark.
    if (uploadPath(href) === undefined) return false;
    state.pos++;
    return true;
  }
  if (!silent) pushHtml(state, html);
  state.pos = target.end;
  return true;
}
