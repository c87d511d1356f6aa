/** Parses search queries, and converts them for each database's index; also matches them against words. */
import { placeWord, senderWord, type Conversation, isEmojiWord, takeEmoji } from './line.ts';
import { cut, fold, pairs, runs } from './text.ts';

/** Further terms, and further words of a term, are ignored. */
const maxTerms = 32;
const maxWordsInTerm = 64;

/** Consecutive words in a message or its topic. */
export interface SearchTerm {
  words: string[];
  /** Whether the last word may be a prefix, and a single word another form of itself. */
  prefix: boolean;
}

const known = new WeakMap<SearchTerm, readonly string[]>();

/** Other forms of the term's word, in addition to words that start with it. */
export function otherForms(term: SearchTerm): readonly string[] {
  const made = known.get(term) ?? newForms(term);
  known.set(term, made);
  return made;
}

function newForms({ words: [word = '', ...others], prefix }: SearchTerm): readonly string[] {
  return prefix && others.length === 0 ? getForms(word).filter((form) => !form.startsWith(word)) : [];
}

/** All `wanted` terms must match, and no `unwanted` one. */
export interface SearchQuery {
  wanted: SearchTerm[];
  unwanted: SearchTerm[];
}

function getTerm(typed: string, quoted: boolean): SearchTerm {
  const found = [...fold(typed).matchAll(runs)];
  const words = found.flatMap(([run, ofPairs], i) =>
    ofPairs === undefined ? [cut(run)] : pairs(ofPairs, { complete: i + 1 < found.length }),
  );
  const endsWithPairs = found.at(-1)?.[1] !== undefined;
  return { words: words.slice(0, maxWordsInTerm), prefix: endsWithPairs || !quoted };
}

