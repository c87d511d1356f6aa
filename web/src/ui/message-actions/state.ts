/** What is open over the messages, and which of them are being changed. Others open things by setting `overlay`. */
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
  /** All of a topic, as from its header. */
  | { kind: 'move-topic'; channelId: number; topic: string; id: number };

export const overlay = signal<Overlay | undefined>(undefined);

export const closeOverlay = (): void => {
  overlay.value = undefined;
};

/** What is shown in the middle now, for actions that are about it. */
export const shownNarrow = signal<Narrow>({ kind: 'feed' });

/** Narrows in which reading waits: what was just marked as unread stays so until the person comes back. */
export const heldUnread = signal<string | undefined>(undefined);

export type Edit = {
  /** As it was when the change began. */
  before: string;
  text: string;
  state: 'editing' | 'saving';
  /** Saved once its files are there. */
  isWaiting?: boolean;
  /** Why it was not saved. */
  reason?: string;
};

/** By message. Kept apart from the rows, which come and go as the list scrolls. */
export const edits = signal<ReadonlyMap<number, Edit>>(new Map());

export function changeEdit(id: number, edit: Edit | undefined): void {
  const next = new Map(edits.peek());
  if (edit === undefined) next.delete(id);
  else next.set(id, edit);
  edits.value = next;
}
