/** Splits our Markdown into pieces, for formats with another syntax for names, links and emphasis. */
import { pathInLink } from '../../lib/files/names.ts';

export type ContentPart =
  | { text: string }
  | { code: string; isBlock: boolean }
  | { user: number; name: string }
  | { channel: string }
  | { everyone: true }
  | { upload: string; label: string }
  | { link: string; label: string }
  | { bold: string }
  | { italic: string }
  | { struck: string };

const token =
  /(^|\n)(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n([\s\S]*?)\n\2[ \t]*(?=\n|$)|`([^`\n]+)`|@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*|#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*|\[([^\]\n]{0,500})\]\(([^()\s]{1,4000})\)|\*\*(?=\S)([^*\n]+?)\*\*|(?<![\w*])\*(?=[^\s*])([^*\n]+?)\*(?![\w*])|~~(?=\S)([^~\n]+?)~~/g;

const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

export function parseContent(
  content: string,
  userNamed: (name: string) => number | undefined,
): ContentPart[] {
  const pieces: ContentPart[] = [];
  let last = 0;
  for (const match of content.matchAll(token)) {
    const piece = parsePiece(match, userNamed);
    if (!piece) continue;
    pieces.push({ text: content.slice(last, match.index) + (match[1] ?? '') }, piece);
    last = match.index + match[0].length;
  }
  pieces.push({ text: content.slice(last) });
  return pieces.filter((piece) => !('text' in piece) || piece.text !== '');
}

function parsePiece(
  match: RegExpExecArray,
  userNamed: (name: string) => number | undefined,
): ContentPart | undefined {
  const [, , , , block, code, name, userId, channel, label, url, bold, italic, struck] = match;
  if (block !== undefined) return { code: block, isBlock: true };
  if (code !== undefined) return { code, isBlock: false };
  if (name !== undefined) {
    if (userId === undefined && wildcards.has(name)) return { everyone: true };
    const user = userId === undefined ? userNamed(name) : Number(userId);
    return user === undefined ? undefined : { user, name };
  }
  if (channel !== undefined) return { channel };
  if (url !== undefined) {
    const [, path] = /^(?:https?:\/\/[^/\s]+)?\/user_uploads\/(.+)$/.exec(url) ?? [];
    return path === undefined
      ? { link: url, label: label ?? '' }
      : { upload: pathInLink(path), label: label ?? '' };
  }
  if (bold !== undefined) return { bold };
  if (italic !== undefined) return { italic };
  return struck === undefined ? undefined : { struck };
}

const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/** The content with what is no code changed. */
export const codeApart = (content: string, change: (text: string) => string): string =>
  content
    .split(code)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('');

/**
 * What stands for a file where it is named in a text: nothing where it comes along and stands alone on its lines, since
 * other products list the files of a message below it.
 */
export function fileLabel(pieces: readonly ContentPart[], i: number, comesAlong: boolean): string {
  const piece = pieces[i];
  if (piece === undefined || !('upload' in piece)) return '';
  const [before, after] = [pieces[i - 1], pieces[i + 1]];
  const isBegun = before !== undefined && !('text' in before && /(?:^|\n)[ \t]*$/.test(before.text));
  const goesOn = after !== undefined && !('text' in after && /^[ \t]*(?:\n|$)/.test(after.text));
  return comesAlong && !isBegun && !goesOn ? '' : piece.label || (piece.upload.split('/').at(-1) ?? '');
}
