/** Decodes headers: encoded words (RFC 2047), such as `=?utf-8?q?Gr=C3=BC=C3=9Fe?=`, and text that is not encoded (RFC 6532). */
import { decodeCharset } from './charset.ts';

/** Consecutive words, which belong together: a character may be cut by their boundary. */
const words = /(?:=\?[\w-]{1,40}(?:\*[\w-]*)?\?[bq]\?[^?\s]*\?=\s*)+/gi;
const word = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;

/** @param value As it was received, each byte as one character, or decoded already. */
export function headerText(value: string): string {
  return decodeRaw(value)
    .replaceAll(words, (all: string) => decodeWords(all) + (/\s$/.test(all) ? ' ' : ''))
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Bytes above ASCII that were read as one character each. */
export const decodeRaw = (value: string): string =>
  /[\u0080-\u00ff]/.test(value) && !/[^\0-\u00ff]/.test(value)
    ? decodeCharset(Buffer.from(value, 'latin1'), '')
    : value;

function decodeWords(all: string): string {
  const runs: { charset: string; bytes: Buffer[] }[] = [];
  for (const [, charset = '', encoding = '', text = ''] of all.matchAll(word)) {
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text);
    const last = runs.at(-1);
    if (last?.charset === charset.toLowerCase()) last.bytes.push(bytes);
    else runs.push({ charset: charset.toLowerCase(), bytes: [bytes] });
  }
  return runs.map(({ charset, bytes }) => decodeCharset(Buffer.concat(bytes), charset)).join('');
}

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
