/** Keys for screens with lists other than messages and conversations. */
import { isMiddleFocused } from '../../page/focus.ts';
import { useCommands } from '../../page/keyboard.ts';
import { stepFocus } from './arrows.ts';
import { useListKeys } from './list-keys.ts';

const getScroller = (): HTMLElement | null =>
  document.querySelector('#middle .virtual-list') ?? document.querySelector('#middle .later');

const scroller = {
  current: {
    element: getScroller,
    scrollToEnd: () =>
      getScroller()?.scrollTo({ top: getScroller()?.scrollHeight ?? 0, behavior: 'instant' }),
  },
};

/** @param selector the focusable element of a row */
export function useRowKeys(selector: string): void {
  const step = (by: 1 | -1) => (): boolean =>
    isMiddleFocused() && stepFocus(document.getElementById('middle'), selector, by);
  useCommands({ 'next-message': step(1), 'previous-message': step(-1) });
  useListKeys(scroller);
}
