import { useEffect, useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';

interface Held {
  row: Element;
  /** Where it was when it was clicked. */
  top: number;
}

/**
 * A row that was just clicked stays under the pointer while rows above it come and go: a second click is for it.
 * @param rows what the list shows
 * @returns the row, until the person scrolls or presses a key
 */
export function useHeldRow(
  rows: readonly unknown[],
  getList: () => HTMLElement | null | undefined,
): MutableRef<Held | undefined> {
  const held = useRef<Held>();
  useEffect(() => {
    const hold = ({ target }: Event) => {
      // Pointer events have elements as targets.
      const row = (target as Element).closest('a');
      const isInList = row !== null && getList()?.contains(row) === true;
      held.current = isInList ? { row, top: row.getBoundingClientRect().top } : undefined;
    };
    const release = () => (held.current = undefined);
    const moves = ['keydown', 'wheel', 'touchmove'];
    window.addEventListener('pointerdown', hold, true);
    for (const type of moves) window.addEventListener(type, release, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', hold, true);
      for (const type of moves) window.removeEventListener(type, release, true);
    };
  }, []);
  useLayoutEffect(() => {
    const list = getList();
    if (!held.current?.row.isConnected || !list) return;
    const { row, top } = held.current;
    list.scrollTop += row.getBoundingClientRect().top - top;
  }, [rows]);
  return held;
}
