/** Loads a message for an action, with the permission check: what is returned may be read. */
import type { Tx } from '../log/index.ts';
import { type Channel, type Principal, type User, currentUser } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { visibleRows, type VisibleRow } from './visible.ts';

export interface ReadableMessage {
  row: VisibleRow;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  /** The caller, as the transaction sees them. */
  user: User;
}

/** @throws ApiError, the same for a message that is not there and for one that the caller may not read. */
export async function messageForReading(tx: Tx, me: Principal, id: number): Promise<ReadableMessage> {
  const { cache } = tx;
  const user = currentUser(cache, me);
  const { id: readerId, orgId, onlyChannel } = me;
  const reader = { id: readerId, orgId, user, cache, ...(onlyChannel !== undefined && { onlyChannel }) };
  const [row] = await visibleRows(tx, reader, [id]);
  if (!row) throw apiError('messages.not-found');
  const channel = row.channel_id === null ? undefined : cache.channels.get(row.channel_id);
  return { row, channel, user };
}

/** Like `messageForReading`, and its channel is not archived. */
export async function messageForChanging(tx: Tx, me: Principal, id: number): Promise<ReadableMessage> {
  const message = await messageForReading(tx, me, id);
  if (message.channel?.isArchived) throw apiError('messages.not-found');
  return message;
}
