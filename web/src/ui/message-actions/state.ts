/** What is open over the messages, and which of them are being edited. Other parts open things by setting `overlay`. */
import { signal } from '@preact/signals';
import type { Narrow } from '../../store/messages/narrow.ts';

export type MessageDialog =
  | 'delete'
  | 'history'
  | 'source'
  | 'receipts'
  | 'reactions'
  | 'report'
  | 'remind'
  | 'move'
  | 'notification';

export type Overlay =
  | { kind: 'menu' | 'react'; id: number; anchor: Element }
  | { kind: MessageDialog; id: number }
  /** A whole topic, from its header. */
  | { kind: 'move-topic'; channelId: number; topic: string; id: number };

export const overlay = signal<Overlay | undefined>(undefined);

export const closeOverlay = (): void => {
  overlay.value = undefined;
};

/** The narrow that is open, for actions that apply to it. */
export const shownNarrow = signal<Narrow>({ kind: 'feed' });

/**
 * Narrows in which nothing is marked as read: messages that were just marked as unread stay so until the person
 * returns.
 */
export const heldUnread = signal<string | undefined>(undefined);

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
