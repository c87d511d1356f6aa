/** Pins messages for everyone in their topic or direct conversation. */
import { channelForPosting } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type ReadableMessage,
  messageForChanging,
  type Portion,
  allReaders,
  peopleIn,
  type MessagesChanged,
  type MessagesHidden,
} from '../../core/messages/index.ts';
import { type Principal, mayIn } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { countPins, pinsAmong, type Pin, pinObjects } from './queries.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';

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

// Emits pins to everyone who may read their messages.

/** Also where they have a new place. */
async function emitPinned(tx: Tx, pins: readonly Pin[]): Promise<void> {
  const objects = new Map((await pinObjects(tx, pins)).map((one) => [one.message_id, one]));
  for (const { ids, audience } of await getPortions(tx, pins)) {
    const shown = ids.flatMap((id) => objects.get(id) ?? []);
    if (shown.length > 0) tx.emit({ type: 'heddle_pinned_messages', op: 'add', pins: shown }, audience);
  }
}

async function emitUnpinned(tx: Tx, pins: readonly Pin[]): Promise<void> {
  for (const { ids, audience } of await getPortions(tx, pins))
    if (ids.length > 0)
      tx.emit({ type: 'heddle_pinned_messages', op: 'remove', message_ids: [...ids] }, audience);
}

async function getPortions(tx: Tx, pins: readonly Pin[]): Promise<Portion[]> {
  const portions: Portion[] = [];
  for (const [channelId, there] of Map.groupBy(pins, (pin) => pin.channel_id)) {
    const channel = channelId === null ? undefined : tx.cache.channels.get(channelId);
    if (channel) portions.push(...(await allReaders(tx, channel, there.map(getId))));
  }
  for (const [directId, there] of Map.groupBy(pins, (pin) => pin.direct_id))
    if (directId !== null)
      portions.push({ ids: there.map(getId), audience: { users: await peopleIn(tx, directId) } });
  return portions;
}

const getId = (pin: Pin): number => pin.message_id;

// What becomes of pins whose messages are deleted or moved.

const deleteRows = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('message_pin')
    .where(inListParam(dialect, 'message_id', p.list))
    .where('org_id', '=', p.org_id),
);

/** The pins of deleted messages end for all, those of messages that moved away for those who lose sight of them. */
export async function endPins(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  const pins = await pinsAmong(tx, ids);
  if (pins.length === 0) return;
  if (userIds) {
    const message_ids = pins.map((pin) => pin.message_id);
    tx.emit({ type: 'heddle_pinned_messages', op: 'remove', message_ids }, { users: userIds });
    return;
  }
  await emitUnpinned(tx, pins);
  await tx.run(deleteRows, { org_id: tx.orgId, list: listValue(tx.dialect, ids) });
}

/** Pins are where their messages are. */
export async function followMessages(tx: Tx, { ids, hasMoved }: MessagesChanged): Promise<void> {
  if (hasMoved) await emitPinned(tx, await pinsAmong(tx, ids));
}
