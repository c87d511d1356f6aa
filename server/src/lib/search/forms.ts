/**
 * The forms of English words: singular and plural, and the forms of a verb. They are made for what someone searches for,
 * so that the index holds the words as they were written, and is the same in both databases.
 */

const vowel = /[aeiouy]/;
const double = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** A vowel between two consonants at the end, or a vowel and a consonant that are all there is. */
const shortEnd = /(?:[^aeiouy][aeiouy][^aeiouywx]|^[aeiouy][^aeiouy])$/;
/** What follows the first consonant behind a vowel. */
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

/** The end that a word has in one of its forms only: `happy` and `happier`, `change` and `changing`. */
function withoutEnd(word: string): string {
  if (/.[^aeiouy]y$/.test(word)) return `${word.slice(0, -1)}i`;
  if (!word.endsWith('e') || region(word) === '') return word;
  const base = word.slice(0, -1);
  return shortEnd.test(base) && region(base) === '' ? word : base;
}

/** What the forms of a word have in common, by steps 1 and 5 of the stemmer Porter2, whose others join what is derived. */
const stem = (word: string): string => withoutEnd(withoutTense(withoutPlural(word)));

/** What may be a form of a word, by what its forms have in common; the stem decides which are. */
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
export function getForms(word: string): string[] {
  if (!english.test(word)) return [];
  const common = stem(word);
  return [...new Set(candidates(common))].filter(
    (form) => form.length > 2 && form !== word && stem(form) === common,
  );
}
