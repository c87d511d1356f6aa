/** Heights of elements as observed by the browser: measuring each of many would lay out the page each time. */
const listeners = new WeakMap<Element, (height: number) => void>();
const sizes = new ResizeObserver((entries) => {
  for (const { target, borderBoxSize } of entries) listeners.get(target)?.(borderBoxSize[0]?.blockSize ?? 0);
});

/**
 * @param onHeight called before the first paint, and on each change
 * @returns ends observing
 */
export function watchHeight(element: HTMLElement, onHeight: (height: number) => void): () => void {
  listeners.set(element, onHeight);
  sizes.observe(element);
  return () => sizes.unobserve(element);
}

export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);
