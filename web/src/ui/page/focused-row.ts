/** The focused row of any list. */
import { backwardKey, forwardKey } from './direction.ts';
import { parseAddress } from '../../view/narrow/address.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';

const rows = '.sidebar-line, .recent-line, .inbox-row, .conversation-header';

const focusedRow = (): Element | null => document.activeElement?.closest(rows) ?? null;

/** Whether it is a conversation header in the list of messages. */
export const isHeaderFocused = (): boolean => focusedRow()?.matches('.conversation-header') === true;

/** Its link. */
export function focusedNarrow(): Narrow | undefined {
  const link = document.activeElement?.closest('a') ?? focusedRow()?.querySelector('a');
  const to = link && parseAddress(link.href);
  return to?.screen === 'narrow' ? to.narrow : undefined;
}

/** Opens its menu, or that of the open topic. */
export function openFocusedMenu(): boolean {
  const button = (focusedRow() ?? document.querySelector('.header'))?.querySelector<HTMLElement>(
    '.sidebar-menu-button, .inbox-actions [aria-haspopup=menu], .topic-actions [aria-haspopup=menu]',
  );
  button?.click();
  return button !== undefined && button !== null;
}

/** Does what the arrow key does there, such as collapsing; otherwise focuses the next control of the row. */
export function moveInRow(step: 1 | -1): boolean {
  const focused = document.activeElement;
  const row = focused?.closest('[role=listitem]');
  if (!focused || !row) return false;
  const key = step === 1 ? forwardKey() : backwardKey();
  if (!focused.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true })))
    return true;
  const all = [...row.querySelectorAll<HTMLElement>('a[href], button')];
  const next = all[all.indexOf(focused as HTMLElement) + step];
  next?.focus();
  return next !== undefined;
}
