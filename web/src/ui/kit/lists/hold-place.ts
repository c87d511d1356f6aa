/** Keeps the reading position while the user expands or collapses a row. */

/**
 * Call it before the change.
 * @param row changes its height
 * @param lower stays in place if the upper edge of the row is not visible; without it, the upper edge stays
 */
export function holdPlace(row: HTMLElement, lower?: HTMLElement): void {
  const list = row.closest<HTMLElement>('.virtual-list');
  if (list === null) return;
  const frame = list.getBoundingClientRect();
  const top = row.getBoundingClientRect().top;
  const isTopHidden = lower !== undefined && top < frame.top;
  const edge = isTopHidden ? getEdge(lower, frame) : undefined;
  const [held, place] = edge === undefined ? [row, isTopHidden ? belowPinned(list) : top] : [lower!, edge];
  // The list moves when its height is reported, to stay at its end. Observers run in the order of creation,
  // before the page is painted.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    list.scrollTop += held.getBoundingClientRect().top - place;
  });
  observer.observe(row);
}

const belowPinned = (list: HTMLElement): number =>
  list.getBoundingClientRect().top +
  (list.querySelector<HTMLElement>('.virtual-list-pinned > *')?.offsetHeight ?? 0);

/** The upper edge of an element; undefined if none of it is visible. */
function getEdge(element: HTMLElement, frame: DOMRect): number | undefined {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > frame.top && top < frame.bottom ? top : undefined;
}
