/** The files of the web client of all versions that serve a database: a page of one asks any node for what belongs to it. */
import type { Selectable } from 'kysely';
import type { Db } from './db.ts';
import type { ClientFileTable } from './schema/nodes.ts';
import { inTexts } from './sql.ts';

export type ClientFile = Pick<Selectable<ClientFileTable>, 'path' | 'type' | 'gzip'>;

/** Says that these are used. @returns those of them that are not there */
export async function useClientFiles(db: Db, paths: readonly string[], now: number): Promise<string[]> {
  const rows = await db.q
    .updateTable('client_file')
    .set({ used_at: now })
    .where(inTexts(db.dialect, 'path', paths))
    .returning('path')
    .execute();
  const known = new Set(rows.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}

export async function storeClientFile({ q }: Pick<Db, 'q'>, file: ClientFile, now: number): Promise<void> {
  await q
    .insertInto('client_file')
    .values({ ...file, used_at: now })
    .onConflict((oc) => oc.column('path').doUpdateSet({ used_at: now }))
    .execute();
}

export async function deleteUnusedClientFiles({ q }: Pick<Db, 'q'>, before: number): Promise<void> {
  await q.deleteFrom('client_file').where('used_at', '<', before).execute();
}

export const findClientFile = ({ q }: Pick<Db, 'q'>, path: string): Promise<ClientFile | undefined> =>
  q.selectFrom('client_file').select(['path', 'type', 'gzip']).where('path', '=', path).executeTakeFirst();
