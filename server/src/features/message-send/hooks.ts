/** Hooks for features that react to new messages. */
import { defineHook } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';

export interface SentMessage {
  id: number;
  sender: User;
  /** People mentioned by name. */
  mentioned: readonly number[];
  place: { channel: Channel } | { people: readonly User[] };
}

/** Called after a message and its event were stored. */
export const messageStored = defineHook<SentMessage>('message stored');
