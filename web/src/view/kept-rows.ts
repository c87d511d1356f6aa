/**
 * The rows of a list with those that are as they were left the same objects, and the whole list when nothing changed: what
 * is the same object is not drawn again.
 */
export function keptRows<Row extends { key: string }>(
  before: readonly Row[],
  now: readonly Row[],
): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const rows = now.map((row) => {
    const last = known.get(row.key);
    return last !== undefined && isEqual(last, row) ? last : row;
  });
  const isUnchanged = rows.length === before.length && rows.every((row, i) => row === before[i]);
  return isUnchanged ? before : rows;
}

/** For plain data. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => isEqual(left[name], right[name]))
  );
}
