/** Where something floats: beside what it belongs to, inside the window. */
export type Side = 'below' | 'above' | 'right';

const gap = 4;
const margin = 8;

/** Puts `floating` (position: fixed) at a side of `anchor`, or at the opposite where there is no room. */
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
  const beside =
    anchor.right + gap + width < window.innerWidth ? anchor.right + gap : anchor.left - gap - width;
  const left = side === 'right' ? beside : align === 'start' ? anchor.left : anchor.right - width;
  const top = side === 'right' ? anchor.top : isAbove ? anchor.top - gap - height : anchor.bottom + gap;
  floating.style.left = `${clamp(left, window.innerWidth - width)}px`;
  floating.style.top = `${clamp(top, window.innerHeight - height)}px`;
}

const clamp = (at: number, most: number): number => Math.round(Math.max(margin, Math.min(at, most - margin)));
