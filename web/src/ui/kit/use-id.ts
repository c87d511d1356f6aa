import { useState } from 'preact/hooks';

let count = 0;

/**
 * An ID that is unique in the page. Preact's own restarts in every portal and with each of its renders: the label in a
 * dialog would name another dialog's field.
 */
export function useId(): string {
  const [id] = useState(() => `id-${String(++count)}`);
  return id;
}
