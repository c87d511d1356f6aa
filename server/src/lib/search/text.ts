/**
 * Text as it is indexed and searched: the same words from a message and from what people type to find it.
 *
 * A word is a run of letters and digits, without case and accents. Scripts that are written without spaces between
 * words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) become overlapping pairs of characters followed by the
 * last character alone: 你好吗 is `你好 好吗 吗`. So every character begins some word, and a search for one character
 * is a search for a beginning, like a search for the first letters of a Latin word.
 *
 * Words hold nothing but letters and digits and stand apart by one space, so that every index sees the same ones
 * (`line.ts`), and what people type becomes the same words (`query.ts`).
 */

/** Longer words are truncated, both in the index and in queries. */
export const cutAt = 64;

const ascii = /^[\t\n\r -~]*$/;
const notAsciiWord = /[^a-z0-9]+/g;
const longAsciiWord = new RegExp(`[a-z0-9]{${cutAt + 1},}`);

/** Voiced sound marks of Japanese distinguish syllables, and are no accents. */
const accents = /(?![\u3099\u309a])\p{M}/gu;

const unspacedScripts = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const ofUnspacedScript = `${unspacedScripts.map((script) => `\\p{sc=${script}}`).join('')}\\u30FC`;
const unspaced = `[[${ofUnspacedScript}]&&[\\p{L}\\p{N}]]`;
/** Runs of letters and digits; the first group matches runs that become pairs. */
export const runs = new RegExp(`(${unspaced}+)|[[\\p{L}\\p{N}]--${unspaced}]+`, 'gv');

/** Letters that do not decompose into a letter and a mark. */
const alike = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ς: 'σ',
  }),
);
const apartFromOthers = new RegExp(`[${[...alike.keys()].join('')}]`, 'g');

/** Folds case, accents and width. */
export function fold(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(accents, '').normalize('NFC');
  return bare.replace(apartFromOthers, (letter) => alike.get(letter) ?? letter);
}

export function cut(word: string): string {
  return word.length <= cutAt ? word : Array.from(word).slice(0, cutAt).join('');
}

/** @param options Unless the run is `complete`, it may continue in the message. */
export function pairs(run: string, { complete }: { complete: boolean }): string[] {
  const characters = Array.from(run);
  const words = characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
  if (complete || words.length === 0) words.push(characters.at(-1) ?? '');
  return words;
}

/** The words of a message, for the index. */
export function searchText(text: string): string {
  if (!ascii.test(text)) return getWords(text).join(' ');
  const words = text.toLowerCase().replace(notAsciiWord, ' ').trim();
  if (words.length <= cutAt || !longAsciiWord.test(words)) return words;
  return words.split(' ').map(cut).join(' ');
}

function getWords(text: string): string[] {
  const words: string[] = [];
  for (const [run, ofPairs] of fold(text).matchAll(runs)) {
    if (ofPairs === undefined) words.push(cut(run));
    else words.push(...pairs(ofPairs, { complete: true }));
  }
  return words;
}
