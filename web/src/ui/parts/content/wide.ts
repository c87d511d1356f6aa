/** Content wider than the message scrolls in a box of its own, with shaded edges, and by keyboard. */
import './wide.css';

const names = new WeakMap<Element, string>();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) show(target as HTMLElement);
});

/** @param name accessible name of the box */
export function watchWidth(box: HTMLElement, name: string): void {
  names.set(box, name);
  sizes.observe(box);
}

function show(box: HTMLElement): void {
  const hidden = box.scrollWidth - box.clientWidth;
  const isWide = hidden > 1;
  if (isWide !== box.classList.contains('wide')) setWide(box, isWide);
  showEdges(box, hidden);
}

function setWide(box: HTMLElement, isWide: boolean): void {
  box.classList.toggle('wide', isWide);
  if (isWide) {
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', names.get(box) ?? '');
    box.addEventListener('scroll', onScroll, { passive: true });
  } else {
    for (const attribute of ['tabindex', 'role', 'aria-label']) box.removeAttribute(attribute);
    box.removeEventListener('scroll', onScroll);
  }
}

function onScroll({ currentTarget }: Event): void {
  const box = currentTarget as HTMLElement;
  showEdges(box, box.scrollWidth - box.clientWidth);
}

/** In right-to-left direction, `scrollLeft` is zero or negative. */
function showEdges(box: HTMLElement, hidden: number): void {
  const onLeft = box.scrollLeft + (getComputedStyle(box).direction === 'rtl' ? hidden : 0);
  box.classList.toggle('wide-left', onLeft > 1);
  box.classList.toggle('wide-right', hidden - onLeft > 1);
}
