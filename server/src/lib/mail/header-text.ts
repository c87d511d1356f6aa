/** Decodes headers: encoded words (RFC 2047), such as `=?utf-8?q?Gr=C3=BC=C3=9Fe?=`, and text that is not encoded (RFC 6532). */
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

// Decodes the character sets that emails name, and those that they do not name.

/** Names of mail programs that the Encoding Standard does not have. */
const aliases: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'x-gbk': 'gbk',
  utf8mb4: 'utf-8',
  'us-ascii': '',
  ascii: '',
  'unknown-8bit': '',
  'x-unknown': '',
  '8bit': '',
  default: '',
};

interface DecodeOptions {
  /** Whether the bytes may end within a character, which is then left out. */
  isCut?: boolean;
}

/** Text without a known character set is UTF-8 if it can be, else what programs without one write: Windows-1252. */
export function decodeCharset(bytes: Buffer, charset: string, { isCut = false }: DecodeOptions = {}): string {
  const given = charset.trim().toLowerCase();
  const label = aliases[given] ?? given;
  const options = { stream: isCut };
  if (label !== '')
    try {
      return new TextDecoder(label).decode(bytes, options);
    } catch {
      if (given === 'utf-7') return decodeUtf7(bytes.toString('latin1'));
    }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** RFC 2152: UTF-16 in Base64, between `+` and `-`. */
const decodeUtf7 = (text: string): string =>
  text.replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    const bytes = Buffer.from(encoded, 'base64');
    return encoded === '' ? '+' : new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  });
