/**
 * Writes audit log entries for `heddle backup` and `heddle export`: they change nothing, but export data from the server.
 * The archive is made whether or not an entry can be written.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditRow } from '../../../core/audit/index.ts';
import type { Db } from '../../../db/db.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { openDatabase } from '../../../db/open.ts';
import { hasTable } from '../../../db/sql.ts';
import type { Config } from '../../../lib/config/config.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { archiveAct, archived, type Archive } from './archive-act.ts';

/** @returns whether an entry was written. */
export async function auditArchive(config: Config, archive: Archive): Promise<boolean> {
  try {
    const response = await askRunningServer(config.data, 'archive-audit', { ...archive });
    const { entries } = response ?? (await write(config, archive));
    return entries > 0;
  } catch {
    return false;
  }
}

/** Writes to a database that no server on this machine has open; other machines may share it. */
async function write({ data: dataDir, databaseUrl }: Config, archive: Archive): Promise<{ entries: number }> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'heddle.db'))) return { entries: 0 };
  const opened = await openDatabase({
    dataDir,
    databaseUrl,
    isShared: true,
    inspect: refuseOther,
  });
  const { writer } = opened;
  try {
    // A damaged database is copied in order to save it, and never written to.
    if (opened.damage) return { entries: 0 };
    const all = await writer.q.selectFrom('organization').select(['id', 'name', 'subdomain']).execute();
    const rows = archived(all, archive).map((one) =>
      auditRow(archiveAct(one, archive), { orgId: one.id, now: Date.now() }),
    );
    if (rows.length > 0) await writer.q.insertInto('audit_entry').values(rows).execute();
    return { entries: rows.length };
  } finally {
    await opened.close();
  }
}

/** Making an archive runs no migrations: it may be the one to go back to. */
async function refuseOther({ connection, dialect }: Db): Promise<void> {
  const isThere = (await connection.query(hasTable(dialect, 'migration'), [])).length > 0;
  const names = isThere ? await connection.query('SELECT name FROM migration', []) : [];
  if (names.length !== migrations.length) throw new Error('The schema is of another version.');
}
