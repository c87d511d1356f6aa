/** Keeps the reading position while a row changes its height because of the user. */

/**
 * Called before the change.
 * @param row what becomes higher or lower
 * @param lower what is held, where the upper edge of the row is out of view; without it the upper edge is
 */
export function holdPlace(row: HTMLElement, lower?: HTMLElement): void {
  const list = row.closest<HTMLElement>('.virtual-list');
  if (list === null) return;
  const frame = list.getBoundingClientRect();
  const top = row.getBoundingClientRect().top;
  const isTopHidden = lower !== undefined && top < frame.top;
  const edge = isTopHidden ? getEdge(lower, frame) : undefined;
  const [held, place] = edge === undefined ? [row, isTopHidden ? belowPinned(list) : top] : [lower!, edge];
  // The list moves when it gets the height, to stay at its end. Observers are called in the order in which they were
  // made, and before the page is painted.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    list.scrollTop += held.getBoundingClientRect().top - place;
  });
  observer.observe(row);
}

const belowPinned = (list: HTMLElement): number =>
  list.getBoundingClientRect().top +
  (list.querySelector<HTMLElement>('.virtual-list-pinned > *')?.offsetHeight ?? 0);

/** Of what is in view. */
function getEdge(element: HTMLElement, frame: DOMRect): number | undefined {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > frame.top && top < frame.bottom ? top : undefined;
}
