import type { Playground } from '../../../../wire/linkifiers.ts';
import type { Db } from '../../db/db.ts';
import { serializePlayground } from './serialize.ts';

export async function getPlaygrounds(db: Db, orgId: number): Promise<Playground[]> {
  const rows = await db.q
    .selectFrom('playground')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(serializePlayground);
}
