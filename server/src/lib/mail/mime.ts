/**
 * Parses emails: nested parts, transfer encodings and character sets. Damaged emails are parsed as far as possible, hostile ones up to
 * limits above any email that a person writes; the rest is ignored. Bytes are decoded only where their text is shown.
 */
import { Slices } from '../slices.ts';
import { decodePage } from '../html/decode.ts';
import { decodeCharset, decodeRaw, headerText } from './header-text.ts';
import { decodeChunks, decodeStart } from './transfer-encoding.ts';

export interface IncomingMail {
  /** Values of the header, unfolded; the name is in lower case. */
  headers(name: string): readonly string[];
  /** Shown one after the other. */
  texts: readonly MailText[];
  /** Calendar objects, as iCalendar (RFC 5545). */
  calendars: readonly string[];
  /** Number of attachments without inline images. */
  attachments: number;
  files: readonly MailFile[];
}

/** One text in one or both forms. */
export interface MailText {
  plain?: string;
  html?: string;
}

export interface MailFile {
  name: string;
  type: string;
  /** By which the HTML refers to an image. */
  id: string | undefined;
  /** Decoded while they are read. */
  chunks: () => Iterable<Buffer>;
}

const deepest = 10;
const mostParts = 200;
/** The most header fields of one part. */
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
  texts: MailText[];
  calendars: string[];
  left: { plain: number; html: number };
  attached: Part[];
  /** Images that the HTML shows. */
  shown: Part[];
  parts: number;
  slices: Slices;
}

export async function readMail(raw: Uint8Array): Promise<IncomingMail> {
  const part = getPart(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const found: FoundParts = {
    texts: [],
    calendars: [],
    attached: [],
    shown: [],
    parts: 0,
    left: { ...mostText },
    slices: new Slices(),
  };
  await collect(part, found, 0);
  return {
    headers: (name) => part.headers.get(name) ?? [],
    texts: found.texts,
    calendars: found.calendars,
    attachments: found.attached.length,
    files: [...found.attached, ...found.shown].map(fileIn),
  };
}

function fileIn(part: Part): MailFile {
  const { value: type, parameters } = withParameters(readHeader(part, 'content-type'));
  const disposition = withParameters(readHeader(part, 'content-disposition')).parameters;
  const given = getParameter(disposition, 'filename') ?? getParameter(parameters, 'name');
  const name = given === undefined || given.trim() === '' ? unnamed(part, type) : given;
  const id = readHeader(part, 'content-id').replaceAll(/^<|>$/g, '');
  return {
    name: headerText(name),
    type,
    id: id === '' ? undefined : id,
    chunks: () => decodeChunks(part.body, getEncoding(part)),
  };
}

/** A file without a name is called what it is. */
function unnamed(part: Part, type: string): string {
  if (isCalendar(type)) return 'invitation.ics';
  const [kind, ending = ''] = type.split('/');
  if (type === 'message/rfc822') {
    const subject = headerText(getPart(part.body).headers.get('subject')?.[0] ?? '');
    return `${subject === '' ? 'message' : subject}.eml`;
  }
  return kind === 'image' || type === 'application/pdf'
    ? `${kind}.${ending}`.replace('application', 'file')
    : 'file';
}

/** A value in one piece or several, and in a character set of its own (RFC 2231): `filename*0*=utf-8''Gr%C3%BC`. */
function getParameter(parameters: ReadonlyMap<string, string>, name: string): string | undefined {
  const whole = parameters.get(name);
  const pieces: { text: string; isEncoded: boolean }[] = [];
  const add = (key: string) => {
    const text = parameters.get(key) ?? parameters.get(`${key}*`);
    if (text !== undefined) pieces.push({ text, isEncoded: !parameters.has(key) });
    return text !== undefined;
  };
  if (whole === undefined && parameters.has(`${name}*`))
    pieces.push({ text: parameters.get(`${name}*`) ?? '', isEncoded: true });
  else for (let at = 0; at < mostPieces && add(`${name}*${String(at)}`);) at++;
  if (whole !== undefined || pieces.length === 0) return whole;
  const charset = /^([\w-]*)'[\w-]*'/.exec(pieces[0]?.text ?? '');
  const bytes = pieces.map(({ text, isEncoded }, at) => {
    const rest = at === 0 && charset ? text.slice(charset[0].length) : text;
    return isEncoded ? percentDecoded(rest) : Buffer.from(rest, 'latin1');
  });
  return decodeCharset(Buffer.concat(bytes), charset?.[1] ?? '');
}

const mostPieces = 50;

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** A head that is too long ends at its limit. */
function getPart(raw: Buffer): Part {
  const bodyAt = findBody(raw);
  const head = raw.toString('latin1', 0, bodyAt).replaceAll('\r\n', '\n').trimEnd();
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n', mostFields)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = decodeRaw(line.slice(colon + 1, colon + 1 + longestField).trim());
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
const isCalendar = (type: string): boolean => type === 'text/calendar' || type === 'application/ics';

/** @param alternatives The text that the part is a form of. */
async function collect(part: Part, found: FoundParts, depth: number, alternatives?: MailText): Promise<void> {
  if (depth > deepest || ++found.parts > mostParts) return;
  const { value: given, parameters } = withParameters(readHeader(part, 'content-type'));
  const type = given === '' ? 'text/plain' : given;
  const boundary = parameters.get('boundary');
  if (type.startsWith('multipart/') && boundary !== undefined) {
    const inner = alternatives ?? (type === 'multipart/alternative' ? addText(found) : undefined);
    for (const each of await partsIn(part.body, boundary, found.slices)) {
      await collect(getPart(each), found, depth + 1, inner);
      await found.slices.pause();
    }
    return;
  }
  const isAttached = withParameters(readHeader(part, 'content-disposition')).value === 'attachment';
  if ((type === 'text/plain' || type === 'text/html') && !isAttached) {
    const kind = type === 'text/plain' ? 'plain' : 'html';
    const text = decodeText(part, parameters, found.left, kind);
    const into = alternatives ?? addText(found);
    into[kind] = into[kind] === undefined ? text : `${into[kind]}\n${text}`;
  } else if (isCalendar(type)) addCalendar(part, parameters, found);
  else if (!signatures.has(type)) {
    const isShown = readHeader(part, 'content-id') !== '' && !isAttached && type.startsWith('image/');
    (isShown ? found.shown : found.attached).push(part);
  }
}

function addText({ texts }: FoundParts): MailText {
  const text: MailText = {};
  texts.push(text);
  return text;
}

/** Invitations often have the same object twice: for programs that show it, and as a file. */
function addCalendar(part: Part, parameters: ReadonlyMap<string, string>, found: FoundParts): void {
  const text = decodeText(part, parameters, found.left, 'plain').trim();
  if (found.calendars.includes(text)) return;
  found.calendars.push(text);
  found.attached.push(part);
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
  parameters: ReadonlyMap<string, string>,
  left: FoundParts['left'],
  kind: keyof FoundParts['left'],
): string {
  const bytes = decodeStart(part.body, getEncoding(part), left[kind]);
  left[kind] -= bytes.length;
  const charset = parameters.get('charset') ?? '';
  const isCut = left[kind] <= 0;
  const isPage = kind === 'html' && charset === '';
  const text = (isPage ? decodePage(bytes, '') : decodeCharset(bytes, charset, { isCut })).replaceAll(
    '\r\n',
    '\n',
  );
  return parameters.get('format')?.toLowerCase() === 'flowed' ? unflowed(text, parameters) : text;
}

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
