/** The fingerprint that a database records of the secrets that it was written with. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../connection.ts';
import type { Db } from '../db.ts';
import { hasTable } from '../sql.ts';

export interface SecretsTrace {
  /** Absent until a version that keeps one has started on this database. */
  fingerprint: string | undefined;
  /** Sealed API keys of the oldest accounts; empty in a database without accounts. */
  sealedKeys: string[];
}

export const fingerprintFact = 'secrets_fingerprint';

type Query = (sql: string) => Promise<Row[]> | Row[];

export async function readSecretsTrace(query: Query): Promise<SecretsTrace> {
  const facts = await query(`SELECT value FROM server_fact WHERE name = '${fingerprintFact}'`);
  const people = await query('SELECT api_key_box FROM person ORDER BY id LIMIT 5');
  const fingerprint = facts[0]?.value;
  return {
    fingerprint: typeof fingerprint === 'string' ? fingerprint : undefined,
    sealedKeys: people.map((row) => String(row.api_key_box)),
  };
}

/** The same of a database that may have no tables yet. */
export async function getTrace({ connection, dialect }: Db): Promise<SecretsTrace> {
  for (const table of ['person', 'server_fact'])
    if ((await connection.query(hasTable(dialect, table), [])).length === 0) return nothing;
  return readSecretsTrace((sql) => connection.query(sql, []));
}

const nothing: SecretsTrace = { fingerprint: undefined, sealedKeys: [] };

/** The same without opening the database for writing, so that it may be in use. A database without tables has no trace. */
export async function inspectSecretsTrace(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<SecretsTrace> {
  if (databaseUrl !== undefined) {
    const { withInspector } = await import('../postgres/postgres-inspector.ts');
    return withInspector(databaseUrl, async (query) => {
      const [found] = await query("SELECT to_regclass('person') IS NOT NULL AS has_people");
      return found?.has_people === true ? readSecretsTrace(query) : nothing;
    });
  }
  const path = join(dataDir, 'heddle.db');
  if (!existsSync(path)) return nothing;
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const query = (sql: string) => file.prepare(sql).all();
    const hasPeople = query("SELECT name FROM sqlite_master WHERE name = 'person'").length > 0;
    return hasPeople ? await readSecretsTrace(query) : nothing;
  } finally {
    file.close();
  }
}
