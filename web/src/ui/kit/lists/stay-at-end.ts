import { useLayoutEffect } from 'preact/hooks';

/** Px from the end that count as the end. */
const slack = 24;

/** Keeps a list at its end when other elements, such as a growing text field, take space from it. */
export function useStayAtEnd(scroller: { current: HTMLElement | null }, isWanted: boolean): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isWanted) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      const left = element.scrollHeight - element.scrollTop - height;
      if (lost > 0 && left - lost <= slack) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWanted]);
}
