/** A strict reader of XML 1.0: throws at whatever is not well-formed, or uses a prefix that was not declared. */

export interface XmlElement {
  name: string;
  /** That of `xmlns` where the element stands. */
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text of the element and of all in it. */
  text: string;
}

const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const attribute = new RegExp(String.raw`\s+(${name})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const opening = new RegExp(`<(${name})`, 'y');
const closing = new RegExp(String.raw`</(${name})\s*>`, 'y');
const impossible = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function parseXml(source: string): XmlElement {
  const wrong = impossible.exec(source);
  if (wrong) throw new Error(`U+${wrong[0].codePointAt(0)?.toString(16) ?? ''} is no character of XML.`);
  const reader = new Reader(source);
  reader.take(/<\?xml version="1\.0" encoding="UTF-8"\?>\s*/y);
  const root = reader.element({});
  if (!root) throw reader.unexpected();
  reader.take(/\s*/y);
  if (!reader.isAtEnd) throw reader.unexpected();
  return root;
}

/** All elements of a name, wherever they are. */
export const elementsNamed = (element: XmlElement, wanted: string): XmlElement[] =>
  element.children.flatMap((child) => [
    ...(child.name === wanted ? [child] : []),
    ...elementsNamed(child, wanted),
  ]);

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }

  unexpected(): Error {
    return new Error(`Not well-formed at ${this.#at}: ${this.#source.slice(this.#at, this.#at + 80)}`);
  }

  element(outer: Readonly<Record<string, string>>): XmlElement | undefined {
    const [, tag] = this.take(opening) ?? [];
    if (tag === undefined) return undefined;
    const attributes = this.#attributes();
    const prefixes = { ...outer, ...declared(attributes) };
    const [prefix = ''] = tag.includes(':') ? tag.split(':') : [''];
    for (const used of [prefix, ...Object.keys(attributes).map(namespacePrefix)])
      if (!['', 'xml', 'xmlns'].includes(used) && prefixes[used] === undefined)
        throw new Error(`The prefix ${used} is not declared.`);
    const element: XmlElement = {
      name: tag,
      namespace: prefixes[prefix] ?? '',
      attributes,
      children: [],
      text: '',
    };
    if (this.take(/\s*\/>/y)) return element;
    if (!this.take(/\s*>/y)) throw this.unexpected();
    this.#content(element, prefixes);
    return element;
  }

  #attributes(): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (let match = this.take(attribute); match; match = this.take(attribute)) {
      const [, key = '', double, single] = match;
      if (Object.hasOwn(attributes, key)) throw new Error(`The attribute ${key} is there twice.`);
      attributes[key] = decode(double ?? single ?? '');
    }
    return attributes;
  }

  #content(element: XmlElement, prefixes: Readonly<Record<string, string>>): void {
    for (;;) {
      const [, end] = this.take(closing) ?? [];
      if (end === element.name) return;
      const text = end === undefined ? this.take(/[^<]+/y)?.[0] : undefined;
      if (text?.includes(']]>')) throw new Error('Text has ]]> in it.');
      const child = end === undefined && text === undefined ? this.element(prefixes) : undefined;
      if (text === undefined && !child) throw this.unexpected();
      if (child) element.children.push(child);
      element.text += child?.text ?? decode(text ?? '');
    }
  }
}

const namespacePrefix = (key: string): string => (key.includes(':') ? (key.split(':')[0] ?? '') : '');

const declared = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      key === 'xmlns' ? [['', value]] : key.startsWith('xmlns:') ? [[key.slice(6), value]] : [],
    ),
  );

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));|&/g, (whole, decimal, hexadecimal, entity) => {
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
    const character = entity === undefined ? fromCode(code) : predefined[String(entity)];
    if (character === undefined || whole === '&') throw new Error(`${whole} is no reference.`);
    return character;
  });
}

function fromCode(code: number): string | undefined {
  const character = Number.isNaN(code) ? undefined : String.fromCodePoint(code);
  return character === undefined || impossible.test(character) ? undefined : character;
}
