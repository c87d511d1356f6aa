/** The hook for messages whose content, rendering or place changed. */
import { defineHook } from '../log/index.ts';

interface MessagesChanged {
  /** Ascending. */
  ids: readonly number[];
}

/** Runs after everything was stored and the change was emitted; reactions emit what else shows the messages. */
export const messagesChanged = defineHook<MessagesChanged>('messages changed');
