import type { Linkifier } from '../../../../wire/linkifiers.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { LinkifierTable } from '../../db/schema/linkifiers.ts';
import { parseStored } from '../../lib/json.ts';

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

function serializeLinkifier(row: Selectable<LinkifierTable>): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    url_template: row.url_template,
    example_input: row.example_input,
    reverse_template: row.reverse_template,
    alternative_url_templates: parseStored<string[]>(row.alternative_url_templates),
  };
}
