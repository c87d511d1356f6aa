/** Imports the files of messages before the transaction of their messages, each once however many messages link to it. */
import type { Tx } from '../../../core/log/index.ts';
import {
  addImported,
  largestFile,
  mebibyte,
  quotaMib,
  shownFile,
  storeFile,
  type StoredFile,
} from '../../../features/uploads/index.ts';
import { withIds } from '../../../db/sql.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import { StorageFault } from '../../../lib/storage/faults.ts';
import { pathInLink, urlOfPath } from '../../../lib/files/names.ts';
import type { PreviewSource } from '../../../lib/markdown/render.ts';
import type { FileRecord, MessageRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { findItems, storeItems } from './items.ts';
import { errorMessage } from '../../../lib/thrown.ts';

/** The replacement for a file in a message. */
export interface BroughtFile {
  record: FileRecord;
  stored?: StoredFile;
  /** ID of its row, once it has one. */
  id?: number;
  path?: string;
  name?: string;
}

/** By ID in the source. */
export type BroughtFiles = Map<string, BroughtFile>;

/** Fetches the files that the messages need. A missing one is reported, and named in its message. */
export async function bringFiles(
  context: ImportContext,
  records: readonly MessageRecord[],
): Promise<BroughtFiles> {
  const wanted = new Map<string, FileRecord>();
  for (const { files = [], text } of records) {
    for (const file of files) wanted.set(file.id, file);
    for (const piece of text)
      if (typeof piece === 'object' && 'file' in piece) wanted.set(piece.file.id, piece.file);
  }
  const brought: BroughtFiles = new Map();
  if (wanted.size === 0) return brought;
  const { app, sourceId, report } = context;
  const known = await findItems(app.db.read, sourceId, 'file', [...wanted.keys()]);
  const rows = await attachmentRows(
    app.db.read,
    context.orgId,
    [...known.values()].map(({ localId }) => localId),
  );
  for (const record of wanted.values()) {
    report.count('files', 'found');
    const row = rows.get(known.get(record.id)?.localId ?? 0);
    if (row) {
      report.count('files', 'known');
      brought.set(record.id, { record, id: row.id, path: row.path, name: row.name });
    } else brought.set(record.id, await bring(context, record));
  }
  return brought;
}

async function bring(context: ImportContext, record: FileRecord): Promise<BroughtFile> {
  try {
    const stored = await fetchAndStore(context, record);
    return { record, stored, path: stored.path, name: stored.name };
  } catch (error) {
    // A full disk does not mean that the file is missing: the import ends, and fetches it when it continues.
    if (context.signal.aborted || error instanceof StorageFault || error instanceof StartRefused) throw error;
    context.report.count('files', 'skipped');
    context.report.problem(`file ${record.id} ${record.name}`, errorMessage(error));
    return { record };
  }
}

async function fetchAndStore(context: ImportContext, record: FileRecord): Promise<StoredFile> {
  const { app, orgId, cache } = context;
  if (record.missing !== undefined && record.path === undefined) throw new Error(record.missing);
  const most = largestFile(app.config);
  if ((record.size ?? 0) > most)
    throw new Error(`It is larger than the ${app.config.maxFileUploadSizeMib} MiB that files may have.`);
  const quota = quotaMib(app.config, cache);
  if (quota !== null && (await spaceUsed(context)) + (record.size ?? 0) > quota * mebibyte)
    throw new Error('The organization has no space left for files.');
  await context.space.reserve(record.size ?? 0);
  const stream = await context.openFile(record);
  if (!stream) throw new Error('The export does not have it, and says no address.');
  const file = await app.files.incoming.receive(stream, most, context.signal);
  if (!file)
    throw new Error(`It is larger than the ${app.config.maxFileUploadSizeMib} MiB that files may have.`);
  return storeFile(app, { orgId, author: 'system' }, file, {
    name: record.name,
    contentType: record.contentType,
  });
}

async function spaceUsed({ app, orgId }: ImportContext): Promise<number> {
  const row = await app.db.read.q
    .selectFrom('upload_space')
    .select('bytes')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Creates the rows of new files. The first sender of a file owns it. */
export async function addRows(
  tx: Tx,
  context: ImportContext,
  files: BroughtFiles,
  owners: ReadonlyMap<string, { userId: number; sentAt: number }>,
): Promise<void> {
  const items: { key: string; localId: number }[] = [];
  for (const [key, file] of files) {
    const owner = owners.get(key);
    if (!file.stored || file.id !== undefined || !owner) continue;
    file.id = await addImported(tx, owner.userId, file.stored, owner.sentAt);
    items.push({ key, localId: file.id });
  }
  await storeItems(tx, context, 'file', items);
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

const readRows = (db: Pick<Tx, 'q' | 'dialect'>, orgId: number, ids: readonly number[]) =>
  db.q
    .selectFrom('attachment')
    .selectAll()
    .where(withIds(db.dialect, orgId, ids))
    .execute();

async function attachmentRows(
  db: Pick<Tx, 'q' | 'dialect'>,
  orgId: number,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  return ids.length === 0 ? new Map() : new Map((await readRows(db, orgId, ids)).map((row) => [row.id, row]));
}

/** How the files are shown in the messages of a batch. */
export async function loadPreviews(tx: Tx, files: BroughtFiles): Promise<PreviewSource | undefined> {
  const ids = [...files.values()].map(({ id }) => id).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const rows = await attachmentRows(tx, tx.orgId, ids);
  const byPath = new Map([...rows.values()].map((row) => [row.path, row]));
  return { uploaded: (path) => shownFile(byPath.get(pathInLink(path))) };
}

/** Markdown for a file: a link, or its name with a note that it was not imported. */
export function fileLink({ record, path, name }: BroughtFile, label?: string): string {
  const shown = (label ?? name ?? record.name).replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ');
  if (path !== undefined) return `[${shown}](${urlOfPath(path)})`;
  return `*${shown.replaceAll('*', '\\*')} (this file was not imported)*`;
}
