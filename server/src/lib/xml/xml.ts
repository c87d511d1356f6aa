/**
 * The only parser of XML. What others send is measured in one pass before any library sees it: the library builds its tree before it
 * notices a mistake, and takes quadratic time for some.
 */
import type { DOMParser } from '@xmldom/xmldom';

/** The document is malformed, or exceeds a limit. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

type XmlDocument = ReturnType<DOMParser['parseFromString']>;

export interface XmlLimits {
  characters: number;
  /** Elements, comments, processing instructions and CDATA sections. */
  nodes: number;
  depth: number;
  /** The attributes of all elements, with namespaces. */
  attributes: number;
}

/** The longest value of an attribute, in characters. */
const longestAttribute = 8192;

/** The text between two tags, and what a `<` may begin; each matches at its place or not at all, in linear time. */
const [space, name] = ['[ \\t\\r\\n]', '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'];
const attribute = new RegExp(`${space}+(${name})${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const opening = new RegExp(`<(${name})`, 'y');
const openingEnd = new RegExp(`${space}*(/?)>`, 'y');
const closing = new RegExp(`</(${name})${space}*>`, 'y');

/** What has no elements inside: its beginning and end. Document types, which begin with `<!` as well, are refused. */
const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Refuses what is not well-formed, declares a document type, or exceeds the limits.
 * @throws XmlError
 */
function checkXml(text: string, limits: XmlLimits): void {
  if (text.length > limits.characters) throw new XmlError('The document is too large');
  const open: string[] = [];
  let [at, nodes, attributes, roots] = [0, 0, 0, 0];
  while ((at = text.indexOf('<', at)) >= 0) {
    if (text[at + 1] === '/') {
      const [all, closed = ''] = matchAt(closing, text, at);
      if (closed !== open.pop()) throw new XmlError(`</${closed}> closes another element`);
      at += all.length;
      continue;
    }
    if (++nodes > limits.nodes) throw new XmlError('The document has too many elements');
    const end = skipOpaque(text, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    if (open.length === 0 && ++roots > 1) throw new XmlError('There are several root elements');
    const tag = readTag(text, at);
    attributes += tag.attributes;
    if (attributes > limits.attributes) throw new XmlError('The document has too many attributes');
    if (!tag.isEmpty && open.push(tag.name) > limits.depth)
      throw new XmlError('Elements are nested too deeply');
    at = tag.end;
  }
  if (open.length > 0 || roots === 0) throw new XmlError('An element is not closed');
}

/** @throws XmlError for what is not XML, has a document type, or exceeds a limit */
export async function parseXml(text: string, limits: XmlLimits): Promise<XmlDocument> {
  checkXml(text, limits);
  const { DOMParser: Parser } = await import('@xmldom/xmldom');
  // Without this, the parser reports a mistake and continues.
  const refuse = (level: string, message: string) => {
    if (level !== 'warning') throw new XmlError(message);
  };
  try {
    return new Parser({ errorHandler: refuse }).parseFromString(text, 'text/xml');
  } catch (error) {
    throw new XmlError('The document is not XML', { cause: error });
  }
}

function skipOpaque(text: string, at: number): number | undefined {
  for (const [begin, end] of opaque) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    if (found < 0) throw new XmlError(`${begin} is not closed`);
    return found + end.length;
  }
  return undefined;
}

interface Tag {
  name: string;
  isEmpty: boolean;
  attributes: number;
  end: number;
}

function readTag(text: string, at: number): Tag {
  const [begin, tagName = ''] = matchAt(opening, text, at);
  let end = at + begin.length;
  let attributes = 0;
  for (; ; attributes++) {
    attribute.lastIndex = end;
    const found = attribute.exec(text);
    if (!found) break;
    if ((found[2] ?? found[3] ?? '').length > longestAttribute)
      throw new XmlError('An attribute is too long');
    end = attribute.lastIndex;
  }
  const [close, slash] = matchAt(openingEnd, text, end);
  return { name: tagName, isEmpty: slash === '/', attributes, end: end + close.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) throw new XmlError('A tag is malformed, or there is a document type');
  return found;
}
