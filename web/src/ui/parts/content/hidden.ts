/** Makes the content below the visible part of a condensed message unreachable for the focus. */

/** Px of the fade that are too faint to click. */
const fadedPx = 24;

export function hideBelow(box: HTMLElement): void {
  showAll(box);
  hideWithin(box, box.getBoundingClientRect().bottom - fadedPx);
}

export function showAll(box: HTMLElement): void {
  for (const hidden of box.querySelectorAll<HTMLElement>('[inert]')) hidden.inert = false;
}

/** Hides whole blocks where possible, and the parts of a block at the limit one by one. */
function hideWithin(parent: Element, limit: number): void {
  for (const child of parent.children) {
    const { top, bottom } = child.getBoundingClientRect();
    if (top >= limit && child instanceof HTMLElement) child.inert = true;
    else if (bottom > limit) hideWithin(child, limit);
  }
}
