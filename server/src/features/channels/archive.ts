/** Archives and unarchives channels. An archived channel keeps its messages and subscribers, but nobody can post. */
import { audit } from '../../core/audit/index.ts';
import {
  channelForChange,
  channelUpdated,
  emitDefaultChannels,
  emitReturned,
  getChannelAudience,
} from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';
import { leaveDefaultGroups } from '../default-channel-groups/index.ts';
import { removeFromChannelSettings } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { archivedNotice, giveNotice, unarchivedNotice } from './notices.ts';

/** @throws ApiError for an archived channel, or one that the author may not administer */
export async function archiveChannel(tx: Tx, author: User, id: number): Promise<void> {
  const channel = channelForChange(tx.cache, author, id);
  if (channel.isArchived) throw apiError('channels.archived-already');
  // The notice is unread for nobody, since the channel is no longer used.
  await giveNotice(tx, id, archivedNotice(author), { unreadFor: [] });
  await setArchived(tx, id, true);
  await removeFromChannelSettings(tx, id);
  if (channel.isDefault) emitDefaultChannels(tx);
  await leaveDefaultGroups(tx, id);
  tx.emit(channelUpdated(channel, 'is_archived', true), getChannelAudience(channel));
  await audit(tx, { action: 'channel.archive', target: { type: 'channel', id, name: channel.name } });
}

/** @throws ApiError unless the channel is archived, and for a private channel without subscribers, which nobody could see */
export async function unarchiveChannel(tx: Tx, author: User, { id }: Channel): Promise<void> {
  const channel = tx.cache.channels.get(id);
  if (!channel?.isArchived) throw apiError('channels.not-archived');
  if (channel.isPrivate && tx.cache.members.getCount(id) === 0) throw apiError('channels.no-subscribers');
  await setArchived(tx, id, false);
  const returned = tx.cache.channels.get(id) ?? channel;
  tx.emit(channelUpdated(returned, 'is_archived', false), getChannelAudience(returned));
  await emitReturned(tx, returned);
  await giveNotice(tx, id, unarchivedNotice(author));
  await audit(tx, { action: 'channel.unarchive', target: { type: 'channel', id, name: channel.name } });
}

/** An archived channel stops being a default channel. */
async function setArchived(tx: Tx, id: number, isArchived: boolean): Promise<void> {
  await tx.q
    .updateTable('channel')
    .set(isArchived ? { is_archived: 1, is_default: 0 } : { is_archived: 0 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [id] });
}
