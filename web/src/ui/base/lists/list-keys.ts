/** Keys that scroll the list in the middle, wherever in the middle the focus is. */
import type { RefObject } from 'preact';
import { focusList, isMiddleFocused } from '../../page/focus.ts';
import { isTextField, useCommands } from '../../page/keyboard.ts';
import type { VirtualListHandle } from './virtual-list.tsx';

/** Px of a page that stay in view, to continue reading from. */
const overlap = 48;

type ListKeyOptions = {
  /** Called before the list moves: what was chosen in it goes out of view. */
  onMove?: () => void;
  /** What the newest or last row takes to come into view. */
  toEnd?: () => void;
};

export function useListKeys(
  list: RefObject<Pick<VirtualListHandle, 'element' | 'scrollToEnd'>>,
  { onMove, toEnd }: ListKeyOptions = {},
): void {
  const move = (go: (element: HTMLElement) => void) => (): boolean => {
    const element = list.current?.element();
    if (!element || !isMiddleFocused()) return false;
    onMove?.();
    // Who writes continues writing.
    if (!isTextField(document.activeElement)) focusList();
    go(element);
    return true;
  };
  // At once: on the way that the browser takes, it is faster than rows can be drawn.
  const page = (by: 1 | -1) => (element: HTMLElement) =>
    element.scrollBy({ top: by * Math.max(overlap, element.clientHeight - overlap), behavior: 'instant' });
  useCommands({
    'page-down': move(page(1)),
    'page-up': move(page(-1)),
    // Where older rows come in then, it stays where it was.
    'to-oldest': move((element) => element.scrollTo({ top: 0, behavior: 'instant' })),
    'to-newest': move(() => (toEnd ? toEnd() : list.current?.scrollToEnd())),
  });
}
