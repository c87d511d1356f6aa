/** When the focused row leaves the list, moves the focus to the next row, or to the heading if there is none. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const rows = '.later-row';

/**
 * @param keys of the listed rows
 * @returns a ref for the element around the list
 */
export function useKeptFocus(keys: readonly (string | number)[]): RefObject<HTMLDivElement> {
  const list = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  useLayoutEffect(() => {
    const element = list.current;
    const onFocus = ({ target }: FocusEvent) => {
      const all = [...(element?.querySelectorAll(rows) ?? [])];
      at.current = all.findIndex((row) => row.contains(target as Node));
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [keys.length === 0]);
  useLayoutEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>(`${rows}-main`) ?? [])];
    const next = all[Math.min(at.current, all.length - 1)];
    if (next === undefined) focusHeading();
    else next.focus();
  }, [keys.join(' ')]);
  return list;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#middle h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
