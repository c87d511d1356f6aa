/** Which long messages are shown in full, in all views until the page is left. */
import { signal } from '@preact/signals';

/** ID of a message; for an unsent one, its local ID. */
export type CondensedId = number | string;

export const expanded = signal<ReadonlySet<CondensedId>>(new Set());

export function expand(id: CondensedId): void {
  if (!expanded.peek().has(id)) expanded.value = new Set(expanded.peek()).add(id);
}

export function condense(id: CondensedId): void {
  const next = new Set(expanded.peek());
  next.delete(id);
  expanded.value = next;
}

/**
 * Expands or condenses by a key.
 * @returns whether the message is long
 */
export function toggleCondensed(article: Element): boolean {
  const button = article.querySelector<HTMLElement>('.condensed-toggle');
  button?.click();
  return button !== null;
}
