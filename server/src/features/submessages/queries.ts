import type { Submessage } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { trait } from '../../core/read-state/index.ts';
import { submessageObject } from './serialize.ts';

export interface SubmessageRow {
  id: number;
  message_id: number;
  sender_id: number;
  kind: string;
  content: string;
}

const byMessages = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('submessage')
    .select(['id', 'message_id', 'sender_id', 'kind', 'content'])
    .where(inListParam(dialect, 'message_id', p.list))
    .orderBy('id'),
);

/** By message: its submessages, oldest first. Messages without any are absent. */
export async function getSubmessages(
  db: Db,
  messages: readonly { id: number; traits: number }[],
): Promise<Map<number, Submessage[]>> {
  const ids = messages.filter((row) => row.traits & trait.hasSubmessage).map((row) => row.id);
  const submessages = new Map<number, Submessage[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return submessages;
  for (const row of await db.rows(byMessages, { list: listValue(db.dialect, ids) }))
    submessages.get(row.message_id)?.push(submessageObject(row));
  return submessages;
}
