/** Moves the focus up and down among elements. */

/** Moves the focus by `step` among the matching elements; if none has it, to the first or last visible one. */
export function stepFocus(within: Element | null, selector: string, step: 1 | -1): boolean {
  const rows = [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? findEnd(rows.filter(isVisible), step) : rows[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

const findEnd = (rows: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined =>
  step === 1 ? rows[0] : rows.at(-1);

/** Lists render some rows outside their visible area. */
function isVisible(row: HTMLElement): boolean {
  const edges = row.closest('.virtual-list')?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return edges === undefined || (top >= edges.top - 1 && bottom <= edges.bottom + 1);
}

/** An `onKeyDown` for the element around a list: Up and Down move between its rows. */
export const arrowKeys =
  (selector: string) =>
  (event: KeyboardEvent & { currentTarget: EventTarget | null }): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const { currentTarget: list, target } = event;
    if (!(list instanceof Element) || !list.contains(document.activeElement)) return;
    if (target instanceof Element && target.matches('input, textarea, select')) return;
    if (stepFocus(list, selector, event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
  };
