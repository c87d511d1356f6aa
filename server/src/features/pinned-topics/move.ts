/** Moves or deletes the pins of a topic when it is moved or deleted. */
import { canReadChannel } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { TopicPlace } from '../../core/messages/index.ts';
import { nameKey } from '../../lib/text.ts';
import { pinnedBy, setPins } from './set-pins.ts';

/** After all messages of a topic were moved: pins move too, except for users who may not read the destination. */
export async function movePins(tx: Tx, from: TopicPlace, to: TopicPlace): Promise<void> {
  if (from.channelId === to.channelId && nameKey(from.topic) === nameKey(to.topic)) return;
  const userIds = await pinnedBy(tx, from);
  if (userIds.length === 0) return;
  await setPins(tx, userIds, from, false);
  const channel = tx.cache.channels.get(to.channelId);
  const knowing = userIds.filter((id) => {
    const user = tx.cache.users.get(id);
    return user !== undefined && channel !== undefined && canReadChannel(tx.cache, channel, user);
  });
  await setPins(tx, knowing, to, true);
}

/** A later topic of the same name must not be pinned. */
export async function deletePins(tx: Tx, place: TopicPlace): Promise<void> {
  await setPins(tx, await pinnedBy(tx, place), place, false);
}
