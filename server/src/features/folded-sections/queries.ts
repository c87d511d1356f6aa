import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('folded_section').select('section').where('user_id', '=', p.user_id).orderBy('section'),
);

export async function getFoldedSections(db: Db, userId: number): Promise<string[]> {
  return (await db.rows(byUser, { user_id: userId })).map(({ section }) => section);
}
