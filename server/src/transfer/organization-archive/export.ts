/** Writes an archive of one organization: its rows, and the files that they reference. */
import { readCatalog, type SelectedTable, type TableShape } from '../../db/archive/catalog.ts';
import { openSnapshot, type Snapshot, type SnapshotRow } from '../../db/archive/snapshot.ts';
import type { ArchiveHeader, ExportedOrganization } from '../../lib/archive/manifest.ts';
import type { Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { makeHeader } from '../archive/backup.ts';
import { namedFiles } from '../archive/files.ts';
import type { Report } from '../archive/progress.ts';
import { writeArchive, type ArchiveSummary, type ArchiveTable } from '../archive/write.ts';
import { isKept, type ColumnDecision, type KeptTable } from './decision.ts';
import { belongs, limitedTo, readScope, type ExportScope, type ExportType } from './scope.ts';
import { decisionFor } from './tables.ts';

export interface ExportOptions {
  /** Subdomain of the organization; optional if there is only one. */
  subdomain?: string | undefined;
  type: ExportType;
  hasFiles: boolean;
  report?: Report;
  /** The header of the archive that was restored in order to export it again. */
  origin?: ArchiveHeader;
}

export interface ExportSummary extends Omit<ArchiveSummary, 'organizations'> {
  organization: ExportedOrganization;
}

export async function exportOrganization(
  config: Config,
  sink: Sink,
  { subdomain, type, hasFiles, report, origin }: ExportOptions,
): Promise<ExportSummary> {
  const snapshot = await openSnapshot(config.data, config.databaseUrl);
  try {
    const header = await makeHeader(snapshot, { hasFiles });
    const organization = await findOrganization(snapshot, config, subdomain, type);
    const scope = await readScope(snapshot, organization.id, type, header.sequences.message ?? 0);
    const tables = await readTables(snapshot, scope);
    const only = (name: string) => tables.find((table) => table.name === name)?.where;
    const { organizations: _, ...summary } = await writeArchive(config, snapshot, sink, {
      tables,
      header: {
        ...header,
        organization: origin?.organization ?? organization,
        organizations:
          origin?.organizations ?? header.organizations.filter(({ org_id: id }) => id === organization.id),
        sequences: selectSequences(header.sequences, tables),
      },
      files: hasFiles
        ? namedFiles(snapshot, { attachment: only('attachment'), picture: only('picture') })
        : undefined,
      report,
    });
    return { ...summary, organization };
  } finally {
    await snapshot.close();
  }
}

async function findOrganization(
  snapshot: Snapshot,
  { baseUrl }: Config,
  subdomain: string | undefined,
  type: ExportType,
): Promise<ExportedOrganization> {
  const all = await snapshot.query('SELECT id, name, subdomain FROM organization ORDER BY id');
  const names = all.map((row) => String(row.subdomain));
  if (subdomain === undefined && all.length > 1)
    throw new StartRefused(
      `There are several organizations; specify one with --org: ${names.map((name) => name || "''").join(', ')}`,
    );
  const row = all[subdomain === undefined ? 0 : names.indexOf(subdomain.toLowerCase())];
  if (!row)
    throw new StartRefused(
      subdomain === undefined
        ? 'There is no organization yet.'
        : `There is no organization with the subdomain ${JSON.stringify(subdomain)}.`,
    );
  const found = { id: Number(row.id), name: String(row.name), subdomain: String(row.subdomain) };
  return { ...found, url: organizationAddress(baseUrl, all.length === 1 ? '' : found.subdomain), type };
}

async function readTables(snapshot: Snapshot, scope: ExportScope): Promise<ArchiveTable[]> {
  const catalog = await readCatalog(snapshot.dialect, (sql) => snapshot.query(sql));
  return catalog.flatMap((table) => {
    const decision = decisionFor(table.name);
    if (!decision) throw new Error(`No decision says whether table ${table.name} is exported.`);
    return isKept(decision) ? (selectTable(table, decision, scope) ?? []) : [];
  });
}

/** @returns undefined for a table without rows in the archive. */
function selectTable(
  { name, columns, key }: TableShape,
  decision: KeptTable,
  scope: ExportScope,
): ArchiveTable | undefined {
  const own = belongs(decision.path, scope.orgId);
  const isLimited = scope.type !== 'full';
  const limit = isLimited ? limitedTo(decision.limited, scope) : '1 = 1';
  if (limit === undefined) return undefined;
  const selected: SelectedTable = { name, columns, key, where: `${own} AND ${limit}`, values: {} };
  return {
    ...selected,
    values: Object.fromEntries(
      columns.flatMap((column) => {
        const value = getValue(column.name, decision, scope, isLimited);
        return value === undefined ? [] : [[column.name, value]];
      }),
    ),
    edit: isLimited ? editorFor(selected, decision, scope) : undefined,
  };
}

function getValue(
  column: string,
  { columns, person }: KeptTable,
  scope: ExportScope,
  isLimited: boolean,
): string | undefined {
  const { blank, hidden }: ColumnDecision = columns[column] ?? {};
  if (blank !== undefined) return blank;
  if (hidden === undefined || person === undefined || !isLimited) return undefined;
  const instead = typeof hidden === 'string' ? hidden : hidden(scope);
  return `CASE WHEN ${person} IN (${scope.consenting}) THEN ${column} ELSE ${instead} END`;
}

function editorFor(
  { columns }: SelectedTable,
  decision: KeptTable,
  scope: ExportScope,
): ((row: SnapshotRow) => void) | undefined {
  const edits = columns.flatMap(({ name }, i) => {
    const limit = decision.columns[name]?.limit;
    return limit ? [{ i, limit }] : [];
  });
  if (edits.length === 0) return undefined;
  return (row) => {
    for (const { i, limit } of edits) row[i] = limit(row[i] ?? null, scope);
  };
}

/** Sequences of the tables in the archive. */
function selectSequences(
  sequences: Readonly<Record<string, number>>,
  tables: readonly ArchiveTable[],
): Record<string, number> {
  const names = new Set(tables.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(sequences).filter(([name]) => names.has(name) && name !== 'organization'),
  );
}

/** The URL of an organization; null if the server has no base URL. A single organization is at the server's own URL. */
export function organizationAddress(baseUrl: string | undefined, subdomain: string): string | null {
  if (baseUrl === undefined) return null;
  const url = new URL(baseUrl);
  if (subdomain !== '') url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
