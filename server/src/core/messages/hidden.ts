/** The hook for messages that are deleted, or moved to where some of their readers have no access. */
import { defineHook } from '../log/index.ts';

export interface MessagesHidden {
  /** Ascending. */
  ids: readonly number[];
  /** Who loses access; undefined where the messages are deleted for everyone. */
  userIds?: readonly number[];
}

/** Runs while the rows of the messages still exist; reactions delete their rows about these messages. */
export const messagesHidden = defineHook<MessagesHidden>('messages hidden');
