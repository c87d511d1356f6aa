/** Tags, character references and emoji of the HTML of messages. */

/** Values are still escaped. */
export type Attributes = ReadonlyMap<string, string>;

const attribute = /([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi;

export function readAttributes(text: string): Attributes {
  const attributes = new Map<string, string>();
  if (text === '') return attributes;
  for (const [, name = '', value = ''] of text.matchAll(attribute)) attributes.set(name.toLowerCase(), value);
  return attributes;
}

export const hasClass = (attributes: Attributes, name: string): boolean =>
  (attributes.get('class') ?? '').split(' ').includes(name);

/** Void elements have no end tag. */
export const isVoid = (tag: string): boolean => ['br', 'hr', 'img', 'mspace'].includes(tag);

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes character references; unknown ones are kept. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (all: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? all) : all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

/** The characters of a class such as `emoji-1f44d`. */
export function emojiCharacters(classes: string): string | undefined {
  const [, code] = /(?:^| )emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)(?: |$)/.exec(classes) ?? [];
  if (code === undefined) return undefined;
  const points = code.split('-').map((each) => Number.parseInt(each, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** Around struck text, which would mean the opposite without them. */
export const struck = '~~';
