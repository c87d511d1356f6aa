import { useLayoutEffect } from 'preact/hooks';

/** Px from the end that still count as being there. */
const slack = 24;

/** Keeps a list at its end when something else takes space from it: a growing field, a bar. */
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
