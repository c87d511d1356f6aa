/** Pins messages for everyone in their topic or direct conversation. */
import { channelForPosting } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type ReadableMessage, messageForChanging } from '../../core/messages/index.ts';
import { type Principal, mayIn } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { emitPinned, emitUnpinned } from './emit.ts';
import { countPins, pinsAmong } from './queries.ts';

/** Idempotent. @throws ApiError without access to the message or the permission, and for too many pins */
export async function pinMessage(tx: Tx, me: Principal, messageId: number): Promise<void> {
  const message = await messageForPinning(tx, me, messageId);
  const { row } = message;
  if ((await pinsAmong(tx, [row.id])).length > 0) return;
  refuseAboveLimit('messages.too-many-pins', await countPins(tx, row));
  await tx.q
    .insertInto('message_pin')
    .values({ message_id: row.id, org_id: tx.orgId, user_id: message.user.id, pinned_at: tx.now })
    .execute();
  await emitPinned(tx, await pinsAmong(tx, [row.id]));
}

/** Idempotent. Who may pin may also unpin what others have pinned. @throws ApiError as `pinMessage` */
export async function unpinMessage(tx: Tx, me: Principal, messageId: number): Promise<void> {
  const { row } = await messageForPinning(tx, me, messageId);
  const pins = await pinsAmong(tx, [row.id]);
  if (pins.length === 0) return;
  await tx.q
    .deleteFrom('message_pin')
    .where('message_id', '=', row.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await emitUnpinned(tx, pins);
}

/**
 * What all see at the top of a topic is for those who may write there, and whom the organization lets pin; a direct
 * conversation belongs to its people.
 */
async function messageForPinning(tx: Tx, me: Principal, messageId: number): Promise<ReadableMessage> {
  const message = await messageForChanging(tx, me, messageId);
  const { channel, user } = message;
  if (!channel) return message;
  channelForPosting(tx.cache, user, channel.id);
  if (!mayIn(tx.cache, 'heddle_can_pin_messages_group', user)) throw apiError('messages.pin-not-permitted');
  return message;
}
