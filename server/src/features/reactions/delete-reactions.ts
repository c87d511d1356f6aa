import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';

const deleteRows = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('reaction').where(inListParam(dialect, 'message_id', p.list)),
);

/** Deletes the reactions to deleted messages. Moved messages keep theirs. */
export async function deleteReactions(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (!userIds) await tx.run(deleteRows, { list: listValue(tx.dialect, ids) });
}
