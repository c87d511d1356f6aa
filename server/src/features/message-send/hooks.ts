/** What features above may react to where a message is sent. */
import { defineHook } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';

export interface SentMessage {
  id: number;
  sender: User;
  /** People mentioned by name. */
  mentioned: readonly number[];
  place: { channel: Channel } | { people: readonly User[] };
}

/** A message and its event have been stored. */
export const messageStored = defineHook<SentMessage>('message stored');
