/** Lists that people reorder. */

/** @param to index of the item in the result, limited to the list */
export function placedAt<Item>(items: readonly Item[], item: Item, to: number): Item[] {
  const others = items.filter((other) => other !== item);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, item);
}

/** In the order of the IDs; items without an ID in it come last, in their previous order. */
export function inOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => number,
  ids: readonly number[],
): Item[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const rank = (item: Item): number => place.get(getId(item)) ?? ids.length;
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** The row at a height on the page: the first whose middle is below it, or the last. */
export function rowAt(middles: readonly number[], height: number): number {
  const next = middles.findIndex((middle) => height < middle);
  return next === -1 ? middles.length - 1 : next;
}
