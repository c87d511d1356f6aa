/**
 * What is typed after something was asked for, and before its text field is there, is meant for that field: it is kept,
 * runs no commands, and is typed into the first text field that takes the focus.
 */
import { isTextField } from './keyboard.ts';

type Awaited = {
  /** Asked at each key, so that nothing is kept for what has been closed or could not be loaded. */
  isComing: () => boolean;
  /** What Escape does meanwhile; without it, what it always does. */
  cancel: (() => void) | undefined;
};

let awaited: Awaited | undefined;
let kept: string[] = [];

/** Beside letters: what lists and fields understand, and what would do something else on the page. */
const taken = new Set(['Enter', 'Tab', 'ArrowDown', 'ArrowUp', 'Home', 'End']);

/** From now on, until a text field has the focus or none is coming any more. */
export function keepKeys(isComing: () => boolean, cancel?: () => void): void {
  awaited = { isComing, cancel };
  document.addEventListener('keydown', keep, true);
  document.addEventListener('focusin', onFocus);
}

/** The same while something is done that ends with a text field, and as long as that is coming then. */
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

/** Keys with Ctrl and the like stay what they are, except for letters that some keyboards write with AltGr. */
function isKept(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.isComposing || (!isPlain && !event.getModifierState('AltGraph'))) return false;
  return [...event.key].length === 1 || event.key === 'Backspace' || taken.has(event.key);
}

function onFocus({ target }: FocusEvent): void {
  // Anyone who gives the focus may choose the text that stands there, which is then replaced.
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
    // What the next key does depends on what the page made of this one.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Letters together, other keys one by one. */
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

/** @returns whether nobody took it */
const press = (field: TextControl, key: string): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
