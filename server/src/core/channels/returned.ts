/** COMPAT(clients without archived_channels): a channel that is brought back is new to them, and so is who is in it. */
import type { Tx } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';
import { whoSees } from './audience.ts';
import { channelCreated, channelObject } from './serialize.ts';
import { tellJoined } from './join.ts';
import { peersChanged } from './serialize-subscriptions.ts';

/** All clients but those leave out what is marked as a return. */
export async function tellReturned(tx: Tx, channel: Channel): Promise<void> {
  const userIds = [...tx.directory.members.idsOf(channel.id)];
  const object = channelObject(tx.directory, channel, 0);
  tx.emit({ ...channelCreated([object]), isReturn: true }, whoSees(channel));
  if (userIds.length === 0) return;
  await tellJoined(tx, [{ channel, userIds }], 'return');
  tx.emit(
    { ...peersChanged('peer_add', [channel.id], userIds), isReturn: true },
    { ...whoSees(channel), except: userIds },
  );
}
