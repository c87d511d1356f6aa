/** Converts the HTML that other products store to Markdown. Few elements are allowed there; of unknown ones only the text is kept. */
import { decodeHTML } from 'entities';
import type { Reference, Text } from './records.ts';
import { fenced, inlineCode, marks } from '../../lib/html/markdown-parts.ts';
import { link, prefixed, TextBuilder } from './text.ts';

/**
 * Matches in one pass for any input: outside quotes no tag contains another `<`, and an unclosed comment extends to the end, so
 * that no start of a comment causes the rest to be scanned again.
 */
const token =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][\w:-]{0,60})((?:"[^"]{0,20000}"|'[^']{0,20000}'|[^'"<>]){0,1000})>|([^<]+|<)/g;
const attribute = /(?<![\w:-])([\w:-]{1,60})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)')/g;

/** Converts an element specific to the product; undefined for standard elements. */
export type OwnElement = (
  name: string,
  attributes: ReadonlyMap<string, string>,
  inside: string,
) => Reference | string | undefined;

interface OpenElement {
  name: string;
  attributes: Map<string, string>;
  made: TextBuilder;
}

const empty: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'attachment']);
const blocks: ReadonlySet<string> = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'tr', 'table', 'ul', 'ol']);
const deepest = 64;

export function fromHtml(html: string, own: OwnElement): Text {
  const root: OpenElement = { name: '', attributes: new Map(), made: new TextBuilder() };
  const open: OpenElement[] = [root];
  const close = () => {
    const done = open.pop();
    const parent = open.at(-1);
    if (done && parent) finish(done, parent.made, own, open);
  };
  for (const [, slash, tag, rest = '', words] of html.matchAll(token)) {
    const top = open.at(-1) ?? root;
    if (words !== undefined) addText(decodeHTML(words), open, top.made);
    else if (tag === undefined) continue;
    else if (slash === '/') {
      const name = tag.toLowerCase();
      if (open.some((one) => one.name === name))
        while (open.length > 1 && open.at(-1)?.name !== name) close();
      if (open.at(-1)?.name === name) close();
    } else {
      const made: OpenElement = {
        name: tag.toLowerCase(),
        attributes: parseAttributes(rest),
        made: new TextBuilder(),
      };
      if (empty.has(made.name) || rest.endsWith('/')) finish(made, top.made, own, open);
      else if (open.length < deepest) open.push(made);
    }
  }
  while (open.length > 1) close();
  return tidy(root.made.done());
}

function parseAttributes(rest: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of rest.matchAll(attribute))
    found.set(name.toLowerCase(), decodeHTML(double ?? single ?? ''));
  return found;
}

const isCode = (open: readonly OpenElement[]): boolean =>
  open.some(({ name }) => name === 'pre' || name === 'code');

function addText(words: string, open: readonly OpenElement[], made: TextBuilder): void {
  if (isCode(open)) made.markdown(words);
  else made.plain(words.replace(/[\s\u00A0]+/g, ' '));
}

const plainText = (text: Text): string =>
  text.map((piece) => (typeof piece === 'string' ? piece : '')).join('');

function finish(
  { name, attributes, made }: OpenElement,
  parent: TextBuilder,
  own: OwnElement,
  open: readonly OpenElement[],
): void {
  const inside = made.done();
  const ours = own(name, attributes, plainText(inside));
  if (ours !== undefined) {
    if (typeof ours === 'string') parent.markdown(ours);
    else parent.reference(ours);
    return;
  }
  const mark = marks[name];
  if (mark !== undefined && !made.isEmpty) parent.markdown(mark).text(inside).markdown(mark);
  else if (name === 'br') parent.markdown('\n');
  else if (name === 'hr') parent.markdown('\n---\n');
  else if (name === 'pre') parent.markdown(`\n${fenced(plainText(inside))}\n`);
  else if (name === 'code') parent.markdown(isCode(open) ? plainText(inside) : inlineCode(plainText(inside)));
  else if (name === 'a') parent.markdown(link(plainText(inside), attributes.get('href') ?? ''));
  else if (name === 'img')
    parent.markdown(link(attributes.get('alt') ?? 'image', attributes.get('src') ?? ''));
  else if (name === 'blockquote')
    parent
      .markdown('\n')
      .text(prefixed(tidy(inside), '> '))
      .markdown('\n\n');
  else if (name === 'li')
    parent.markdown('\n').text(prefixed(tidy(inside), isOrdered(open) ? '1. ' : '* ', '  '));
  else if (name === 'td' || name === 'th') parent.text(inside).markdown(' ');
  else if (blocks.has(name)) parent.markdown('\n').text(inside).markdown('\n');
  else if (name !== 'script' && name !== 'style') parent.text(inside);
}

const isOrdered = (open: readonly OpenElement[]): boolean =>
  open.findLast(({ name }) => name === 'ol' || name === 'ul')?.name === 'ol';

/** Collapses blank lines to one, and removes those at the ends. */
function tidy(text: Text): Text {
  const pieces = text.map((piece) =>
    typeof piece === 'string' ? piece.replace(/(?<![ \t])[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n') : piece,
  );
  const [first] = pieces;
  if (typeof first === 'string') pieces[0] = first.trimStart();
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last.trimEnd();
  return pieces.filter((piece) => piece !== '');
}
