/**
 * Text as it is indexed and searched: the same words from a message and from what people type to find it.
 *
 * A word is a run of letters and digits, without case and accents. Scripts that are written without spaces between
 * words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) become overlapping pairs of characters followed by the
 * last character alone: 你好吗 is `你好 好吗 吗`. So every character begins some word, and a search for one character
 * is a search for a beginning, like a search for the first letters of a Latin word.
 *
 * Words hold nothing but letters and digits and stand apart by one space, so that every index sees the same ones.
 * Give FTS5 `unicode61 remove_diacritics 0`; give PostgreSQL `tsVector` and `tsQuery`, which need no parser.
 */

/** Longer words are cut here, in the index and in searches alike. */
const maxWordLength = 64;

/** Further terms of a search, and further words of a term, are ignored. */
const maxTerms = 32;
const maxWordsInTerm = 64;

/** Words that stand next to each other in a message. */
export interface SearchTerm {
  words: string[];
  /** The last word may be the beginning of a longer one. */
  prefix: boolean;
}

const ascii = /^[\t\n\r -~]*$/;
const notAsciiWord = /[^a-z0-9]+/g;
const longAsciiWord = new RegExp(`[a-z0-9]{${maxWordLength + 1},}`);

/** Marks that make another syllable of a Japanese one are no accents. */
const accents = /(?![\u3099\u309a])\p{M}/gu;

const unspacedScripts = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const ofUnspacedScript = `${unspacedScripts.map((script) => `\\p{sc=${script}}`).join('')}\\u30FC`;
const unspaced = `[[${ofUnspacedScript}]&&[\\p{L}\\p{N}]]`;
const runs = new RegExp(`(${unspaced}+)|[[\\p{L}\\p{N}]--${unspaced}]+`, 'gv');

/** Letters that do not come apart into a letter and a mark. */
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

/** Without case, accents and differences of width. */
function fold(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(accents, '').normalize('NFC');
  return bare.replace(apartFromOthers, (letter) => alike.get(letter) ?? letter);
}

function cut(word: string): string {
  return word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join('');
}

/** Without `last` the run may go on in the message. */
function pairs(run: string, last: boolean): string[] {
  const characters = Array.from(run);
  const words = characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
  if (last || words.length === 0) words.push(characters.at(-1) ?? '');
  return words;
}

/** The words of a message, for the index. */
export function searchText(markdown: string): string {
  if (!ascii.test(markdown)) return wordsOf(markdown).join(' ');
  const words = markdown.toLowerCase().replace(notAsciiWord, ' ').trim();
  if (words.length <= maxWordLength || !longAsciiWord.test(words)) return words;
  return words.split(' ').map(cut).join(' ');
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run, ofPairs] of fold(text).matchAll(runs)) {
    if (ofPairs === undefined) words.push(cut(run));
    else words.push(...pairs(ofPairs, true));
  }
  return words;
}

function termOf(typed: string, quoted: boolean): SearchTerm {
  const found = [...fold(typed).matchAll(runs)];
  const words = found.flatMap(([run, ofPairs], i) =>
    ofPairs === undefined ? [cut(run)] : pairs(ofPairs, i + 1 < found.length),
  );
  const endsWithPairs = found.at(-1)?.[1] !== undefined;
  return { words: words.slice(0, maxWordsInTerm), prefix: endsWithPairs || !quoted };
}

const quotedOrWord = /"([^"]*)"?|([^\s"]+)/g;

/**
 * What somebody typed, as terms that a message must contain, all of them. Text in double quotes is one term and ends
 * with a whole word; every other word may be the beginning of one. Empty when nothing can be searched for.
 */
export function searchQuery(typed: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quoted, word] of typed.matchAll(quotedOrWord)) {
    const term = termOf(quoted ?? word ?? '', quoted !== undefined);
    if (term.words.length > 0 && terms.length < maxTerms) terms.push(term);
  }
  return terms;
}

/** A MATCH expression for FTS5. */
export function fts5Query(terms: SearchTerm[]): string {
  return terms.map(({ words, prefix }) => `"${words.join(' ')}"${prefix ? ' *' : ''}`).join(' AND ');
}

/** A value for PostgreSQL, to be cast with `::tsquery`. */
export function tsQuery(terms: SearchTerm[]): string {
  return terms.map(({ words, prefix }) => `(${words.join(' <-> ')}${prefix ? ':*' : ''})`).join(' & ');
}

/** Words made by `searchText` as a value for PostgreSQL, to be cast with `::tsvector`. */
export function tsVector(words: string): string {
  if (words === '') return '';
  return words
    .split(' ')
    .map((word, i) => `${word}:${i + 1}`)
    .join(' ');
}
