/** Processes runs of plain text after all other markup: linkifiers, then emoticons. */
import { emojiByName } from './emoji/emoji.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { compileLinkifiers, findLinks, mayMatch } from './links/linkifiers.ts';
import { unicodeEmoji } from './rules/emoji.ts';
import type { Scope } from './scope.ts';
import type { RenderOptions } from './types.ts';
import { localUrl, relFor } from './links/url.ts';

/** The emoji that emoticons stand for. */
const emoticons: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'expressionless',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
};

/** Only between spaces, punctuation, or at the ends of a line. */
const edge = String.raw`[^\s,.;?!()[\]"']`;
const emoticon = new RegExp(String.raw`(?<!${edge})(?::[)(|/DoOpP]|;\)|\(:|<3)(?!${edge})`, 'g');

/** Whether a run of text is preceded and followed by a space or nothing. */
interface Edges {
  opens: boolean;
  closes: boolean;
}

/** Whether plain text needs more than escaping. */
export function mayNeedDecoration(text: string, options: RenderOptions): boolean {
  if (options.translateEmoticons === true && text.search(emoticon) >= 0) return true;
  const { linkifiers = [] } = options;
  return linkifiers.length > 0 && compileLinkifiers(linkifiers).some((each) => mayMatch(each, text));
}

function withEmoticons(text: string, { opens, closes }: Edges): string {
  let out = '';
  let done = 0;
  for (const { 0: typed, index } of text.matchAll(emoticon)) {
    const end = index + typed.length;
    const emoji = emojiByName(emoticons[typed] ?? '');
    if (!emoji || (index === 0 && !opens) || (end === text.length && !closes)) continue;
    out += escapeText(text.slice(done, index)) + unicodeEmoji(emoji.code, `:${emoticons[typed] ?? ''}:`);
    done = end;
  }
  return out + escapeText(text.slice(done));
}

function anchor(url: string, text: string, scope: Scope): string {
  const href = localUrl(url, scope.options.organizationUrl);
  return `<a href="${escapeAttribute(href)}"${relFor(href)}>${escapeText(text)}</a>`;
}

/** The first linkifier links its matches, the next ones the text between them. */
function withLinks(text: string, index: number, edges: Edges, scope: Scope): string {
  const linkifiers = (scope.linkifiers ??= compileLinkifiers(scope.options.linkifiers ?? []));
  const first = linkifiers[index];
  if (!first || text === '' || scope.linkifierWorkLeft < 0)
    return scope.options.translateEmoticons === true ? withEmoticons(text, edges) : escapeText(text);
  scope.linkifierWorkLeft -= 2 + (text.length >> 6);
  let out = '';
  let done = 0;
  for (const link of mayMatch(first, text) ? findLinks(first, text, scope) : []) {
    const before = { opens: done === 0 && edges.opens, closes: false };
    out +=
      withLinks(text.slice(done, link.start), index + 1, before, scope) + anchor(link.url, link.text, scope);
    scope.found.hasLink = true;
    done = link.end;
  }
  const rest = { opens: done === 0 && edges.opens, closes: edges.closes };
  return out + withLinks(text.slice(done), index + 1, rest, scope);
}

/** HTML for a run of text outside links and code. */
export function decorated(text: string, edges: Edges, scope: Scope): string {
  return withLinks(text, 0, edges, scope);
}
