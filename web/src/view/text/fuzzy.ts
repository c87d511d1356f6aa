/** Ranks how well a name matches the input. */
import { fold, foldWords } from './fold.ts';

const boundary = /[\s\p{P}]/u;

/**
 * @param wanted words, all of which must match
 * @returns lower is better: 0 for a prefix, 1 for the prefix of a word, 2 within a word, 3 for letters in order from
 * the start of a word; undefined for no match
 */
export const fuzzyRank = (name: string, wanted: string): number | undefined =>
  fuzzyRanker(wanted)(fold(name));

/** The same for names that are folded already, for thousands of them. */
export function fuzzyRanker(wanted: string): (folded: string) => number | undefined {
  const words = foldWords(wanted);
  return (folded) => {
    let worst = 0;
    for (const word of words) {
      const rank = rankOfWord(folded, word);
      if (rank === undefined) return undefined;
      worst = Math.max(worst, rank);
    }
    return worst;
  };
}

/** Whether it fits at all, which takes a fraction of saying how well. */
export function fuzzyTest(wanted: string): (folded: string) => boolean {
  const words = foldWords(wanted);
  return (folded) => words.every((word) => folded.includes(word) || hasInOrder(folded, word));
}

function rankOfWord(name: string, word: string): number | undefined {
  const at = name.indexOf(word);
  if (at === 0) return 0;
  for (let i = at; i > 0; i = name.indexOf(word, i + 1)) if (boundary.test(name[i - 1] ?? '')) return 1;
  if (at > 0) return 2;
  return hasInOrder(name, word) ? 3 : undefined;
}

/** `mdr` matches `madder`: its first letter begins a word, the others follow in this word or a later one. */
function hasInOrder(name: string, word: string): boolean {
  const first = word.charAt(0);
  for (let start = name.indexOf(first); start >= 0; start = name.indexOf(first, start + 1)) {
    if (start > 0 && !boundary.test(name[start - 1] ?? '')) continue;
    let at = start;
    for (const letter of word.slice(1)) {
      at = name.indexOf(letter, at + 1);
      if (at === -1) return false;
    }
    return true;
  }
  return false;
}
