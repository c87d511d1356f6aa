/** Reads folders of channels, and the icon and logos of the organization. */
import type { Input } from '../input/input.ts';
import type { SourceRecord } from '../records.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

export async function* readFolders(rows: Tables): AsyncGenerator<SourceRecord> {
  const all: Row[] = [];
  for await (const { row } of rows.read('zerver_channelfolder')) if (row) all.push(row);
  for (const row of all.sort((a, b) => (number(a.order) || 0) - (number(b.order) || 0)))
    yield {
      kind: 'folder',
      id: id(row.id),
      name: text(row.name),
      description: text(row.description),
      creator: id(row.creator) || undefined,
      isArchived: row.is_archived === true,
    };
}

const uploaded = 'U';

export async function* readPictures(
  rows: Tables,
  input: Input,
  folder: string,
): AsyncGenerator<SourceRecord> {
  for await (const { row } of rows.read('zerver_realm'))
    for (const picture of ['icon', 'logo', 'night_logo'] as const) {
      if (!row || row[`${picture}_source`] !== uploaded) continue;
      const names = [`${picture}.original`, `${picture}.png`];
      const path = names
        .map((name) => `${folder}realm_icons/${id(row.id)}/${name}`)
        .find((one) => input.files.has(one));
      if (path === undefined) {
        yield {
          kind: 'problem',
          place: `realm_icons ${picture}`,
          reason: 'The export names it, and does not have it.',
        };
        continue;
      }
      yield {
        kind: 'picture',
        picture,
        file: { id: `organization:${picture}`, name: `${picture}.png`, path },
      };
    }
}
