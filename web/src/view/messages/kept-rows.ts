/**
 * Reuses the row objects of a list that are unchanged, and the whole list if all are: equal objects are not rendered
 * again.
 */
export function keptRows<Row extends { key: string }>(
  before: readonly Row[],
  now: readonly Row[],
): readonly Row[] {
  const getLast = findLast(before, now);
  const rows = now.map((row, i) => {
    const last = getLast(row, i);
    return last !== undefined && isEqual(last, row) ? last : row;
  });
  const isUnchanged = rows.length === before.length && rows.every((row, i) => row === before[i]);
  return isUnchanged ? before : rows;
}

/** Compares by position from both ends first: usually thousands of rows stay, and some are added at one end. */
function findLast<Row extends { key: string }>(before: readonly Row[], now: readonly Row[]) {
  const shift = now.length - before.length;
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before[head]?.key === now[head]?.key) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail)?.key === now.at(-1 - tail)?.key) tail++;
  const between = new Map(before.slice(head, before.length - tail).map((row) => [row.key, row]));
  return (row: Row, i: number): Row | undefined => {
    if (i < head) return before[i];
    return i >= now.length - tail ? before[i - shift] : between.get(row.key);
  };
}

/** Compares plain data deeply. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  // Both are objects by now, which can be read by strings.
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name in left) if (!(name in right) || !isEqual(left[name], right[name])) return false;
  for (const name in right) if (!(name in left)) return false;
  return true;
}
