/** Dispatches key presses as commands to the components that handle them. The table of keys is `view/text/key-table.ts`. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { getKeys } from '../../store/base/objects.ts';
import { getCommand, type KeyCommand } from '../../view/text/keys.ts';

export const isMac = navigator.userAgent.includes('Mac');

/** Returns false to pass the command on to the next handler. */
type Handler = () => boolean | undefined;

export type Commands = Partial<Record<KeyCommand, Handler>>;

/** The component mounted last handles a command first: an open dialog before the list behind it. */
const handlers: Commands[] = [];

/**
 * Handles commands while the component is mounted.
 * @param options `isLast`: only handles what no other component does, whenever those were mounted
 */
export function useCommands(commands: Commands, { isLast = false } = {}): void {
  const latest = useRef(commands);
  latest.current = commands;
  useLayoutEffect(() => {
    const layer: Commands = {};
    for (const name of getKeys(commands)) layer[name] = () => latest.current[name]?.();
    if (isLast) handlers.unshift(layer);
    else handlers.push(layer);
    return () => void handlers.splice(handlers.indexOf(layer), 1);
  }, []);
}

/** Runs a command as its key would, for a menu or button. */
export function runCommand(command: KeyCommand): boolean {
  return handlers.toReversed().some((layer) => layer[command] !== undefined && layer[command]() !== false);
}

export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

/** Enter and Space press the focused control rather than run a command; on a link, Space still scrolls the page. */
function isPressedBy(key: string, focused: Element): boolean {
  if (key === 'Enter') return focused.matches('button, a, summary, [role^=menuitem]');
  return key === ' ' && focused.matches('button, input, summary, video, audio, [role^=menuitem]');
}

/** The code of a key that an input method takes. Safari ends the composition before the Enter that confirms a word, and says so only by this. */
const inputMethodKey = 229;

/** Keys of an input method, such as Enter to confirm a word, reach no list, form or command of the page. */
function hideComposing(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === inputMethodKey) event.stopPropagation();
}

export function listenToKeys(): void {
  document.addEventListener('keydown', hideComposing, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const focused = document.activeElement;
    if (!event.ctrlKey && focused !== null && isPressedBy(event.key, focused)) return;
    const isDialogOpen = document.querySelector('dialog[open]') !== null;
    // The browser closes the dialog, unless a handler has called preventDefault.
    if (event.key === 'Escape' && isDialogOpen) return;
    const command = getCommand(event, { isWriting: isTextField(focused) || isDialogOpen });
    if (command !== undefined && runCommand(command)) event.preventDefault();
  });
}
