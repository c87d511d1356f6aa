/**
 * Keeps the keyboard focus in the page. When the focused element is removed (a row that was scrolled away, a deleted
 * message, a menu that closes), the focus would go to `body`; it goes to the selected message instead, or to the list
 * in the middle column.
 */

/** Whether the middle column has the focus until its list is loaded. */
let isMakeshift = false;

const listInMiddle = (): HTMLElement | null => document.querySelector('#middle .virtual-list');

/** Has no effect while a modal dialog is open. */
export function focusList(): void {
  const list = listInMiddle();
  isMakeshift = list === null;
  const place = list?.querySelector<HTMLElement>('.message-selected') ?? list;
  (place ?? document.getElementById('middle'))?.focus({ preventScroll: true });
}

/** Whether scroll keys are for the middle column, not for a side or an overlay. */
export const isMiddleFocused = (): boolean => {
  const focused = document.activeElement;
  return focused === document.body || document.getElementById('middle')?.contains(focused) === true;
};

/** @returns ends it */
export function holdFocus(): () => void {
  // Between the two events of a move, `body` has the focus.
  let isMoving = false;
  const check = () => {
    if (isMoving) return;
    const focused = document.activeElement;
    const isWaiting = isMakeshift && focused?.id === 'middle';
    if (isWaiting ? listInMiddle() !== null : focused === document.body || focused === null) focusList();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) {
      queueMicrotask(check);
      return;
    }
    isMoving = true;
    setTimeout(() => {
      isMoving = false;
      check();
    });
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  // Before the page changes because of it.
  document.addEventListener('focusout', onBlur, { capture: true });
  check();
  return () => {
    observer.disconnect();
    document.removeEventListener('focusout', onBlur, { capture: true });
  };
}
