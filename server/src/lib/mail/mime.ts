/**
 * Parses emails: nested parts, transfer encodings and character sets. Damaged emails are parsed as far as possible, hostile ones up to
 * limits above any email that a person writes; the rest is ignored. Bytes are decoded only where their text is shown.
 */
import { Slices } from '../slices.ts';
import { headerText } from './header-text.ts';
import { textOfHtml } from './html-text.ts';
import { decodeChunks, decodeStart } from './transfer-encoding.ts';

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
  files: readonly MailFile[];
}

export interface MailFile {
  name: string;
  type: string;
  /** Decoded while they are read. */
  chunks: () => Iterable<Buffer>;
}

const deepest = 10;
const mostParts = 200;
/** Of one part. */
const mostFields = 1000;
const longestHead = 256 * 1024;
const longestField = 32 * 1024;
/** Decoded bytes of all parts together; a message has 10,000 characters, but may follow long quotations. */
const mostText = { plain: 256 * 1024, html: 200 * 1024 };
/** Searched in a millisecond. */
const searchedBytes = 1024 * 1024;

interface Part {
  headers: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
}

interface FoundParts {
  plain: string[];
  html: string[];
  left: { plain: number; html: number };
  attached: Part[];
  parts: number;
  slices: Slices;
}

export async function readMail(raw: Uint8Array): Promise<IncomingMail> {
  const part = getPart(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const found: FoundParts = {
    ...{ plain: [], html: [], attached: [], parts: 0 },
    left: { ...mostText },
    slices: new Slices(),
  };
  await collect(part, found, 0);
  const plain = found.plain.join('\n');
  return {
    headers: (name) => part.headers.get(name) ?? [],
    text: plain.trim() === '' ? found.html.map(textOfHtml).join('\n') : plain,
    plain,
    html: found.html.join('\n'),
    attachments: found.attached.length,
    files: found.attached.map(fileIn),
  };
}

function fileIn(part: Part): MailFile {
  const { value: type, parameters } = withParameters(readHeader(part, 'content-type'));
  const disposition = withParameters(readHeader(part, 'content-disposition')).parameters;
  const name = disposition.get('filename') ?? parameters.get('name') ?? extendedName(disposition) ?? 'file';
  return { name: headerText(name), type, chunks: () => decodeChunks(part.body, getEncoding(part)) };
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

/** A head that is too long ends at its limit. */
function getPart(raw: Buffer): Part {
  const bodyAt = findBody(raw);
  const head = raw.toString('latin1', 0, bodyAt).replaceAll('\r\n', '\n').trimEnd();
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n', mostFields)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1, colon + 1 + longestField).trim();
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return { headers, body: raw.subarray(bodyAt) };
}

/** After the first empty line. */
function findBody(raw: Buffer): number {
  const most = Math.min(raw.length, longestHead);
  let isLineEmpty = true;
  for (let at = 0; at < most; at++) {
    if (raw[at] === newline) {
      if (isLineEmpty) return at + 1;
      isLineEmpty = true;
    } else if (raw[at] !== carriageReturn || raw[at + 1] !== newline) isLineEmpty = false;
  }
  return most;
}

const [newline, carriageReturn, dash] = [0x0a, 0x0d, 0x2d];

/** A value and its parameters: `text/plain; charset=utf-8`. */
function withParameters(value: string): { value: string; parameters: ReadonlyMap<string, string> } {
  const [first = ''] = value.split(';');
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of value.matchAll(/;\s*([\w*-]+)=(?:"([^"]*)"|([^\s;]*))/g))
    parameters.set(name.toLowerCase(), quoted ?? bare);
  return { value: first.trim().toLowerCase(), parameters };
}

const readHeader = ({ headers }: Part, name: string): string => headers.get(name)?.[0] ?? '';
const getEncoding = (part: Part): string => readHeader(part, 'content-transfer-encoding').toLowerCase();

const signatures = new Set(['application/pgp-signature', 'application/pkcs7-signature']);

async function collect(part: Part, found: FoundParts, depth: number): Promise<void> {
  if (depth > deepest || ++found.parts > mostParts) return;
  const { value: given, parameters } = withParameters(readHeader(part, 'content-type'));
  const type = given === '' ? 'text/plain' : given;
  const boundary = parameters.get('boundary');
  if (type.startsWith('multipart/') && boundary !== undefined) {
    for (const inner of await partsIn(part.body, boundary, found.slices)) {
      await collect(getPart(inner), found, depth + 1);
      await found.slices.pause();
    }
    return;
  }
  const isAttached = withParameters(readHeader(part, 'content-disposition')).value === 'attachment';
  const isPlain = type === 'text/plain';
  if ((isPlain || type === 'text/html') && !isAttached) {
    const kind = isPlain ? 'plain' : 'html';
    const text = decodeText(part, parameters.get('charset') ?? 'utf-8', found.left, kind);
    const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
    found[kind].push(isPlain && isFlowed ? unflowed(text, parameters) : text);
    return;
  }
  const isInText = readHeader(part, 'content-id') !== '' && !isAttached;
  if (!isInText && !signatures.has(type)) found.attached.push(part);
}

/** Goes through all lines of the body, with pauses. */
async function partsIn(body: Buffer, boundary: string, slices: Slices): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let start: number | undefined;
  let pauseAt = searchedBytes;
  for (let at = 0; at < body.length && parts.length < mostParts;) {
    let end = at;
    while (end < body.length && body[end] !== newline) end++;
    const mark = body[at] === dash && body[at + 1] === dash ? markIn(body, at, end, boundary) : undefined;
    if (mark !== undefined) {
      if (start !== undefined) parts.push(body.subarray(start, lineBefore(body, start, at)));
      start = end + 1;
      if (mark === 'last') return parts;
    }
    at = end + 1;
    if (at < pauseAt) continue;
    pauseAt = at + searchedBytes;
    await slices.pause();
  }
  if (start !== undefined && parts.length < mostParts) parts.push(body.subarray(start));
  return parts;
}

/** What the line means: the beginning of a part, or the end of the last. */
function markIn(body: Buffer, at: number, end: number, boundary: string): 'next' | 'last' | undefined {
  // A longer line than the boundary can only have spaces at its end.
  if (end - at > boundary.length + 1000) return undefined;
  const line = body.toString('latin1', at, end).trimEnd();
  if (line === `--${boundary}`) return 'next';
  return line === `--${boundary}--` ? 'last' : undefined;
}

/** The end of the line before, without its line break. */
function lineBefore(body: Buffer, start: number, at: number): number {
  const end = at - (body[at - 2] === carriageReturn ? 2 : 1);
  return Math.max(start, end);
}

function decodeText(
  part: Part,
  charset: string,
  left: FoundParts['left'],
  kind: keyof FoundParts['left'],
): string {
  const bytes = decodeStart(part.body, getEncoding(part), left[kind]);
  left[kind] -= bytes.length;
  // In a stream, a character that is cut off at the limit is left out.
  const options = { stream: left[kind] <= 0 };
  try {
    return withoutReturns(new TextDecoder(charset).decode(bytes, options));
  } catch {
    // An unknown character set.
    return withoutReturns(new TextDecoder().decode(bytes, options));
  }
}

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n');

/** Joins lines of format=flowed (RFC 3676). */
function unflowed(text: string, parameters: ReadonlyMap<string, string>): string {
  const losesSpace = parameters.get('delsp')?.toLowerCase() === 'yes';
  const lines: string[] = [];
  let isOpen = false;
  for (const given of text.split('\n')) {
    const line = given.startsWith(' ') ? given.slice(1) : given;
    const isQuoted = line.startsWith('>');
    if (isOpen && !isQuoted) lines.push((lines.pop() ?? '') + line);
    else lines.push(line);
    isOpen = !isQuoted && line.endsWith(' ') && line !== '-- ';
    if (isOpen && losesSpace) lines.push((lines.pop() ?? '').slice(0, -1));
  }
  return lines.join('\n');
}
