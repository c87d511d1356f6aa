/** Converts Slack's blocks to Markdown: messages are rich text in this format. Unknown kinds are skipped. */
import type { Text } from '../records.ts';
import { fenced, inlineCode } from '../../../lib/html/markdown-parts.ts';
import { prefixed, TextBuilder } from '../text.ts';
import { date, fromMrkdwn, linked } from './mrkdwn.ts';
import { toText } from './types.ts';
import { fieldsIn, isObject, listIn } from '../../../lib/objects.ts';
import { fromExport, objectsFrom } from '../exported.ts';

interface Node {
  type?: string;
  text?: unknown;
  elements?: unknown;
  [key: string]: unknown;
}

const nodes = (value: unknown): Node[] => objectsFrom<Node>(value);

const deepest = 12;

/** Undefined if no block contains text. */
export function fromBlocks(blocks: unknown): Text | undefined {
  const made = new TextBuilder();
  let isFirst = true;
  for (const block of nodes(blocks)) {
    const text = fromBlock(block);
    if (text.length === 0) continue;
    if (!isFirst) made.markdown('\n');
    isFirst = false;
    made.text(text);
  }
  return made.isEmpty ? undefined : trimmed(made.done());
}

function fromBlock(block: Node): Text {
  switch (block.type) {
    case 'rich_text':
      return richText(block);
    case 'section':
      return section(block);
    case 'header':
      return ['**', ...objectText(block.text), '**\n'];
    case 'context':
      return spaced(nodes(block.elements).map(objectText));
    case 'markdown':
      return [toText(block.text), '\n'];
    case 'table':
      return table(block);
    case 'divider':
      return ['\n---\n'];
    case 'image':
    case 'video':
      return image(block);
    default:
      return [];
  }
}

/** `{type: 'mrkdwn' | 'plain_text', text}`. */
function objectText(value: unknown): Text {
  if (!isObject(value)) return [];
  const { type, text, alt_text: alt } = value;
  if (type === 'image') return [toText(alt)];
  if (type === 'mrkdwn') return fromMrkdwn(toText(text));
  return new TextBuilder().plain(toText(text)).done();
}

const spaced = (parts: readonly Text[]): Text =>
  parts.flatMap((part, i) => (i === 0 ? [...part] : [' ', ...part])).concat('\n');

function section(block: Node): Text {
  const fields = nodes(block.fields).flatMap((field) => [...objectText(field), '\n']);
  const own = objectText(block.text);
  return [...own, ...(own.length > 0 ? ['\n'] : []), ...fields];
}

/** The first row is the head. */
function table({ rows }: Node): Text {
  const made = new TextBuilder().markdown('\n');
  for (const [n, row] of listIn(rows).entries()) {
    const cells = nodes(row).map((cell) => (cell.type === 'rich_text' ? richText(cell) : objectText(cell)));
    for (const cell of cells) made.markdown('| ').text(onOneLine(cell)).markdown(' ');
    made.markdown('|\n');
    if (n === 0) made.markdown(`${'| --- '.repeat(cells.length)}|\n`);
  }
  return made.done();
}

const onOneLine = (text: Text): Text =>
  text.map((piece) =>
    typeof piece === 'string' ? piece.replaceAll('|', '\\|').replace(/(?<!\s)\s*\n\s*/g, ' ') : piece,
  );

function image({ title, alt_text: alt, image_url: url, title_url: page, video_url: video }: Node): Text {
  const made = new TextBuilder();
  const label = toText(fieldsIn(title).text) || toText(alt) || 'image';
  linked(toText(url) || toText(page) || toText(video), label, made);
  return made.markdown('\n').done();
}

function richText(block: Node): Text {
  const made = new TextBuilder();
  for (const part of nodes(block.elements)) {
    const inner = inline(part);
    if (part.type === 'rich_text_quote')
      made
        .markdown('\n')
        .text(prefixed(trimmed(inner), '> '))
        .markdown('\n\n');
    else if (part.type === 'rich_text_preformatted') made.markdown(`\n${fenced(rawText(part))}\n`);
    else if (part.type === 'rich_text_list') made.text(list(part));
    else made.text(inner);
  }
  return trimmed(made.done());
}

function list(part: Node): Text {
  const depth = Math.min(Number(part.indent) || 0, deepest);
  const first = Number(part.offset) || 0;
  const made = new TextBuilder().markdown('\n');
  for (const [i, item] of nodes(part.elements).entries()) {
    const mark = part.style === 'ordered' ? `${i + 1 + first}. ` : '* ';
    const indent = '  '.repeat(depth);
    made.text(prefixed(trimmed(inline(item)), `${indent}${mark}`, `${indent}  `)).markdown('\n');
  }
  return made.done();
}

const rawText = (part: Node): string =>
  nodes(part.elements)
    .map((leaf) => toText(leaf.text) || toText(leaf.url))
    .join('');

function inline(part: Node): Text {
  const made = new TextBuilder();
  for (const leaf of nodes(part.elements)) addLeaf(leaf, made);
  return made.done();
}

function addLeaf(leaf: Node, made: TextBuilder): void {
  switch (leaf.type) {
    case 'text':
      styled(toText(leaf.text), leaf.style, made);
      break;
    case 'link':
      linked(toText(leaf.url), toText(leaf.text), made);
      break;
    case 'user':
      made.reference({ user: toText(leaf.user_id) });
      break;
    case 'channel':
      made.reference({ channel: toText(leaf.channel_id) });
      break;
    case 'broadcast':
      made.reference({ everyone: true });
      break;
    case 'usergroup':
      made.reference({ group: toText(leaf.usergroup_id) });
      break;
    case 'emoji':
      made.reference({ emoji: toText(leaf.name).split('::')[0] ?? '', unicode: toText(leaf.unicode) });
      break;
    case 'date':
      date(String(Number(leaf.timestamp)), toText(leaf.fallback), made);
      break;
    case 'color':
      made.markdown(inlineCode(toText(leaf.value)));
      break;
    default:
      made.plain(toText(leaf.text));
  }
}

interface Style {
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
}

/** Markup must be adjacent to words, so spaces at the ends are moved outside. */
function styled(text: string, style: unknown, made: TextBuilder): void {
  const { bold, italic, strike, code } = fromExport<Style>(style) ?? {};
  const inside = text.trim();
  const start = text.length - text.trimStart().length;
  const [before, after] = [text.slice(0, start), text.slice(start + inside.length)];
  if (inside === '' || !(bold ?? italic ?? strike ?? code)) {
    made.plain(text);
    return;
  }
  const marks = [...(bold ? ['**'] : []), ...(italic ? ['*'] : []), ...(strike ? ['~~'] : [])];
  made.markdown(before + marks.join(''));
  if (code) made.markdown(inlineCode(inside));
  else made.plain(inside);
  made.markdown(marks.reverse().join('') + after);
}

/** Removes blank lines at the ends. */
function trimmed(text: Text): Text {
  const pieces = [...text];
  const [first] = pieces;
  if (typeof first === 'string') pieces[0] = first.replace(/^\n+/, '');
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last.trimEnd();
  return pieces.filter((piece) => piece !== '');
}
