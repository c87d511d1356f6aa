/** Which messages are being edited, and their texts. */
import { signal } from '@preact/signals';

export type Edit = {
  /** The Markdown source before the edit. */
  before: string;
  text: string;
  state: 'editing' | 'saving';
  /** Waits for uploads before it is saved. */
  isWaiting?: boolean;
  /** Why saving failed. */
  reason?: string;
};

/** By message ID. Separate from the rows, which are unmounted when the list is scrolled. */
export const edits = signal<ReadonlyMap<number, Edit>>(new Map());

export function changeEdit(id: number, edit: Edit | undefined): void {
  const next = new Map(edits.peek());
  if (edit === undefined) next.delete(id);
  else next.set(id, edit);
  edits.value = next;
}
