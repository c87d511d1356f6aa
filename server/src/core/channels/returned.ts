/** COMPAT(clients without archived_channels): a channel that is brought back is new to them, and so is who is in it. */
import type { Tx } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';
import { getChannelAudience } from './audience.ts';
import { channelCreated, channelObject } from './serialize.ts';
import { emitJoined } from './join.ts';
import { peersChanged } from './serialize-subscriptions.ts';

/** All clients but those leave out what is marked as a return. */
export async function emitReturned(tx: Tx, channel: Channel): Promise<void> {
  const userIds = [...tx.cache.members.getIds(channel.id)];
  const object = channelObject(tx.cache, channel, 0);
  tx.emit({ ...channelCreated([object]), isReturn: true }, getChannelAudience(channel));
  if (userIds.length === 0) return;
  await emitJoined(tx, [{ channel, userIds }], 'return');
  tx.emit(
    { ...peersChanged('peer_add', [channel.id], userIds), isReturn: true },
    { ...getChannelAudience(channel), except: userIds },
  );
}
