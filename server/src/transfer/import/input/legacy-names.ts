/** Names whose encoding was lost: by programs that pack archives, or by ones that took UTF-8 for something else. */
import { isUtf8 } from 'node:buffer';

/** The upper half of code page 437, which the format of zip archives means where it does not say UTF-8. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0';
const windowsHalf = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 128 }, (_, i) => 128 + i),
);

const byteTable = (half: string): ReadonlyMap<string, number> =>
  new Map([...half].map((character, i) => [character, 128 + i]));
const zipBytes = byteTable(upperHalf);
const windowsBytes = byteTable(windowsHalf);

/** @returns undefined if it has other characters */
function encode(text: string, table: ReadonlyMap<string, number>): Buffer | undefined {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const byte = code < 128 ? code : table.get(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}

/** Names of files in a zip archive, most of which are UTF-8 whatever their flags say. No two become the same. */
export const zipName = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString('utf8')
    : [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : upperHalf[byte - 128])).join('');

const encodings = [
  ...(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254'] as const),
  ...(['windows-1255', 'windows-1256', 'ibm866', 'koi8-r', 'iso-8859-2'] as const),
  ...(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const),
];

/** What a name of a zip archive may have been before it was packed. */
export function possibleNames(name: string): string[] {
  const found = new Set([name.normalize('NFC')]);
  const bytes = encode(name, zipBytes);
  for (const encoding of bytes ? encodings : []) found.add(decode(bytes, encoding).normalize('NFC'));
  const windows = encode(name, windowsBytes);
  if (windows) found.add(decode(windows, 'utf-8').normalize('NFC'));
  return [...found].filter((one) => !one.includes('\uFFFD'));
}

const decode = (bytes: Buffer | undefined, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes);

const mostRounds = 3;
/** The first byte of what UTF-8 writes in several. */
const leading = /[\u00C2-\u00F4]/;

/**
 * Puts right what was UTF-8 and was taken for Windows-1252, such as "MÃ¼nchen", once or several times. It is certain: no other
 * text is UTF-8 as a whole by chance.
 */
export function repairName(name: string): string {
  let repaired = name;
  for (let round = 0; round < mostRounds && leading.test(repaired); round++) {
    const bytes = encode(repaired, windowsBytes);
    if (!bytes || !isUtf8(bytes)) break;
    repaired = bytes.toString('utf8');
  }
  return repaired;
}
