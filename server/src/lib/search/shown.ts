/**
 * The text of a message as it is shown, from its HTML: what the index holds, and what searches compare. Words may be
 * formatted in part (`**bo**ld`). Attributes count as far as the author wrote them, such as the address of a link, but neither
 * ids nor what a program made.
 */

/** Tags within a word: all others separate words. */
const joins = /^\/?(?:strong|em|del|code|span|a)(?![a-z])/;

/** Whether the text before and after the tag may be one word. @param at of its `<` */
export const joinsWords = (html: string, at: number): boolean => joins.test(html.slice(at + 1, at + 9));

/** The position after the tag that begins here. */
export function afterTag(html: string, at: number): number {
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

/** Formulas as they are laid out, and the previews of websites, which are their words and not those of the author. */
const hidden = /<(?:span class="katex-(?:mathml|html)"|div class="message_embed")/y;

/** The end of the element that begins here if its text is not searched, otherwise undefined. */
export function afterHidden(html: string, at: number): number | undefined {
  hidden.lastIndex = at;
  if (!hidden.test(html)) return undefined;
  const name = html.startsWith('<span', at) ? 'span' : 'div';
  let depth = 0;
  const tags = new RegExp(`<(/?)${name}[ >]`, 'g');
  tags.lastIndex = at;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] === '' ? 1 : -1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}

/** What the author typed for a formula. */
const formula = /<annotation [^>]*>([^<]*)<\/annotation>/;
const hasAttributes = /^<(?:a|img|div) /;
const attribute = / (?:href|title|alt|data-code-language)="([^"]*)"/g;
const upload = /^\/user_uploads\/(?:[^?#]*\/)?([^/?#]+)/;
const narrow = /^\/?#narrow\//;
const scheme = /^(?:https?:\/\/|mailto:)/i;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|(amp|lt|gt|quot));/g, (whole: string, code?: string, name?: string) =>
        code === undefined
          ? (named[name ?? ''] ?? whole)
          : String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)),
      )
    : text;

/** @param markdown what the author wrote */
export function shownText(html: string, markdown: string): string {
  let shown = '';
  const attributes: Attribute[] = [];
  for (let at = 0; at < html.length;) {
    const tag = html.indexOf('<', at);
    if (tag < 0) {
      shown += html.slice(at);
      break;
    }
    shown += html.slice(at, tag);
    const end = afterHidden(html, tag);
    at = end ?? afterTag(html, tag);
    if (end !== undefined) shown += ` ${formula.exec(html.slice(tag, end))?.[1] ?? ''} `;
    else {
      if (!joinsWords(html, tag)) shown += ' ';
      if (hasAttributes.test(html.slice(tag, tag + 5))) attributes.push(...attributesAt(html, tag, at));
    }
  }
  const text = decode(shown);
  return attributes.length === 0 ? text : `${text} ${writtenIn(markdown, attributes).join(' ')}`;
}

interface Attribute {
  /** The name of the file, for an upload. */
  value: string;
  isFile: boolean;
}

/** Those of the tag that ends at `end`, without what follows it as text. */
function* attributesAt(html: string, start: number, end: number): Generator<Attribute> {
  for (const [, typed = ''] of html.slice(start, end).matchAll(attribute)) {
    if (narrow.test(typed)) continue;
    const file = upload.exec(typed)?.[1];
    const value = file === undefined ? typed : decodeName(file);
    if (!html.startsWith(value, end) && !html.startsWith(value.replace(scheme, ''), end))
      yield { value: decode(value), isFile: file !== undefined };
  }
}

/** After so many attributes that the author did not write, the search for more ends. */
const mostInVain = 20;

/** The attributes that the author wrote, which are mostly in the order of the text. */
function writtenIn(markdown: string, attributes: readonly Attribute[]): string[] {
  const written = markdown.toLowerCase();
  const kept = new Set<string>();
  let from = 0;
  let inVain = 0;
  const isWritten = (form: string): boolean => {
    const ahead = written.indexOf(form.toLowerCase(), from);
    if (ahead >= 0) from = ahead;
    else inVain += 1;
    return ahead >= 0 || written.includes(form.toLowerCase());
  };
  for (const { value, isFile } of attributes) {
    if (isFile) kept.add(value);
    else if (!kept.has(value) && inVain < mostInVain) {
      const form = [value, value.replace(scheme, '')].find(isWritten);
      if (form !== undefined) kept.add(form);
    }
  }
  return [...kept];
}

function decodeName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
