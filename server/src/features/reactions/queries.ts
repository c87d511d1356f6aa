import type { Reaction } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { trait } from '../../core/read-state/index.ts';
import type { Kind } from './emoji.ts';
import { reactionObject } from './serialize.ts';

export interface ReactionRow {
  id: number;
  message_id: number;
  user_id: number;
  emoji_name: string;
  emoji_code: string;
  kind: Kind;
}

const byMessages = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('reaction')
    .select(['id', 'message_id', 'user_id', 'emoji_name', 'emoji_code', 'kind'])
    .where(inListParam(dialect, 'message_id', p.list))
    .orderBy('id'),
);

/** Oldest first. */
export function getReactionRows(db: Db, messageIds: readonly number[]): Promise<ReactionRow[]> {
  return db.rows(byMessages, { list: listValue(db.dialect, messageIds) });
}

/** By message: its reactions, oldest first. Messages without reactions are absent. */
export async function reactionsTo(
  db: Db,
  messages: readonly { id: number; traits: number }[],
  { usesOldName = false } = {},
): Promise<Map<number, Reaction[]>> {
  const ids = messages.filter((row) => row.traits & trait.hasReaction).map((row) => row.id);
  const reactions = new Map<number, Reaction[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return reactions;
  for (const row of await getReactionRows(db, ids))
    reactions.get(row.message_id)?.push(reactionObject(row, usesOldName));
  return reactions;
}
