/** What is cut off at the lower end of a box is out of reach: the focus would go where nobody sees it. */

/** Px of the fade that are too faint to point at. */
const fadedPx = 24;

export function hideBelow(box: HTMLElement): void {
  showAll(box);
  hideWithin(box, box.getBoundingClientRect().bottom - fadedPx);
}

export function showAll(box: HTMLElement): void {
  for (const hidden of box.querySelectorAll<HTMLElement>('[inert]')) hidden.inert = false;
}

/** Whole blocks where that is possible; what the limit goes through, piece by piece. */
function hideWithin(parent: Element, limit: number): void {
  for (const child of parent.children) {
    const { top, bottom } = child.getBoundingClientRect();
    if (top >= limit && child instanceof HTMLElement) child.inert = true;
    else if (bottom > limit) hideWithin(child, limit);
  }
}
