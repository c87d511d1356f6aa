/** The first few items in an order, without sorting all. */
export function lowest<Item>(
  items: Iterable<Item>,
  most: number,
  compare: (a: Item, b: Item) => number,
): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (found.length >= most && last !== undefined && compare(item, last) >= 0) continue;
    const at = found.findIndex((each) => compare(item, each) < 0);
    found.splice(at < 0 ? found.length : at, 0, item);
    if (found.length > most) found.pop();
  }
  return found;
}