/** A dash negates only at the start of a word, so that neither `x-y` nor `--flag` excludes anything. */
const quotedOrWord = /((?<!\S)-(?=["\p{L}\p{N}]))?(?:"([^"]*)"?|([^\s"]+))/gu;

/**
 * Parses a query into terms, all of which a message must match. Quoted text is one term and ends
 * with a whole word; other words may be prefixes or other forms. A dash before a term excludes messages with it.
 * Empty if there is nothing to search for.
 */
export function searchQuery(typed: string): SearchQuery {
  const query: SearchQuery = { wanted: [], unwanted: [] };
  const add = (term: SearchTerm, isUnwanted: boolean) => {
    if (term.words.length === 0 || query.wanted.length + query.unwanted.length >= maxTerms) return;
    (isUnwanted ? query.unwanted : query.wanted).push(term);
  };
  const { words, rest } = takeEmoji(typed);
  for (const [, dash, quoted, word] of rest.matchAll(quotedOrWord))
    add(getTerm(quoted ?? word ?? '', quoted !== undefined), dash !== undefined);
  for (const { word, isUnwanted } of words) add({ words: [word], prefix: false }, isUnwanted);
  return query;
}

/** In addition to the words: one of the conversations, and the sender. */
export interface SearchScope {
  places?: readonly Conversation[] | undefined;
  senderId?: number | undefined;
}

/** The known words with a prefix, if they are few. */
export type ExpandPrefix = (beginning: string) => readonly string[] | undefined;

/** A MATCH expression for FTS5. At least one term must be wanted. */
export function fts5Query(
  { wanted, unwanted }: SearchQuery,
  { places, senderId }: SearchScope = {},
  endings: ExpandPrefix = () => undefined,
): string {
  const all = wanted.map((term) => fts5Term(term, endings));
  if (places) all.push(`(${places.map((place) => `"${placeWord(place)}"`).join(' OR ')})`);
  if (senderId !== undefined) all.push(`"${senderWord(senderId)}"`);
  const found = all.join(' AND ');
  if (unwanted.length === 0) return found;
  return `(${found}) NOT (${unwanted.map((term) => fts5Term(term, endings)).join(' OR ')})`;
}

function fts5Term(term: SearchTerm, endings: ExpandPrefix): string {
  const { words, prefix } = term;
  if (!prefix) return `"${words.join(' ')}"`;
  const phrases = [...fts5Beginnings(term, endings), ...otherForms(term).map((form) => `"${form}"`)];
  return phrases.length === 1 && phrases[0]?.endsWith('*') ? phrases[0] : `(${phrases.join(' OR ')})`;
}

function fts5Beginnings({ words }: SearchTerm, endings: ExpandPrefix): string[] {
  const whole = endings(words.at(-1) ?? '');
  if (whole === undefined || whole.length === 0) return [`"${words.join(' ')}" *`];
  // FTS5 reads lists of whole words lazily, but those of all words with a prefix before the first row.
  return whole.map((word) => `"${[...words.slice(0, -1), word].join(' ')}"`);
}

/** A value for PostgreSQL, to be cast with `::tsquery`. At least one term must be wanted. */
export function tsQuery({ wanted, unwanted }: SearchQuery, { places, senderId }: SearchScope = {}): string {
  const all = [...wanted.map(tsTerm), ...unwanted.map((term) => `!${tsTerm(term)}`)];
  if (places) all.push(`(${places.map((place) => `'${placeWord(place)}'`).join(' | ')})`);
  if (senderId !== undefined) all.push(`'${senderWord(senderId)}'`);
  return all.join(' & ');
}

/** Quoted, since a colon is a mark of the syntax. */
const quotedWord = (word: string): string => (isEmojiWord(word) ? `'${word}'` : word);

const tsTerm = (term: SearchTerm): string =>
  `(${[`${term.words.map(quotedWord).join(' <-> ')}${term.prefix ? ':*' : ''}`, ...otherForms(term)].join(' | ')})`;

/** Whether a message matches, given its topic and text in the form of `searchText`. */
export function isFound({ wanted, unwanted }: SearchQuery, texts: readonly string[]): boolean {
  const lines = texts.map((text) => ` ${text} `);
  const has = (term: SearchTerm) => {
    const phrases = [` ${term.words.join(' ')}${term.prefix ? '' : ' '}`];
    phrases.push(...otherForms(term).map((form) => ` ${form} `));
    return lines.some((line) => phrases.some((phrase) => line.includes(phrase)));
  };
  return wanted.every(has) && !unwanted.some(has);
}

// Inflected forms of English words: plurals and verb forms. They are generated for queries, so that the index contains the
// words as written, and is the same in both databases.

const vowel = /[aeiouy]/;
const double = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** Ends in a short syllable: consonant, vowel, consonant; or consists of a vowel and a consonant. */
const shortEnd = /(?:[^aeiouy][aeiouy][^aeiouywx]|^[aeiouy][^aeiouy])$/;
/** The region after the first consonant that follows a vowel (R1). */
const behindFirst = /[aeiouy][^aeiouy](.*)$/;

const region = (word: string): string => behindFirst.exec(word)?.[1] ?? '';
const isShort = (word: string): boolean => shortEnd.test(word) && region(word) === '';

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word) || !word.endsWith('s')) return word;
  return vowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return region(word).endsWith('eed') ? word.slice(0, -1) : word;
  const base = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !vowel.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (double.test(base)) return base.slice(0, -1);
  return isShort(base) ? `${base}e` : base;
}

/** Removes the ending that only some forms have: `happy` and `happier`, `change` and `changing`. */
function withoutEnd(word: string): string {
  if (/.[^aeiouy]y$/.test(word)) return `${word.slice(0, -1)}i`;
  if (!word.endsWith('e') || region(word) === '') return word;
  const base = word.slice(0, -1);
  return shortEnd.test(base) && region(base) === '' ? word : base;
}

/** The common stem of a word's forms: steps 1 and 5 of Porter2, whose other steps unify derived words. */
const stem = (word: string): string => withoutEnd(withoutTense(withoutPlural(word)));

/** Candidates for forms with this stem, to be filtered by stemming them. */
function candidates(common: string): string[] {
  const base = common.slice(0, -1);
  const made = [common, `${common}s`, `${common}es`, `${common}ed`, `${common}ing`];
  made.push(`${common}e`, `${common}es`);
  const doubled = common + (common.at(-1) ?? '');
  if (double.test(doubled)) made.push(`${doubled}ed`, `${doubled}ing`);
  if (common.endsWith('i')) made.push(`${base}y`, `${base}ying`);
  if (common.endsWith('e')) made.push(`${common}d`, `${base}ing`);
  return made;
}

const english = /^[a-z]{3,32}$/;

/** The other forms of a folded word. */
function getForms(word: string): string[] {
  if (!english.test(word)) return [];
  const common = stem(word);
  return [...new Set(candidates(common))].filter(
    (form) => form.length > 2 && form !== word && stem(form) === common,
  );
}
