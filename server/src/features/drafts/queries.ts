import type { Draft } from '../../../../wire/drafts.ts';
import type { Db } from '../../db/db.ts';
import { draftObject } from './serialize.ts';

export async function getDrafts({ q }: Db, userId: number): Promise<Draft[]> {
  const rows = await q
    .selectFrom('draft')
    .select(['id', 'type', 'recipients', 'topic', 'content', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('changed_at')
    .orderBy('id')
    .execute();
  return rows.map(draftObject);
}
