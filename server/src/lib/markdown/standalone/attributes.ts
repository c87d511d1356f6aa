/** Which elements and attributes of a message are kept on a page outside the client. */

/** Only these attributes are copied. */
const kept: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  strong: [],
  em: [],
  del: [],
  code: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
  div: [],
  span: [],
};

const mathAttributes = [
  'display',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'lspace',
  'rspace',
  'minsize',
  'maxsize',
  'width',
  'height',
  'depth',
  'voffset',
  'columnalign',
  'columnspacing',
  'columnlines',
  'rowspacing',
  'rowlines',
  'scriptlevel',
  'displaystyle',
  'linethickness',
  'accent',
  'accentunder',
  'mathcolor',
  'mathbackground',
  'notation',
  'form',
  'movablelimits',
  'symmetric',
  'largeop',
  'side',
];

const mathElement =
  /^(?:math|semantics|mrow|mi|mo|mn|mtext|mspace|ms|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mtable|mtr|mtd|mlabeledtr|mpadded|mphantom|mstyle|menclose|merror)$/;

export const isMath = (tag: string): boolean => mathElement.test(tag);

/** The attributes that an element keeps; `undefined` for an element that is replaced by its content. */
export function keptAttributes(tag: string): readonly string[] | undefined {
  if (mathElement.test(tag)) return mathAttributes;
  return Object.hasOwn(kept, tag) ? kept[tag] : undefined;
}

/** Quotes a value again: it comes from double quotes, so this escaping is sufficient. */
const quoted = (value: string): string => value.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function write(tag: string, attributes: Readonly<Record<string, string | undefined>>): string {
  let text = `<${tag}`;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      text += value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${quoted(value)}"`;
  return `${text}>`;
}
