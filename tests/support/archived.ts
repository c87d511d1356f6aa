/** What an archive holds, and archives of one organization in memory. */
import { Buffer } from 'node:buffer';
import {
  exportOrganization,
  type ExportOptions,
  type ExportSummary,
} from '../../server/src/app/organization-archive/export.ts';
import type { ArchiveHeader } from '../../server/src/lib/archive/manifest.ts';
import { ArchiveReader } from '../../server/src/lib/archive/reader.ts';
import { rowDecoder, rowEncoder, type Cell } from '../../server/src/lib/archive/rows.ts';
import { ArchiveWriter } from '../../server/src/lib/archive/writer.ts';
import type { Config } from '../../server/src/lib/config/config.ts';
import { asStream } from './archives.ts';

type ArchivedRow = Record<string, Cell>;

export interface Archived {
  header: ArchiveHeader;
  /** By table; tables that the archive does not have have no rows. */
  rows(table: string): ArchivedRow[];
  tables: string[];
  files: Map<string, Buffer>;
  /** Everything as text, to look for what must not be there. */
  text: string;
}

export async function readArchive(bytes: Buffer): Promise<Archived> {
  const tables = new Map<string, ArchivedRow[]>();
  const files = new Map<string, Buffer>();
  let header: ArchiveHeader | undefined;
  await new ArchiveReader(asStream(bytes)).read({
    header: (found) => Promise.resolve(void (header = found)),
    async table({ name, columns }, blocks) {
      const decode = rowDecoder(columns);
      const rows: ArchivedRow[] = [];
      for await (const block of blocks)
        for (const cells of decode(block))
          rows.push(Object.fromEntries(columns.map((column, i) => [column.name, cells[i] ?? null])));
      tables.set(name, rows);
    },
    async file({ key }, blocks) {
      const parts: Buffer[] = [];
      for await (const block of blocks) parts.push(block);
      files.set(key, Buffer.concat(parts));
    },
    missingFile: () => Promise.resolve(),
    secrets: () => Promise.resolve(),
  });
  if (!header) throw new Error('The archive has no header.');
  const all = [...files].map(([key, content]) => `${key}\n${content.toString('latin1')}`);
  return {
    header,
    rows: (table) => tables.get(table) ?? [],
    tables: [...tables.keys()],
    files,
    text: JSON.stringify([header, ...tables]) + all.join('\n'),
  };
}

export async function makeExport(
  config: Config,
  options: Partial<ExportOptions> = {},
): Promise<{ bytes: Buffer; summary: ExportSummary }> {
  const chunks: Buffer[] = [];
  const sink = (chunk: Buffer) => Promise.resolve(void chunks.push(Buffer.from(chunk)));
  const summary = await exportOrganization(config, sink, { type: 'full', hasFiles: true, ...options });
  return { bytes: Buffer.concat(chunks), summary };
}

/** The same archive with other rows, files or header, as somebody might make it. */
export async function rewriteArchive(
  bytes: Buffer,
  change: {
    header?: (header: ArchiveHeader) => void;
    row?: (table: string, row: ArchivedRow) => void;
    key?: (key: string) => string;
    /** Whether the archive keeps a column. */
    column?: (table: string, name: string) => boolean;
  },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const writer = new ArchiveWriter((chunk) => Promise.resolve(void chunks.push(Buffer.from(chunk))));
  await new ArchiveReader(asStream(bytes)).read({
    async header(header) {
      change.header?.(header);
      await writer.begin(header);
    },
    async table(table, blocks) {
      const columns = table.columns.filter(({ name }) => change.column?.(table.name, name) ?? true);
      const [decode, encode] = [rowDecoder(table.columns), rowEncoder(columns)];
      await writer.beginTable({ ...table, columns });
      let rows = 0;
      for await (const block of blocks)
        for (const cells of decode(block)) {
          const row = Object.fromEntries(table.columns.map(({ name }, i) => [name, cells[i] ?? null]));
          change.row?.(table.name, row);
          await writer.writeBlock(Buffer.from(encode(columns.map(({ name }) => row[name] ?? null))));
          rows++;
        }
      await writer.endTable(rows);
    },
    async file(file, blocks) {
      await writer.beginFile({ ...file, key: change.key?.(file.key) ?? file.key });
      for await (const block of blocks) await writer.writeBlock(block);
      await writer.endFile();
    },
    missingFile: (file) => writer.writeMissing(file),
    secrets: () => Promise.resolve(),
  });
  await writer.end();
  return Buffer.concat(chunks);
}
