/** Parses emails: nested parts, transfer encodings and character sets. Damaged emails are parsed as far as possible. */
import { headerText } from './header-text.ts';
import { textOfHtml } from './html-text.ts';

export interface IncomingMail {
  /** Values of the header, unfolded; the name is in lower case. */
  headers(name: string): readonly string[];
  /** Plain text; converted from HTML if there is no other. */
  text: string;
  /** Plain text and HTML as received; empty if absent. */
  plain: string;
  html: string;
  /** Number of attachments without inline images. */
  attachments: number;
  /** Decodes the attachments one at a time. */
  files(): Generator<MailFile>;
}

export interface MailFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Limits above any email that a person writes. */
const deepest = 10;
const mostParts = 200;

interface Part {
  headers: ReadonlyMap<string, readonly string[]>;
  /** One character per byte. */
  body: string;
}

interface FoundParts {
  plain: string[];
  html: string[];
  attached: Part[];
  parts: number;
}

export function readMail(raw: Uint8Array): IncomingMail {
  const part = getPart(Buffer.from(raw).toString('latin1'));
  const found: FoundParts = { plain: [], html: [], attached: [], parts: 0 };
  collect(part, found, 0);
  const plain = found.plain.join('\n');
  return {
    headers: (name) => part.headers.get(name) ?? [],
    text: plain.trim() === '' ? found.html.map(textOfHtml).join('\n') : plain,
    plain,
    html: found.html.join('\n'),
    attachments: found.attached.length,
    *files() {
      for (const one of found.attached) yield fileIn(one);
    },
  };
}

function fileIn(part: Part): MailFile {
  const { value: type, parameters } = withParameters(readHeader(part, 'content-type'));
  const disposition = withParameters(readHeader(part, 'content-disposition')).parameters;
  const name = disposition.get('filename') ?? parameters.get('name') ?? extendedName(disposition) ?? 'file';
  return { name: headerText(name), type, bytes: getBytes(part) };
}

/** `filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf` (RFC 2231). */
function extendedName(parameters: ReadonlyMap<string, string>): string | undefined {
  const [, encoded] = /^[\w-]*'[\w-]*'(.*)$/.exec(parameters.get('filename*') ?? '') ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function getPart(raw: string): Part {
  const text = raw.replaceAll('\r\n', '\n');
  const isHeadless = text.startsWith('\n');
  const end = text.indexOf('\n\n');
  const head = isHeadless ? '' : text.slice(0, end < 0 ? text.length : end);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const values = headers.get(name);
    if (values) values.push(line.slice(colon + 1).trim());
    else headers.set(name, [line.slice(colon + 1).trim()]);
  }
  if (isHeadless) return { headers, body: text.slice(1) };
  return { headers, body: end < 0 ? '' : text.slice(end + 2) };
}

/** A value and its parameters: `text/plain; charset=utf-8`. */
function withParameters(value: string): { value: string; parameters: ReadonlyMap<string, string> } {
  const [first = ''] = value.split(';');
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of value.matchAll(/;\s*([\w*-]+)=(?:"([^"]*)"|([^\s;]*))/g))
    parameters.set(name.toLowerCase(), quoted ?? bare);
  return { value: first.trim().toLowerCase(), parameters };
}

const readHeader = ({ headers }: Part, name: string): string => headers.get(name)?.[0] ?? '';

const signatures = new Set(['application/pgp-signature', 'application/pkcs7-signature']);

function collect(part: Part, found: FoundParts, depth: number): void {
  if (depth > deepest || ++found.parts > mostParts) return;
  const { value: given, parameters } = withParameters(readHeader(part, 'content-type'));
  const type = given === '' ? 'text/plain' : given;
  const boundary = parameters.get('boundary');
  if (type.startsWith('multipart/') && boundary !== undefined) {
    for (const inner of partsIn(part.body, boundary)) collect(getPart(inner), found, depth + 1);
    return;
  }
  const isAttached = withParameters(readHeader(part, 'content-disposition')).value === 'attachment';
  const isPlain = type === 'text/plain';
  if ((isPlain || type === 'text/html') && !isAttached) {
    const text = decoded(part, parameters.get('charset') ?? 'utf-8');
    const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
    if (isPlain) found.plain.push(isFlowed ? unflowed(text, parameters) : text);
    else found.html.push(text);
    return;
  }
  const isInText = readHeader(part, 'content-id') !== '' && !isAttached;
  if (!isInText && !signatures.has(type)) found.attached.push(part);
}

function partsIn(body: string, boundary: string): string[] {
  const inner: string[][] = [];
  for (const line of body.split('\n')) {
    const end = line.trimEnd();
    if (end === `--${boundary}--`) break;
    if (end === `--${boundary}`) inner.push([]);
    else inner.at(-1)?.push(line);
  }
  return inner.map((lines) => lines.join('\n'));
}

function decoded(part: Part, charset: string): string {
  const bytes = getBytes(part);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown character set.
    return new TextDecoder().decode(bytes);
  }
}

function getBytes(part: Part): Buffer {
  const encoding = readHeader(part, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(part.body, 'latin1');
  const text = part.body
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(text, 'latin1');
}

/** Joins lines of format=flowed (RFC 3676). */
function unflowed(text: string, parameters: ReadonlyMap<string, string>): string {
  const losesSpace = parameters.get('delsp')?.toLowerCase() === 'yes';
  const lines: string[] = [];
  let isOpen = false;
  for (const given of text.replaceAll('\r\n', '\n').split('\n')) {
    const line = given.startsWith(' ') ? given.slice(1) : given;
    const isQuoted = line.startsWith('>');
    if (isOpen && !isQuoted) lines.push((lines.pop() ?? '') + line);
    else lines.push(line);
    isOpen = !isQuoted && line.endsWith(' ') && line !== '-- ';
    if (isOpen && losesSpace) lines.push((lines.pop() ?? '').slice(0, -1));
  }
  return lines.join('\n');
}
