/** Keys that press the main button of a dialog or form. */
import type { TargetedKeyboardEvent } from 'preact';

const oneLine = 'input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=button])';

/** Submits a form on Ctrl Enter anywhere but at another button, and on Enter in a field of one line; used as `onKeyDown`. */
export function submitByKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
  const { target, currentTarget, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || shiftKey || altKey) return;
  const isMeant = ctrlKey || metaKey ? target.closest('button, a') === null : target.matches(oneLine);
  if (!isMeant) return;
  const button =
    target.closest('form')?.querySelector<HTMLButtonElement>('[type=submit]') ??
    currentTarget.querySelector<HTMLButtonElement>('.dialog-footer .button-primary');
  if (button === null) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}
