import type { Playground } from '../../../../wire/linkifiers.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { PlaygroundTable } from '../../db/schema/linkifiers.ts';

export async function getPlaygrounds(db: Db, orgId: number): Promise<Playground[]> {
  const rows = await db.q
    .selectFrom('playground')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(serializePlayground);
}

function serializePlayground(row: Selectable<PlaygroundTable>): Playground {
  return { id: row.id, name: row.name, pygments_language: row.language, url_template: row.url_template };
}
