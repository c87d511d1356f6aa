/** Updates the rendering of messages without an edit, for example for previews. */
import type { Tx } from '../../core/log/index.ts';
import { emitEdit } from './edit-events.ts';

export interface ShownMessage {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  content: string;
  rendered: string;
}

/** Undefined if it was deleted. */
export const shownMessage = (tx: Tx, id: number): Promise<ShownMessage | undefined> =>
  tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'content', 'rendered'])
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();

/** Stores and emits a new rendering, which does not count as an edit. */
export async function updateRendering(tx: Tx, message: ShownMessage, rendered: string): Promise<void> {
  if (rendered === message.rendered) return;
  const { id } = message;
  await tx.q
    .updateTable('message')
    .set({ rendered })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  const channel = message.channel_id === null ? undefined : tx.cache.channels.get(message.channel_id);
  const rendering = { content: message.content, rendered };
  const facts = { userId: null, messageId: id, ids: [id], at: tx.now, channel, rendering, linkifiers: [] };
  await emitEdit(tx, message, facts, []);
}
