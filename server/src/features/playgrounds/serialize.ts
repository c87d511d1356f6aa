import type { Selectable } from 'kysely';
import type { Playground } from '../../../../wire/linkifiers.ts';
import type { PlaygroundTable } from '../../db/schema/linkifiers.ts';

export function serializePlayground(row: Selectable<PlaygroundTable>): Playground {
  return { id: row.id, name: row.name, pygments_language: row.language, url_template: row.url_template };
}
