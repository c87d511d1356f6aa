/** Keys that scroll the list in the middle column, while the focus is anywhere in that column. */
import type { RefObject } from 'preact';
import { focusList, isMiddleFocused } from '../../page/focus.ts';
import { isTextField, useCommands } from '../../page/keyboard.ts';
import type { VirtualListHandle } from './list-types.ts';

/** Px that stay visible when a page is scrolled. */
const overlap = 48;

type ListKeyOptions = {
  /** Called before the list is scrolled: the selected row leaves the visible area. */
  onMove?: () => void;
  /** Shows the newest or last row; by default the list scrolls to its end. */
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
    // A text field keeps the focus.
    if (!isTextField(document.activeElement)) focusList();
    go(element);
    return true;
  };
  // Without animation, which is faster than rows can be drawn.
  const page = (by: 1 | -1) => (element: HTMLElement) =>
    element.scrollBy({ top: by * Math.max(overlap, element.clientHeight - overlap), behavior: 'instant' });
  useCommands({
    'page-down': move(page(1)),
    'page-up': move(page(-1)),
    // When older rows are added then, the position stays.
    'to-oldest': move((element) => element.scrollTo({ top: 0, behavior: 'instant' })),
    'to-newest': move(() => (toEnd ? toEnd() : list.current?.scrollToEnd())),
  });
}
