/** What messages were before, kept with each of them, and what of it a reader is shown. */
import { sql } from 'kysely';
import type { EditHistoryItem } from '../../../../wire/messages.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { parseStored } from '../../lib/json.ts';
import { canReadAt } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import type { Reader } from './visible.ts';

/** The stored text is an array; what is new comes first. */
const prependItem = prepared<{ org_id: number; list: unknown; item: string }>()((q, p, dialect) =>
  q
    .updateTable('message')
    .set({
      edit_history: sql<string>`'[' || CAST(${p.item} AS text) ||
        CASE WHEN edit_history IS NULL THEN ']' ELSE ',' || substr(edit_history, 2) END`,
    })
    .where('org_id', '=', p.org_id)
    .where(inListParam(dialect, 'id', p.list)),
);

export async function addHistory(tx: Tx, ids: readonly number[], item: EditHistoryItem): Promise<void> {
  if (ids.length === 0) return;
  const list = listValue(tx.dialect, ids);
  await tx.run(prependItem, { org_id: tx.orgId, list, item: JSON.stringify(item) });
}

/**
 * The newest first. For a reader the message begins to be where it came from a channel in which they may not read it:
 * neither that channel nor what the message was there is for them.
 */
export function historyFor(
  { cache, user }: Pick<Reader, 'cache' | 'user'>,
  messageId: number,
  stored: string | null,
): EditHistoryItem[] {
  const items = parseStored<EditHistoryItem[]>(stored ?? '[]');
  const end = items.findIndex(({ prev_stream: id }) => {
    const channel = id === undefined ? undefined : cache.channels.get(id);
    return id !== undefined && !(channel && canReadAt(cache, channel, user, messageId));
  });
  return end === -1 ? items : items.slice(0, end);
}
