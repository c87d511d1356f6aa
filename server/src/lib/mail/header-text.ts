/** Decodes headers with encoded words (RFC 2047): `=?utf-8?q?Gr=C3=BC=C3=9Fe?=`. */

const word = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;

/** Invalid words are kept. */
export function headerText(value: string): string {
  return value
    .replaceAll(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(word, (all: string, charset: string, encoding: string, text: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text);
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch {
        return all;
      }
    })
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
