/** Finds the current location of messages of the source. */
import { membersOfDirects } from '../../../core/messages/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inList } from '../../../db/sql.ts';
import { findItems } from './items.ts';
import type { KnownMessage } from './texts.ts';

/** @param kind Kind of the keys: messages, or threads, which are located by their first message. */
export async function locateMessages(
  tx: Tx,
  sourceId: number,
  kind: 'message' | 'thread',
  keys: readonly string[],
): Promise<Map<string, KnownMessage>> {
  const items = await findItems(tx, sourceId, kind, keys);
  if (items.size === 0) return new Map();
  const rows = await tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'topic', 'content'])
    .where('org_id', '=', tx.orgId)
    .where(
      inList(
        tx.dialect,
        'id',
        [...items.values()].map(({ localId }) => localId),
      ),
    )
    .execute();
  const directs = rows.map((row) => row.direct_id).filter((id) => id !== null);
  const members = await membersOfDirects(tx, tx.orgId, directs);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const located = new Map<string, KnownMessage>();
  for (const [key, { localId }] of items) {
    const row = byId.get(localId);
    if (!row) continue;
    const people = row.direct_id === null ? [] : (members.get(row.direct_id) ?? []);
    located.set(key, {
      id: row.id,
      channelId: row.channel_id,
      topic: row.topic,
      people,
      content: row.content,
    });
  }
  return located;
}
