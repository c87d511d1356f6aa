/** Small questions about characters that several rules ask. */

const letterOrDigit = /[\p{L}\p{N}]/u;

/** The first code unit of scripts that are written without spaces between words. */
const firstUnspaced = 0x2e80;

export function isAsciiWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}

/** Whether something may start at `pos`: not in the middle of a word of a script that has spaces. */
export function atWordStart(src: string, pos: number): boolean {
  if (pos === 0) return true;
  const code = src.charCodeAt(pos - 1);
  if (code < 0x80) return !isAsciiWord(code);
  return code >= firstUnspaced || !letterOrDigit.test(src.charAt(pos - 1));
}
