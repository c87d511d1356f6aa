/**
 * Decodes texts whose encoding is certain: by their byte order mark, or since JSON and the names of columns begin with ASCII.
 * Others are taken as UTF-8; a file that is not is reported, and what is no UTF-8 becomes U+FFFD.
 */
import { isUtf8 } from 'node:buffer';

const textFile = /\.(?:jsonl?|ndjson|csv)$/i;
export const isTextFile = (path: string): boolean => textFile.test(path);

export const notUtf8 =
  'Not all of its text is UTF-8: letters were replaced by \uFFFD. Save it as UTF-8 and run the import again, which puts them right.';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | undefined;

/** @returns undefined for UTF-32, which nothing writes by itself */
function findEncoding(start: Buffer): { encoding: Encoding; mark: number } {
  const [a = 1, b = 1, c = 1, d = 1] = start;
  if (a === 0xff && b === 0xfe)
    return c === 0 && d === 0 ? { encoding: undefined, mark: 4 } : { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0 && b === 0) return { encoding: undefined, mark: 0 };
  if (a === 0) return { encoding: 'utf-16be', mark: 0 };
  if (b === 0) return { encoding: c === 0 ? undefined : 'utf-16le', mark: 0 };
  return { encoding: 'utf-8', mark: 0 };
}

/** @param note Called once for a text that is in no certain encoding. */
export async function* toUtf8(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  note: (reason: string) => void,
): AsyncGenerator<Buffer> {
  let decode: ((chunk: Buffer) => Buffer) | undefined;
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decode) {
      yield decode(chunk);
      continue;
    }
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length < 4) continue;
    const begun = beginDecoding(start, note);
    ({ decode } = begun);
    yield begun.first;
  }
  if (!decode && start.length > 0) yield beginDecoding(start, note).first;
}

function beginDecoding(start: Buffer, note: (reason: string) => void) {
  const { encoding, mark } = findEncoding(start);
  const decode =
    encoding === 'utf-8' ? checkUtf8(note) : encoding === undefined ? refuse(note) : recode(encoding);
  return { decode, first: decode(start.subarray(mark)) };
}

function recode(encoding: 'utf-16le' | 'utf-16be'): (chunk: Buffer) => Buffer {
  const decoder = new TextDecoder(encoding);
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}

function refuse(note: (reason: string) => void): (chunk: Buffer) => Buffer {
  note('Its text is UTF-32. Save it as UTF-8 and run the import again.');
  return () => Buffer.alloc(0);
}

function checkUtf8(note: (reason: string) => void): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  let isNoted = false;
  return (chunk) => {
    if (isNoted) return chunk;
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = all.length - countIncomplete(all);
    rest = all.subarray(whole);
    if (!isUtf8(all.subarray(0, whole))) {
      isNoted = true;
      note(notUtf8);
    }
    return chunk;
  };
}

/** The bytes at the end of a character that continues in the next chunk. */
function countIncomplete(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
