/** Messages that someone missed, as an email or a push notification shows them. */
import { type Reader, quotableMessages } from '../../core/messages/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';

export interface MissedMessage {
  id: number;
  sender: User | undefined;
  rendered: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  topic: string;
  /** Everyone in a direct conversation. */
  people: readonly User[];
}

/** The messages that the person may still read, ascending. `sender` is undefined if it is not visible to them. */
export async function getMissedMessages(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<MissedMessage[]> {
  const isVisible = await getUserVisibility(db, reader.cache, reader.user);
  const messages = await quotableMessages(db, reader, ids);
  return [...messages.values()].map(({ id, sender, rendered, sentAt, place }) => {
    const shown = { id, sender: isVisible(sender) ? sender : undefined, rendered, sentAt };
    return 'channel' in place
      ? { ...shown, channel: place.channel, topic: place.topic, people: [] }
      : { ...shown, channel: undefined, topic: '', people: place.people };
  });
}
