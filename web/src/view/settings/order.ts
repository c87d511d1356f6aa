/** A list whose order people choose. */

/** @param to the place that the item has in the result, moved into the list if it lies outside */
export function placedAt<Item>(items: readonly Item[], item: Item, to: number): Item[] {
  const others = items.filter((other) => other !== item);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, item);
}

/** In the order of their ids; those without a place come last, as they were. */
export function inOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => number,
  ids: readonly number[],
): Item[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const rank = (item: Item): number => place.get(getId(item)) ?? ids.length;
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** Which of some rows a height on the page belongs to: the first whose middle is not passed, or the last. */
export function rowAt(middles: readonly number[], height: number): number {
  const next = middles.findIndex((middle) => height < middle);
  return next === -1 ? middles.length - 1 : next;
}
