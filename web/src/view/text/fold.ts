/** Comparing what is typed with names: without regard to case, and to marks above letters, which need not be typed. */

/** Has no marks. */
const isPlain = /^[ -~]*$/;

const known = new Map<string, string>();
/** More than all names of a large organization. */
const mostKnown = 50_000;

/** Asked for thousands of names at every key that is typed: each is made once. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  if (known.size >= mostKnown) known.clear();
  known.set(text, made);
  return made;
}

/** Those that were typed, as names are compared with them; none of an empty text. */
export const foldWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Whether every word is somewhere in one of the texts, which are folded. */
export const hasWords = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.includes(word)));

/**
 * Filters a long list as one types: what a longer text has is looked for among what its beginning left.
 * @param getNames of a row, as they are shown
 */
export function narrowing<Row>(
  getNames: (row: Row) => readonly string[],
): (rows: readonly Row[], typed: string) => readonly Row[] {
  let last: { rows: readonly Row[]; typed: string; found: readonly Row[] } | undefined;
  return (rows, typed) => {
    const words = foldWords(typed);
    // The same text again is asked for when names have changed.
    const isLonger = last?.rows === rows && typed !== last.typed && typed.startsWith(last.typed);
    const among = isLonger && last !== undefined ? last.found : rows;
    const found =
      words.length === 0 ? rows : among.filter((row) => hasWords(words, ...getNames(row).map(fold)));
    last = { rows, typed, found };
    return found;
  };
}
