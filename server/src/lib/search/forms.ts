/**
 * Inflected forms of English words: plurals and verb forms. They are generated for queries,
 * so that the index contains the words as written, and is the same in both databases.
 */

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
export function getForms(word: string): string[] {
  if (!english.test(word)) return [];
  const common = stem(word);
  return [...new Set(candidates(common))].filter(
    (form) => form.length > 2 && form !== word && stem(form) === common,
  );
}
