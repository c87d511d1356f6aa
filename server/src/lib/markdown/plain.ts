/** Text without markup, which most messages are, and text that is shown as typed. */
import { escapeText } from './escape.ts';
import { isAsciiWord } from './rules/scan.ts';
import { mayBeEmoji } from './rules/text.ts';

const quiet = 0;
const loud = 1;
const doubtful = 2;

/** The significance of each character. Control characters are left to the parser. */
const kinds = new Uint8Array(128);
kinds.fill(loud, 0, 32);
kinds[0x0a] = quiet;
kinds[0x7f] = loud;
for (const c of '*~`[|') kinds[c.charCodeAt(0)] = loud;
for (const c of ':@&<$') kinds[c.charCodeAt(0)] = doubtful;

/** Characters that are markup only in combination. */
const markup = new RegExp(
  [
    String.raw`:(?:\/\/|[^\s:]+:)`,
    String.raw`mailto:`,
    String.raw`\$\$`,
    String.raw`\w\.\w`,
    String.raw`\S@\S`,
    String.raw`&[#a-z]`,
    String.raw`<(?:time:|https?:)`,
    String.raw`^ *(?:[-+_#>]|\d+[.)])`,
  ].join('|'),
  'im',
);

const newline = 0x0a;
const space = 0x20;
const dot = 0x2e;

/** Characters that start a block at the start of a line. */
function mayBeginBlock(code: number): boolean {
  return (
    code === 0x2d ||
    code === 0x2b ||
    code === 0x5f ||
    code === 0x23 ||
    code === 0x3e ||
    (code >= 0x30 && code <= 0x39)
  );
}

/** The kind of the line that starts at `pos`. */
function kindOfLineStart(source: string, pos: number): number {
  let indent = 0;
  while (source.charCodeAt(pos + indent) === space) indent++;
  if (indent >= 4) return loud;
  return mayBeginBlock(source.charCodeAt(pos + indent)) ? doubtful : quiet;
}

function kindAt(source: string, pos: number, code: number): number {
  if (code >= 128) return mayBeEmoji(code) ? loud : quiet;
  if (code === newline) return kindOfLineStart(source, pos + 1);
  if (code !== dot) return kinds[code] ?? quiet;
  return pos > 0 && isAsciiWord(source.charCodeAt(pos - 1)) && isAsciiWord(source.charCodeAt(pos + 1))
    ? doubtful
    : quiet;
}

/** False only for text that the parser would not change. */
export function mayHaveMarkup(source: string): boolean {
  let kind = kindOfLineStart(source, 0);
  for (let pos = 0; pos < source.length; pos++) {
    kind |= kindAt(source, pos, source.charCodeAt(pos));
    if ((kind & loud) !== 0) return true;
  }
  return kind !== quiet && markup.test(source);
}

/** Trims spaces only, in linear time, unlike a regular expression. */
function trimSpaces(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && line.charCodeAt(start) === space) start++;
  while (end > start && line.charCodeAt(end - 1) === space) end--;
  return line.slice(start, end);
}

/** Escaped paragraphs with line breaks. */
export function plainHtml(source: string): string {
  const text = escapeText(trimSpaces(source));
  if (!text.includes('\n')) return text === '' ? '' : `<p>${text}</p>`;
  let html = '';
  let inParagraph = false;
  for (const line of text.split('\n')) {
    const words = trimSpaces(line);
    if (words === '') {
      if (inParagraph) html += '</p>\n';
    } else {
      html += `${inParagraph ? '<br>\n' : '<p>'}${words}`;
    }
    inParagraph = words !== '';
  }
  return inParagraph ? `${html}</p>` : html.slice(0, -1);
}
