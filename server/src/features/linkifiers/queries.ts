import type { Linkifier } from '../../../../wire/linkifiers.ts';
import type { Db } from '../../db/db.ts';
import { serializeLinkifier } from './serialize.ts';

/** In order of precedence. */
export async function getLinkifiers(db: Db, orgId: number): Promise<Linkifier[]> {
  const rows = await db.q
    .selectFrom('linkifier')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return rows.map(serializeLinkifier);
}
