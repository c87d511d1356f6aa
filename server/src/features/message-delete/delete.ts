/** Deletes one message: for users who may delete any, or for its sender within a time limit. */
import { prepared } from '../../db/prepared.ts';
import { audit } from '../../core/audit/index.ts';
import { holdsIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { messageForReading } from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  mayIn,
  organizationSettings,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { eraseMessages } from './erase.ts';

const getSentAt = prepared<{ id: number }>()((q, p) =>
  q.selectFrom('message').select('sent_at').where('id', '=', p.id),
);

/** @throws ApiError for a message that the caller cannot read, may not delete, or no longer */
export async function deleteMessage(tx: Tx, me: Principal, id: number): Promise<void> {
  const { row, channel, user } = await messageForReading(tx, me, id);
  if (channel?.isArchived) throw apiError('messages.not-found');
  if (!mayDeleteAny(tx.cache, user, channel)) {
    if (!mayDeleteOwn(tx.cache, user, channel, row.sender_id)) throw apiError('messages.delete-not-allowed');
    const sentAt = (await tx.first(getSentAt, { id }))?.sent_at ?? 0;
    const limit = organizationSettings(tx.cache).message_content_delete_limit_seconds;
    if (limit !== null && tx.now - sentAt > limit * 1000) throw apiError('messages.delete-too-late');
  }
  const from = channel ? { channel, topic: row.topic } : { directId: row.direct_id ?? 0 };
  await eraseMessages(tx, from, [id]);
  if (row.sender_id !== me.id)
    await audit(tx, {
      action: 'message.delete',
      target: { type: 'message', id },
      before: {
        sender_id: row.sender_id,
        channel_id: channel?.id ?? null,
        topic: channel ? row.topic : null,
      },
    });
}

function mayDeleteAny(cache: OrganizationCache, user: User, channel: Channel | undefined): boolean {
  const name = 'can_delete_any_message_group';
  return mayIn(cache, name, user) || (channel !== undefined && holdsIn(cache, channel, name, user));
}

/** Messages of a bot count as its owner's. */
function mayDeleteOwn(
  cache: OrganizationCache,
  user: User,
  channel: Channel | undefined,
  senderId: number,
): boolean {
  const isOwn = senderId === user.id || cache.users.get(senderId)?.botOwnerId === user.id;
  if (!isOwn) return false;
  const name = 'can_delete_own_message_group';
  return mayIn(cache, name, user) || (channel !== undefined && holdsIn(cache, channel, name, user));
}
