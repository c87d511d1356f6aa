/** Keys to commands to anyone who takes them. The table of keys is `view/keys.ts`. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { getCommand, type KeyCommand } from '../../view/text/keys.ts';

export const isMac = navigator.userAgent.includes('Mac');

/** Returns false to let another have it. */
type Handler = () => boolean | undefined;

/** The component mounted last handles a command first: an open dialog before the list behind it. */
const handlers: Partial<Record<KeyCommand, Handler>>[] = [];

/**
 * Handles commands while the component is mounted.
 * @param options `isLast`: only handles what no other component does, whenever those were mounted
 */
export function useCommands(commands: Partial<Record<KeyCommand, Handler>>, { isLast = false } = {}): void {
  const latest = useRef(commands);
  latest.current = commands;
  useLayoutEffect(() => {
    const layer: Partial<Record<KeyCommand, Handler>> = {};
    for (const name of Object.keys(commands) as KeyCommand[]) layer[name] = () => latest.current[name]?.();
    if (isLast) handlers.unshift(layer);
    else handlers.push(layer);
    return () => void handlers.splice(handlers.indexOf(layer), 1);
  }, []);
}

/** Does what a key would do, as from a menu. */
export function runCommand(command: KeyCommand): boolean {
  return handlers.toReversed().some((layer) => layer[command] !== undefined && layer[command]() !== false);
}

export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

/** Enter and the space bar belong to the control that has the focus; links leave the space bar to the page. */
function isPressedBy(key: string, focused: Element): boolean {
  if (key === 'Enter') return focused.matches('button, a, summary, [role^=menuitem]');
  return key === ' ' && focused.matches('button, input, summary, video, audio, [role^=menuitem]');
}

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const focused = document.activeElement;
    if (!event.ctrlKey && focused !== null && isPressedBy(event.key, focused)) return;
    const isDialogOpen = document.querySelector('dialog[open]') !== null;
    // The browser closes the dialog, unless someone else takes the key.
    if (event.key === 'Escape' && isDialogOpen) return;
    const command = getCommand(event, { isWriting: isTextField(focused) || isDialogOpen });
    if (command !== undefined && runCommand(command)) event.preventDefault();
  });
}
