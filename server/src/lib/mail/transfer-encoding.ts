/** Decodes the transfer encodings of emails (RFC 2045) in chunks. */

const chunkBytes = 192 * 1024;

/** A body may have any size, since it is decoded while it is read. */
export function* decodeChunks(body: Buffer, encoding: string): Generator<Buffer> {
  if (encoding === 'base64') yield* decodeBase64(body);
  else if (encoding === 'quoted-printable') yield* decodeQuoted(body);
  else for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

/** At most this many bytes of the beginning. */
export function decodeStart(body: Buffer, encoding: string, mostBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  if (mostBytes > 0)
    for (const chunk of decodeChunks(body, encoding)) {
      chunks.push(chunk);
      if ((size += chunk.length) >= mostBytes) break;
    }
  return Buffer.concat(chunks).subarray(0, Math.max(0, mostBytes));
}

/** Other characters are left out, as line breaks are. */
function* decodeBase64(body: Buffer): Generator<Buffer> {
  let rest = '';
  for (let at = 0; at < body.length; at += chunkBytes) {
    const text = rest + body.toString('latin1', at, at + chunkBytes).replaceAll(/[^A-Za-z0-9+/_-]+/g, '');
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    yield Buffer.from(text.slice(0, whole), 'base64');
  }
  yield Buffer.from(rest, 'base64');
}

const [equals, space, tab, newline, carriageReturn] = [0x3d, 0x20, 0x09, 0x0a, 0x0d];

function* decodeQuoted(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, body.length - at));
    let size = 0;
    while (at < body.length && size < chunk.length) {
      const byte = body[at] ?? 0;
      const after = byte === equals ? afterSoftBreak(body, at + 1) : undefined;
      if (after !== undefined) {
        at = after;
        continue;
      }
      const code = byte === equals ? hexDigit(body[at + 1]) * 16 + hexDigit(body[at + 2]) : Number.NaN;
      chunk[size++] = Number.isNaN(code) ? byte : code;
      at += Number.isNaN(code) ? 1 : 3;
    }
    yield chunk.subarray(0, size);
  }
}

/** Spaces after the sign are padding of transports; there are few. */
function afterSoftBreak(body: Buffer, start: number): number | undefined {
  let at = start;
  while (at - start < 100 && (body[at] === space || body[at] === tab)) at++;
  if (body[at] === carriageReturn) at++;
  return body[at] === newline ? at + 1 : undefined;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NaN;
}
