/**
 * A consistent snapshot of the SQLite file: a read transaction on a connection of its own, which in WAL mode blocks neither the
 * writer nor other readers. The log cannot be emptied meanwhile, so it grows by what is written.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { selectInOrder } from '../archive/catalog.ts';
import { checkAllRows } from '../row-sums/check-rows.ts';
import type { Snapshot, SnapshotRow } from '../archive/snapshot.ts';
import { StartRefused } from '../../lib/start-refused.ts';

const batch = 200;

export function openSqliteSnapshot(dataDir: string): Snapshot {
  const path = join(dataDir, 'heddle.db');
  if (!existsSync(path))
    throw new StartRefused(`There is no database in ${dataDir}. Specify the data folder with --data.`);
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    file.exec('PRAGMA cache_size = -16000; PRAGMA temp_store = 1; BEGIN');
    // The transaction begins with the first read.
    file.prepare('SELECT count(*) FROM sqlite_master').get();
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    dialect: 'sqlite',
    query: (sql) => Promise.resolve(file.prepare(sql).all()),
    async *rows(table) {
      const statement = file.prepare(selectInOrder('sqlite', table));
      statement.setReturnArrays(true);
      let rows: SnapshotRow[] = [];
      for (const row of statement.iterate()) {
        // With `setReturnArrays`, which the types of Node do not follow.
        rows.push(row as unknown as SnapshotRow);
        if (rows.length < batch) continue;
        yield rows;
        rows = [];
      }
      if (rows.length > 0) yield rows;
    },
    checkStored: () => Promise.resolve(checkAllRows(file)),
    close() {
      file.close();
      return Promise.resolve();
    },
  };
}
