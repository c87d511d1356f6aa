/**
 * Key presses between opening a text field and its appearance are recorded for it: they run no commands, and are typed
 * into the first text field that takes the focus.
 */
import { isTextField } from './keyboard.ts';

type Awaited = {
  /** Called for each key, so that nothing is recorded for a field that was closed or could not be loaded. */
  isComing: () => boolean;
  /** What Escape does meanwhile; by default what it always does. */
  cancel: (() => void) | undefined;
};

let awaited: Awaited | undefined;
let kept: string[] = [];

/** Besides characters: keys of lists and fields that would do something else on the page. */
const taken = new Set(['Enter', 'Tab', 'ArrowDown', 'ArrowUp', 'Home', 'End']);

/** Records keys until a text field has the focus, or none is expected. */
export function keepKeys(isComing: () => boolean, cancel?: () => void): void {
  awaited = { isComing, cancel };
  document.addEventListener('keydown', keep, true);
  document.addEventListener('focusin', onFocus);
}

/** Records keys during a task that opens a text field, and then while that field is expected. */
export function keepKeysDuring(work: Promise<unknown>, isComing = () => false): void {
  let isDone = false;
  void work.finally(() => (isDone = true));
  keepKeys(() => !isDone || isComing());
}

/** Passes the recorded keys to the focused text field; discards them if there is none. */
export function releaseKeys(): void {
  const keys = kept;
  const field = document.activeElement;
  kept = [];
  awaited = undefined;
  document.removeEventListener('keydown', keep, true);
  document.removeEventListener('focusin', onFocus);
  if (isWritable(field)) void typeInto(field, keys);
}

function keep(event: KeyboardEvent): void {
  if (awaited?.isComing() !== true) return releaseKeys();
  const { cancel } = awaited;
  if (event.key === 'Escape' && cancel) {
    kept = [];
    cancel();
  } else if (!isKept(event)) return;
  else if (event.key === 'Backspace') kept.pop();
  else kept.push(event.key);
  event.preventDefault();
  event.stopPropagation();
}

/** Keys with Ctrl and the like are not recorded, except for characters that some keyboards type with AltGr. */
function isKept(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.isComposing || (!isPlain && !event.getModifierState('AltGraph'))) return false;
  return [...event.key].length === 1 || event.key === 'Backspace' || taken.has(event.key);
}

function onFocus({ target }: FocusEvent): void {
  // The code that sets the focus may also select the text, which is then replaced.
  if (target instanceof Element && isTextField(target)) queueMicrotask(releaseKeys);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isWritable = (element: Element | null): element is TextControl =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.selectionStart !== null);

async function typeInto(field: TextControl, keys: readonly string[]): Promise<void> {
  for (const part of getParts(keys)) {
    if (!taken.has(part)) write(field, part);
    else if (press(field, part) && part === 'Enter' && field instanceof HTMLTextAreaElement)
      write(field, '\n');
    // The effect of the next key depends on this one.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Characters together, other keys one by one. */
function getParts(keys: readonly string[]): string[] {
  const parts: string[] = [];
  for (const key of keys) {
    const last = parts.at(-1);
    if (last === undefined || taken.has(key) || taken.has(last)) parts.push(key);
    else parts[parts.length - 1] = last + key;
  }
  return parts;
}

function write(field: TextControl, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** @returns whether nothing has handled it */
const press = (field: TextControl, key: string): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
