import type { Selectable } from 'kysely';
import type { Linkifier } from '../../../../wire/linkifiers.ts';
import type { LinkifierTable } from '../../db/schema/linkifiers.ts';
import { parseStored } from '../../lib/json.ts';

export function serializeLinkifier(row: Selectable<LinkifierTable>): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    url_template: row.url_template,
    example_input: row.example_input,
    reverse_template: row.reverse_template,
    alternative_url_templates: parseStored<string[]>(row.alternative_url_templates),
  };
}
