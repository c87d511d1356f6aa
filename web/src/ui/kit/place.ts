/** Positions floating elements next to their anchor, inside the window. */
export type Side = 'below' | 'above' | 'beside';

const gap = 4;
const margin = 8;

/** Puts `floating` (position: fixed) at a side of `anchor`, or at the opposite side if there is no space. */
export function placeAt(
  floating: HTMLElement,
  anchor: DOMRect,
  side: Side,
  align: 'start' | 'end' = 'start',
): void {
  const { offsetWidth: width, offsetHeight: height } = floating;
  const roomBelow = window.innerHeight - anchor.bottom;
  const isAbove =
    side === 'above' ? anchor.top > height + gap : roomBelow < height + gap && anchor.top > roomBelow;
  const isRightToLeft = getComputedStyle(floating).direction === 'rtl';
  const isOnLeft = (align === 'start') !== isRightToLeft;
  const left =
    side === 'beside'
      ? placeBeside(anchor, width, isRightToLeft)
      : isOnLeft
        ? anchor.left
        : anchor.right - width;
  const top = side === 'beside' ? anchor.top : isAbove ? anchor.top - gap - height : anchor.bottom + gap;
  floating.style.left = `${clamp(left, window.innerWidth - width)}px`;
  floating.style.top = `${clamp(top, window.innerHeight - height)}px`;
}

/** After it in the direction of writing, or before it if there is no space. */
function placeBeside(anchor: DOMRect, width: number, isRightToLeft: boolean): number {
  const [onRight, onLeft] = [anchor.right + gap, anchor.left - gap - width];
  if (isRightToLeft) return onLeft > margin ? onLeft : onRight;
  return onRight + width < window.innerWidth ? onRight : onLeft;
}

const clamp = (at: number, most: number): number => Math.round(Math.max(margin, Math.min(at, most - margin)));

/** Where something floating belongs: what is outside of a modal dialog can be neither seen nor used while that is open. */
export const getLayer = (anchor: Element): Element => anchor.closest('dialog') ?? document.body;
