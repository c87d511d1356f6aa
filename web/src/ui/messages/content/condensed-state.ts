/** Which long messages are shown whole, in every view and until the page is left. */
import { signal } from '@preact/signals';

/** Of a message; of one that the server does not have yet, what it is called here. */
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

/** By a key. @returns whether it is long at all */
export function toggleCondensed(article: Element): boolean {
  const button = article.querySelector<HTMLElement>('.condensed-toggle');
  button?.click();
  return button !== null;
}
