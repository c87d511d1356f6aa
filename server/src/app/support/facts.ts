/** Facts about a running server for a support bundle: counts and measurements, no content. */
import { heddleVersion } from '../../lib/version.ts';
import { countRows, readCatalog, type Query } from '../../db/archive/catalog.ts';
import { databaseSizeSql } from '../../db/sql.ts';
import { recentLines } from '../../lib/logging.ts';
import { scrapeOnce } from '../metrics/listener.ts';
import type { App } from '../open-app.ts';

export interface SupportFacts {
  server_version: string;
  uptime_seconds: number;
  engine: string;
  /** `null` with SQLite. */
  node: string | null;
  nodes: { id: string; version: string }[];
  database_bytes: number;
  organizations: number;
  migrations: string[];
  tables: Record<string, number>;
  storage: Record<string, string>;
  metrics: string[];
  log: readonly string[];
}

export async function getSupportFacts(app: App): Promise<SupportFacts> {
  const { connection, dialect } = app.db.read;
  const query: Query = (sql) => connection.query(sql, []);
  const [size] = await query(databaseSizeSql(dialect));
  const migrations = await query('SELECT name FROM migration ORDER BY number');
  const tables: Record<string, number> = {};
  for (const table of await readCatalog(dialect, query)) {
    const [row] = await query(countRows(table));
    tables[table.name] = Number(row?.n);
  }
  return {
    server_version: heddleVersion,
    uptime_seconds: Math.round(process.uptime()),
    engine: dialect,
    node: app.nodes.claimant?.id ?? null,
    nodes: app.nodes.list().map(({ id, version }) => ({ id, version })),
    database_bytes: Number(size?.bytes),
    organizations: app.organizations.names.length,
    migrations: migrations.map(({ name }) => String(name)),
    tables,
    storage: Object.fromEntries(
      Object.entries(app.storage).map(([subject, { condition }]) => [subject, condition.state]),
    ),
    metrics: (await scrapeOnce(app)).split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    log: recentLines(app.log),
  };
}
