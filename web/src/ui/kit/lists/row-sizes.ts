/** Heights of the rows of a list, which the browser reports. */
import { measureElement } from '@tanstack/virtual-core';
import type { List } from './list-types.ts';

/** Rows are not asked for their height one by one as they come, which would lay out the page each time: the browser reports them. */
export function getSize(element: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List): number {
  if (entry !== undefined) return measureElement(element, entry, list);
  const index = list.indexFromElement(element);
  return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
}

/** All rows that are drawn, by one layout. */
export function measureAll(list: List): void {
  const rows = [...list.elementsCache.values()].map((row) => ({
    index: list.indexFromElement(row),
    height: row.offsetHeight,
  }));
  for (const { index, height } of rows) list.resizeItem(index, height);
}
