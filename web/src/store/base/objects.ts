/** A copy of an object without some of its fields. */
export function without<T extends object, Name extends keyof T>(
  object: T,
  names: readonly Name[],
): Omit<T, Name> {
  const left = Object.entries(object).filter(([name]) => !names.some((gone) => String(gone) === name));
  // The type of `Object.fromEntries` has no field names.
  return Object.fromEntries(left) as Omit<T, Name>;
}

/** The keys of an object literal, whose type names all of them. */
export const getKeys = <T extends object>(object: T): (keyof T & string)[] =>
  // `Object.keys` returns strings, since an object may have more keys than its type.
  Object.keys(object) as (keyof T & string)[];

/** Undefined counts as empty. */
export const byId = <T>(items: readonly T[] | undefined, getId: (item: T) => number): Map<number, T> =>
  new Map((items ?? []).map((item) => [getId(item), item]));

/** Takes any number of IDs: `Math.max` fails with too many arguments. */
export function findLargest(ids: Iterable<number>): number {
  let largest = -Infinity;
  for (const id of ids) if (id > largest) largest = id;
  return largest;
}
