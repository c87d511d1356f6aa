/** What a hand does to an element, as the events that a browser makes of it. */
import type {
  Element,
  HTMLElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from 'happy-dom';
import type { Choice, GivenFile } from './locator.ts';
import type { Page } from './page.ts';
import { plain } from './roles.ts';

const getWindow = (element: Element) => element.ownerDocument.defaultView!;

export const isDisabled = (element: Element): boolean =>
  (element.matches('button, input, select, textarea, option, fieldset') &&
    element.hasAttribute('disabled')) ||
  element.closest('fieldset[disabled]') !== null ||
  element.getAttribute('aria-disabled') === 'true';

export function dispatch(element: Element, type: string, init: Record<string, unknown> = {}): boolean {
  const event = new (getWindow(element).Event)(type, { bubbles: true, cancelable: true, composed: true });
  for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value });
  return element.dispatchEvent(event);
}

/** Whether a modal dialog is open, and the element is not in it: nobody can reach it. */
export function isCovered(element: Element): boolean {
  const top = [...element.ownerDocument.querySelectorAll('dialog[open]')].at(-1);
  return top !== undefined && !top.contains(element) && element.closest('.popover, .toasts') === null;
}

/** @throws Error where nobody could reach the element */
export function refuseCovered(element: Element): void {
  if (isCovered(element)) throw new Error(`A dialog lies over ${element.outerHTML.slice(0, 200)}`);
}

function pointer(element: Element, type: string, kind: 'PointerEvent' | 'MouseEvent', more = {}): boolean {
  const bubbles = !type.endsWith('enter') && !type.endsWith('leave');
  const init = { bubbles, cancelable: true, composed: true, button: 0, detail: 1, ...more };
  const Kind = getWindow(element)[kind];
  return element.dispatchEvent(new Kind(type, init));
}

export function hover(element: Element): void {
  pointer(element, 'pointerover', 'PointerEvent');
  pointer(element, 'mouseover', 'MouseEvent');
  const above: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) above.unshift(each);
  for (const each of above) {
    pointer(each, 'pointerenter', 'PointerEvent');
    pointer(each, 'mouseenter', 'MouseEvent');
  }
  pointer(element, 'pointermove', 'PointerEvent');
  pointer(element, 'mousemove', 'MouseEvent');
}

const focusable =
  'button, input, select, textarea, a[href], summary, [tabindex], [contenteditable], audio, video';

export const getFocusable = (element: Element): HTMLElement | null => {
  const found = element.closest(focusable) as HTMLElement | null;
  return found !== null && isDisabled(found) ? null : found;
};

/** A press and a release, and between them whatever else has its turn. */
export async function click(page: Page, element: Element, more = {}): Promise<void> {
  hover(element);
  pointer(element, 'pointerdown', 'PointerEvent');
  if (pointer(element, 'mousedown', 'MouseEvent', more)) {
    const focused = getFocusable(element) ?? getFocusable(element.closest('label') ?? element);
    if (focused !== null) page.focus(focused);
    else page.blur(element.ownerDocument.activeElement);
  }
  await page.turn();
  pointer(element, 'pointerup', 'PointerEvent');
  pointer(element, 'mouseup', 'MouseEvent');
  pressed(page, element);
}

/** The event of a click, from a key or a hand, and what the browser does by itself. */
export function pressed(page: Page, element: Element): void {
  const isAllowed = pointer(element, 'click', 'PointerEvent');
  if (!isAllowed) return;
  const link = element.closest('a[href]');
  if (link !== null) page.follow(link);
}

export const clickRight = (element: Element): void => {
  hover(element);
  pointer(element, 'pointerdown', 'PointerEvent', { button: 2 });
  pointer(element, 'contextmenu', 'MouseEvent', { button: 2 });
};

type Field = HTMLInputElement | HTMLTextAreaElement;

/** As if it had been typed at once. The change event is fired when the field loses focus. */
export function setValue(element: Field, text: string): void {
  element.value = text;
  if (isSelectable(element)) element.setSelectionRange(text.length, text.length);
  dispatch(element, 'input');
  const isRange = element.matches(
    'input[type=range], input[type=date], input[type=datetime-local], input[type=time]',
  );
  if (isRange) dispatch(element, 'change');
}

const isSelectable = (element: Field): boolean =>
  element.tagName === 'TEXTAREA' ||
  /^(?:text|search|tel|url|password|)$/.test(element.getAttribute('type') ?? '');

/** Puts text in the place of what is selected. */
export function insert(element: Field, text: string): void {
  if (!isSelectable(element)) {
    setValue(element, element.value + text);
    return;
  }
  const [start, end] = [element.selectionStart ?? 0, element.selectionEnd ?? 0];
  const before = element.value;
  element.value = before.slice(0, start) + text + before.slice(end);
  element.setSelectionRange(start + text.length, start + text.length);
  dispatch(element, 'input');
}

/** Backspace. */
export function eraseBefore(element: Field): void {
  const { selectionStart: start, selectionEnd: end } = element;
  if (start !== null && start === end && start > 0) element.setSelectionRange(start - 1, start);
  insert(element, '');
}

export function getOption(select: HTMLSelectElement, choice: string | Choice) {
  const options = [...select.querySelectorAll('option')];
  if (typeof choice !== 'string' && choice.index !== undefined) return options[choice.index];
  const wanted = typeof choice === 'string' ? choice : (choice.label ?? choice.value ?? '');
  return options.find((one) => one.value === wanted || plain(one.textContent) === wanted);
}

export function select(element: HTMLSelectElement, choice: string | Choice): void {
  const option = getOption(element, choice);
  if (option === undefined || isDisabled(option)) throw new Error('There is no such choice.');
  element.value = option.value;
  dispatch(element, 'input');
  dispatch(element, 'change');
}

export function giveFiles(element: HTMLInputElement, files: readonly GivenFile[]): void {
  const given = files.map(
    ({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }),
  );
  Object.defineProperty(element, 'files', { configurable: true, value: given });
  dispatch(element, 'input');
  dispatch(element, 'change');
}
