/** Sections of the left side that are folded up, remembered on this device. */
import { signal } from '@preact/signals';

const key = 'heddle-folded';

export const folded = signal<ReadonlySet<string>>(
  new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[]),
);

/** Folds a section up, or down again. */
export function toggleSection(section: string): void {
  const next = new Set(folded.peek());
  if (!next.delete(section)) next.add(section);
  folded.value = next;
  localStorage.setItem(key, JSON.stringify([...next]));
}
