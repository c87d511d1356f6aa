/** Maps the keys of an archive's files to those of this server. */
import type { Db } from '../../db/db.ts';
import { pictureFiles } from '../../features/pictures/index.ts';
import { thumbnailFormats } from '../../features/uploads/index.ts';
import { ArchiveError } from '../../lib/archive/reader.ts';
import type { IdMap } from './import-context.ts';

/** Two random path segments, below the organization's folder. */
const path = String.raw`(\d{1,15})(\/[^/]+\/[^/]+`;
const alternatives = (names: readonly string[]): string => names.map((name) => RegExp.escape(name)).join('|');

/** What precedes and follows the path in the row. */
const kinds = [
  { table: 'attachment', form: new RegExp(String.raw`^()${path}\/[^/]+)()$`) },
  {
    table: 'attachment',
    form: new RegExp(
      String.raw`^(thumbnail\/)${path}\/[^/]+)(\/(?:${alternatives(thumbnailFormats.map(({ name }) => name))}))$`,
    ),
  },
  {
    table: 'picture',
    form: new RegExp(
      String.raw`^(pictures\/)${path})(\/(?:${alternatives(Object.values(pictureFiles).flat())}))$`,
    ),
  },
] as const;

/** @throws ArchiveError for a file that no imported row references. */
export async function importedKey(db: Db, key: string, ids: IdMap): Promise<string> {
  for (const { table, form } of kinds) {
    const [, before, org, middle, behind] = form.exec(key) ?? [];
    const orgId = ids.find('organization', Number(org));
    if (orgId === undefined) continue;
    const named = `${orgId}${String(middle)}`;
    const row = await db.q.selectFrom(table).select('org_id').where('path', '=', named).executeTakeFirst();
    if (row?.org_id === orgId) return `${String(before)}${named}${String(behind)}`;
  }
  throw new ArchiveError(`The archive is damaged: no row names the file ${key}.`);
}
