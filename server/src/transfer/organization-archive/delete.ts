/**
 * Deletes an organization with all its rows in one transaction, so that an interrupted run deletes nothing. The
 * files are deleted by jobs that the same transaction enqueues, and that run with the next start of the server.
 */
import { readCatalog } from '../../db/archive/catalog.ts';
import { refuseUnfinishedRestore } from '../../db/archive/target.ts';
import { Bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/db.ts';
import { openDatabase } from '../../db/open.ts';
import { withoutDeadlines } from '../../db/postgres/postgres-deadlines.ts';
import { deleteOrganizationSearchSql } from '../../db/search-sql.ts';
import { exportJobs } from '../../features/exports/index.ts';
import { importJobs } from '../../features/imports/index.ts';
import { pictureJobs } from '../../features/pictures/index.ts';
import { uploadsJobs } from '../../features/uploads/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { belongs } from './scope.ts';
import { decisionFor, decisions } from './tables.ts';

export interface DeletionSummary {
  id: number;
  name: string;
  subdomain: string;
  rows: number;
  files: number;
}

/** Belongs to no organization. */
const theServer = 0;

/**
 * @param confirm Receives the name, and throws to cancel.
 * @throws StartRefused for an organization that does not exist or is active.
 */
export async function deleteOrganization(
  { data: dataDir, databaseUrl }: Config,
  subdomain: string,
  confirm: (name: string) => Promise<void>,
): Promise<DeletionSummary> {
  const opened = await openDatabase({
    dataDir,
    databaseUrl: databaseUrl === undefined ? undefined : withoutDeadlines(databaseUrl),
    inspect: refuseUnfinishedRestore,
    isAlone: true,
  });
  try {
    const db = opened.writer;
    const found = await deactivatedOrganization(db, subdomain);
    await confirm(found.name);
    const summary = { ...found, rows: 0, files: 0 };
    await new Bulk(db).together(async () => {
      summary.files = await enqueueRemovals(db, found.id);
      summary.rows = await deleteRows(db, found.id);
    });
    return summary;
  } finally {
    await opened.close();
  }
}

async function deactivatedOrganization({ q }: Db, subdomain: string) {
  const row = await q
    .selectFrom('organization')
    .select(['id', 'name', 'subdomain', 'is_deactivated'])
    .where('subdomain', '=', subdomain.toLowerCase())
    .executeTakeFirst();
  if (!row)
    throw new StartRefused(`There is no organization with the subdomain ${JSON.stringify(subdomain)}.`);
  const { is_deactivated: isDeactivated, ...found } = row;
  if (isDeactivated === 0)
    throw new StartRefused(
      `${found.name} is active. Deactivate it first: heddle organization deactivate --org ${subdomain || "''"}`,
    );
  return found;
}

/** Deletes rows that are found through other tables first; each table before those that it references. */
async function deleteRows({ connection, dialect }: Db, orgId: number): Promise<number> {
  const catalog = await readCatalog(dialect, (sql) => connection.query(sql, []));
  const order = catalog.map(({ name }) => name);
  const tables = Object.keys(decisions).sort((a, b) => order.indexOf(b) - order.indexOf(a));
  const isIndirect = (name: string): boolean => {
    const { path } = decisionFor(name) ?? { path: 'server' };
    return path !== 'server' && path.through !== undefined;
  };
  await connection.run(deleteOrganizationSearchSql(dialect, orgId), []);
  let rows = 0;
  for (const name of [...tables.filter(isIndirect), ...tables.filter((one) => !isIndirect(one))]) {
    const { path } = decisionFor(name) ?? { path: 'server' };
    if (path === 'server') continue;
    rows += await connection.run(`DELETE FROM ${name} WHERE ${belongs(path, orgId)}`, []);
  }
  return rows;
}

const rowsAtOnce = 500;

/** @returns the number of files, without thumbnails. */
async function enqueueRemovals(db: Db, orgId: number): Promise<number> {
  await keepPendingRemovals(db, orgId);
  return (await enqueueFileRemovals(db, orgId)) + (await enqueuePictureRemovals(db, orgId));
}

/** Pending removals concern files that no row references any more; they become jobs of the server. */
async function keepPendingRemovals(db: Db, orgId: number): Promise<void> {
  const kinds = [
    uploadsJobs.removeFile,
    pictureJobs.removePicture,
    exportJobs.deleteExportFile,
    importJobs.deleteImportFile,
  ].map(({ name }) => name);
  await db.q
    .updateTable('job')
    .set({ org_id: theServer })
    .where('org_id', '=', orgId)
    .where('kind', 'in', kinds)
    .execute();
}

async function enqueueFileRemovals(db: Db, orgId: number): Promise<number> {
  let files = 0;
  for (const [table, kind] of [
    ['attachment', uploadsJobs.removeFile],
    ['organization_export', exportJobs.deleteExportFile],
    ['import_request', importJobs.deleteImportFile],
  ] as const) {
    for (let last = 0; ;) {
      const rows = await db.q
        .selectFrom(table)
        .select(['id', 'path'])
        .where('org_id', '=', orgId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      await enqueueAll(
        db,
        kind,
        rows.flatMap(({ path }) => (path === null ? [] : [{ path }])),
      );
      files += rows.length;
      if (rows.length < rowsAtOnce) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
  return files;
}

async function enqueuePictureRemovals(db: Db, orgId: number): Promise<number> {
  const pictures = await db.q
    .selectFrom('picture')
    .select(['kind', 'path'])
    .where('org_id', '=', orgId)
    .execute();
  for (let at = 0; at < pictures.length; at += rowsAtOnce)
    await enqueueAll(db, pictureJobs.removePicture, pictures.slice(at, at + rowsAtOnce));
  return pictures.length;
}

async function enqueueAll(db: Db, kind: { name: string }, payloads: readonly object[]): Promise<void> {
  if (payloads.length === 0) return;
  const now = Date.now();
  const job = { org_id: theServer, kind: kind.name, run_at: now, created_at: now };
  const rest = { attempts: 0, last_error: null, is_dead: 0 };
  await db.q
    .insertInto('job')
    .values(payloads.map((payload) => ({ ...job, ...rest, payload: JSON.stringify(payload) })))
    .execute();
}
