/**
 * The difference between two renderings as HTML: the new one with inserted and deleted words marked. Tags are those of the
 * new rendering, so the result is as well-formed as it is.
 */

/** A tag, a word with its entities, or white space. */
const token = /<[^>]*>|[^\s<]+|\s+/g;

/** Pairs of words compared for one difference; texts that need more are shown as one change. */
const mostPairs = 1_000_000;
/** Pairs of words compared in one history, whatever the number of its edits: about a tenth of a second. */
const mostPairsOfHistory = 10_000_000;

/** How many pairs may still be compared; each difference reduces it. */
export interface DifferenceBudget {
  pairs: number;
}

export const newDifferenceBudget = (): DifferenceBudget => ({ pairs: mostPairsOfHistory });

type Kind = 'same' | 'inserted' | 'deleted';
type Step = readonly [kind: Kind, token: string];

export function contentDifference(before: string, after: string, budget = newDifferenceBudget()): string {
  const old = before.match(token) ?? [];
  const now = after.match(token) ?? [];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = steps(old.slice(start, old.length - end), now.slice(start, now.length - end), budget);
  return [...now.slice(0, start), marked(middle), ...now.slice(now.length - end)].join('');
}

/** The longest common subsequence, by dynamic programming. */
function steps(old: readonly string[], now: readonly string[], budget: DifferenceBudget): Step[] {
  const pairs = old.length * now.length;
  if (pairs > Math.min(mostPairs, budget.pairs))
    return [...old.map((one): Step => ['deleted', one]), ...now.map((one): Step => ['inserted', one])];
  budget.pairs -= pairs;
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const list: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      list.push(['same', left]);
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      list.push(['deleted', left]);
      i++;
    } else if (right !== undefined) {
      list.push(['inserted', right]);
      j++;
    }
  }
  return list;
}

const isTag = (one: string): boolean => one.startsWith('<');

/** Adjacent words of one kind share a mark; a mark ends before a tag. */
function marked(list: readonly Step[]): string {
  let html = '';
  let open: Kind = 'same';
  const turnTo = (kind: Kind): void => {
    if (kind === open) return;
    if (open !== 'same') html += '</span>';
    if (kind !== 'same') html += `<span class="highlight_text_${kind}">`;
    open = kind;
  };
  for (const [kind, one] of list) {
    if (isTag(one)) {
      if (kind === 'deleted') continue;
      turnTo('same');
    } else turnTo(kind);
    html += one;
  }
  turnTo('same');
  return html;
}
