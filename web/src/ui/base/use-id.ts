import { useState } from 'preact/hooks';

let count = 0;

/**
 * An id that no other element of the page has. Preact's own starts over in every portal, and again whenever the portal
 * renders: a label in a dialog would name another dialog's field.
 */
export function useId(): string {
  const [id] = useState(() => `id-${String(++count)}`);
  return id;
}
