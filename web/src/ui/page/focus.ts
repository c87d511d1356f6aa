/**
 * The keyboard is always somewhere. An element that has the focus may leave the page (a row that was scrolled away, a deleted
 * message, a menu that closes), which would leave the focus on `body`: it goes to the list in the middle instead, and there to the message that is chosen.
 */

/** Whether the middle has the focus for want of a list, which may still come. */
let isMakeshift = false;

const listInMiddle = (): HTMLElement | null => document.querySelector('#middle .virtual-list');

/** Has no effect while a modal dialog is open. */
export function focusList(): void {
  const list = listInMiddle();
  isMakeshift = list === null;
  const place = list?.querySelector<HTMLElement>('.message-selected') ?? list;
  (place ?? document.getElementById('middle'))?.focus({ preventScroll: true });
}

/** Whether keys that scroll are meant for what is in the middle, and not for something beside or above it. */
export const isMiddleFocused = (): boolean => {
  const focused = document.activeElement;
  return focused === document.body || document.getElementById('middle')?.contains(focused) === true;
};

/** @returns what ends it */
export function holdFocus(): () => void {
  // Between the two events of a move, the browser says that `body` has the focus.
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
  // Before anyone changes the page because of it.
  document.addEventListener('focusout', onBlur, { capture: true });
  check();
  return () => {
    observer.disconnect();
    document.removeEventListener('focusout', onBlur, { capture: true });
  };
}
