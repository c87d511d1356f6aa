/** What is open over the messages. Other parts open things by setting `overlay`. */
import { signal } from '@preact/signals';

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

/**
 * Narrows in which nothing is marked as read: messages that were just marked as unread stay so until the person
 * returns.
 */
export const heldUnread = signal<string | undefined>(undefined);
