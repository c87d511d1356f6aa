import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';

const deleteOfEverybody = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('message_flag').where(inListParam(dialect, 'message_id', p.list)),
);

const deleteOfUsers = prepared<{ people: unknown; list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('message_flag')
    .where(inListParam(dialect, 'message_id', p.list))
    .where(inListParam(dialect, 'user_id', p.people)),
);

/** Stars and mentions are deleted with access to the message, and do not return with it. */
export async function deleteFlags(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  const list = listValue(tx.dialect, ids);
  await (userIds
    ? tx.run(deleteOfUsers, { list, people: listValue(tx.dialect, userIds) })
    : tx.run(deleteOfEverybody, { list }));
}
