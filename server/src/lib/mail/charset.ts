/** Decodes the character sets that emails name, and those that they do not name. */

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
