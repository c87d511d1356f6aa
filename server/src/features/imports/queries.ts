import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { activeStates, type ImportRow, type ListedImport } from './serialize.ts';

/** How many of the newest are listed. */
const mostListed = 50;

/** Without their reports, which are long. */
export const listImports = (db: Db, orgId: number): Promise<ListedImport[]> =>
  db.q
    .selectFrom('import_request')
    .select(['id', 'acting_user_id', 'file_name', 'size', 'created_at', 'state', 'path'])
    .select(['choices', 'progress', 'error'])
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();

export const importRow = (db: Db, orgId: number, id: number): Promise<ImportRow | undefined> =>
  db.q
    .selectFrom('import_request')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();

/** @throws ApiError for one that does not exist. */
export async function existingImport(db: Db, orgId: number, id: number): Promise<ImportRow> {
  const row = await importRow(db, orgId, id);
  if (!row) throw apiError('imports.not-found');
  return row;
}

/** The number of stored archives. */
export async function countArchives(db: Db, orgId: number): Promise<number> {
  const { n } = await db.q
    .selectFrom('import_request')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('org_id', '=', orgId)
    .where('path', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The oldest active request of any organization. */
export const nextActiveImport = (db: Db): Promise<Pick<ImportRow, 'id' | 'org_id'> | undefined> =>
  db.q
    .selectFrom('import_request')
    .select(['id', 'org_id'])
    .where('state', 'in', activeStates)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
