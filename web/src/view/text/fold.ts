/** Compares input with names, ignoring case and diacritics. */

/** Has no diacritics. */
const isPlain = /^[ -~]*$/;

/** Letters that people also type as others, and that Unicode does not decompose. */
const others: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };

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
    .toLowerCase()
    .replaceAll(/[ßłøđæœ]/g, (letter) => others[letter] ?? letter);
  if (known.size >= mostKnown) known.clear();
  known.set(text, made);
  return made;
}

/** The folded words of the input; none if it is empty. */
export const foldWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Whether every word is in one of the folded texts. */
export const hasWords = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.includes(word)));

type Narrowing<Row> = (rows: readonly Row[], typed: string) => readonly Row[];

/**
 * Filters a long list while someone types: a longer text is searched only among the matches of its prefix.
 * @param getNames names of a row as shown
 */
export const narrowing = <Row>(getNames: (row: Row) => readonly string[]): Narrowing<Row> =>
  narrowingBy((typed) => {
    const words = foldWords(typed);
    return words.length === 0 ? undefined : (row) => hasWords(words, ...getNames(row).map(fold));
  });

/** @param getTest what a row must pass, which a longer text makes no easier; undefined where all do */
export function narrowingBy<Row>(
  getTest: (typed: string) => ((row: Row) => boolean) | undefined,
): Narrowing<Row> {
  let last: { rows: readonly Row[]; typed: string; found: readonly Row[] } | undefined;
  return (rows, typed) => {
    const test = getTest(typed);
    // The same text again, after names have changed, searches all.
    const isLonger = last?.rows === rows && typed !== last.typed && typed.startsWith(last.typed);
    const among = isLonger && last !== undefined ? last.found : rows;
    const found = test === undefined ? rows : among.filter(test);
    last = { rows, typed, found };
    return found;
  };
}
