/** The hook for messages whose content, rendering or place changed. */
import { defineHook } from '../log/index.ts';

export interface MessagesChanged {
  /** Ascending. */
  ids: readonly number[];
  /** Whether they are in another topic or channel now. */
  hasMoved: boolean;
}

/** Runs after everything was stored and the change was emitted; reactions emit what else shows the messages. */
export const messagesChanged = defineHook<MessagesChanged>('messages changed');
