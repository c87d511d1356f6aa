/** What messages were before, kept with each of them, and what of it a reader is shown. */
import { sql } from 'kysely';
import type { EditHistoryItem } from '../../../../wire/messages.ts';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, listValue } from '../../db/sql.ts';
import { parseStored } from '../../lib/json.ts';
import { canReadAt } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import type { Reader } from './visible.ts';

/**
 * Characters of a stored history after which only moves between channels are added: clients fetch it with the message, and
 * a bot may update or rename one message every minute for years. What a reader sees of a history depends on these moves.
 */
const longestHistory = 1_000_000;
/** Characters after which a move between channels replaces the history, so that these moves are bounded too. */
const longestWithMoves = 2 * longestHistory;

const storedLength = sql<number>`coalesce(length(edit_history), 0)`;

/** The stored text is an array, newest first. */
const prependItem = (isChannelMove: boolean) =>
  prepared<{ org_id: number; list: unknown; item: string }>()((q, p, dialect) => {
    const update = q
      .updateTable('message')
      .set({
        edit_history: sql<string>`'[' || CAST(${p.item} AS text) ||
          CASE WHEN ${storedLength} BETWEEN 1 AND ${sql.lit(longestWithMoves)}
            THEN ',' || substr(edit_history, 2) ELSE ']' END`,
      })
      .where(withIdsParam(dialect, p.org_id, p.list));
    return isChannelMove ? update : update.where(storedLength, '<=', sql.lit(longestHistory));
  });
const prependChannelMove = prependItem(true);
const prependOther = prependItem(false);

export async function addHistory(tx: Tx, ids: readonly number[], item: EditHistoryItem): Promise<void> {
  if (ids.length === 0) return;
  const statement = item.prev_stream === undefined ? prependOther : prependChannelMove;
  const list = listValue(tx.dialect, ids);
  await tx.run(statement, { org_id: tx.orgId, list, item: JSON.stringify(item) });
}

/**
 * The newest first. For a reader the message begins to be where it came from a channel in which they may not read it, as a key
 * of one channel may not in any other: neither that channel nor what the message was there is for them.
 */
export function historyFor(reader: Reader, messageId: number, stored: string | null): EditHistoryItem[] {
  const { cache, user, onlyChannel } = reader;
  const items = parseStored<EditHistoryItem[]>(stored ?? '[]');
  const mayRead = (id: number) => {
    const channel = cache.channels.get(id);
    return (
      channel !== undefined &&
      (onlyChannel === undefined || onlyChannel === id) &&
      canReadAt(cache, channel, user, messageId)
    );
  };
  const end = items.findIndex(({ prev_stream: id }) => id !== undefined && !mayRead(id));
  return end === -1 ? items : items.slice(0, end);
}
