/** Compares input with names, ignoring case and diacritics. */

/** Has no diacritics. */
const isPlain = /^[ -~]*$/;

const known = new Map<string, string>();
/** More than the names of a large organization. */
const mostKnown = 50_000;

/** Cached, since thousands of names are compared at each key press. */
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

/** The folded words of the input; none if it is empty. */
export const foldWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Whether every word is in one of the folded texts. */
export const hasWords = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.includes(word)));

/**
 * Filters a long list while someone types: a longer text is searched only among the matches of its prefix.
 * @param getNames names of a row as shown
 */
export function narrowing<Row>(
  getNames: (row: Row) => readonly string[],
): (rows: readonly Row[], typed: string) => readonly Row[] {
  let last: { rows: readonly Row[]; typed: string; found: readonly Row[] } | undefined;
  return (rows, typed) => {
    const words = foldWords(typed);
    // The same text again, after names have changed, searches all.
    const isLonger = last?.rows === rows && typed !== last.typed && typed.startsWith(last.typed);
    const among = isLonger && last !== undefined ? last.found : rows;
    const found =
      words.length === 0 ? rows : among.filter((row) => hasWords(words, ...getNames(row).map(fold)));
    last = { rows, typed, found };
    return found;
  };
}
