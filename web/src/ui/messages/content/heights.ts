/** How high things are, as the browser tells: to ask for each of many would lay out the page each time. */
const told = new WeakMap<Element, (height: number) => void>();
const sizes = new ResizeObserver((entries) => {
  for (const { target, borderBoxSize } of entries) told.get(target)?.(borderBoxSize[0]?.blockSize ?? 0);
});

/** @param tell called before the first paint, and when it changes. @returns what ends it */
export function watchHeight(element: HTMLElement, tell: (height: number) => void): () => void {
  told.set(element, tell);
  sizes.observe(element);
  return () => sizes.unobserve(element);
}

export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);
