/**
 * Receives the bytes of an upload. The offset is stored and reported only after the bytes are on disk, so that clients
 * continue from a correct offset after any failure.
 */
import type { UploadResponse } from '../../../../wire/attachments.ts';
import { importPurpose } from '../../../../wire/imports.ts';
import { urlOfPath } from '../../lib/files/names.ts';
import { FileGoneError } from '../../lib/files/store.ts';
import type { GrowingFile, Part } from '../../lib/files/unfinished.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { storeImport } from '../imports/index.ts';
import { storeUpload } from '../uploads/index.ts';
import { apiError } from '../../lib/errors.ts';
import { deleteUploads, noteComplete, noteReceived, notThere, type TusUploadRow } from './actions.ts';
import { parseStored } from '../../lib/json.ts';

const parseParts = ({ parts }: TusUploadRow): Part[] => parseStored(parts);

/** The offset of a long request is stored this often, so that a crash loses little. */
const notedEvery = 16 * 1024 * 1024;

/** @returns the updated row. @throws ApiError; bytes received before are kept. */
export async function receive(
  app: AppContext,
  row: TusUploadRow,
  body: AsyncIterable<Uint8Array>,
): Promise<TusUploadRow> {
  const file = await app.files.unfinished
    .continue(row.id, row.received, parseParts(row))
    .catch((error: unknown) => lost(app, row, error));
  const progress = new Progress(app, row, file);
  try {
    for await (const chunk of body) await progress.take(chunk);
  } finally {
    try {
      await progress.note();
    } finally {
      await file.close();
    }
  }
  return progress.row;
}

class Progress {
  row: TusUploadRow;
  readonly #app: AppContext;
  readonly #file: GrowingFile;
  #written: number;

  constructor(app: AppContext, row: TusUploadRow, file: GrowingFile) {
    this.#app = app;
    this.row = row;
    this.#file = file;
    this.#written = row.received;
  }

  async take(chunk: Uint8Array): Promise<void> {
    if (this.#written + chunk.length > this.row.size) throw apiError('uploads.longer-than-declared');
    await this.#file.append(chunk);
    this.#written += chunk.length;
    if (this.#written - this.row.received >= notedEvery) await this.note();
  }

  async note(): Promise<void> {
    if (this.#written === this.row.received) return;
    const { org_id: orgId, owner_id: ownerId } = this.row;
    const received = await this.#file.flush();
    const { parts } = this.#file;
    this.row = await this.#app.db.write(orgId, { id: ownerId }, (tx) =>
      noteReceived(tx, this.row, { received, parts }),
    );
  }
}

/** Turns a complete upload into an attachment. Idempotent. */
export async function complete(app: AppContext, me: Principal, row: TusUploadRow): Promise<UploadResponse> {
  if (row.path !== null) return describe(row, row.path);
  const file = await app.files.unfinished
    .whole(row.id, row.size, parseParts(row))
    .catch((error: unknown) => lost(app, row, error));
  const stored = (tx: Tx, path: string) => noteComplete(tx, row.id, path);
  if (row.purpose !== importPurpose)
    return storeUpload(app, me, file, { name: row.name, contentType: row.content_type }, stored);
  await storeImport(app, me, file, row.name, stored);
  return describe(row, '');
}

/** An archive to import has no URL: it cannot be downloaded. */
function describe({ name, purpose }: TusUploadRow, path: string): UploadResponse {
  const url = purpose === importPurpose ? '' : urlOfPath(path);
  return { uri: url, url, filename: name };
}

/** Deletes an upload whose file is missing, so that the client starts again. */
async function lost(app: AppContext, { id, org_id: orgId }: TusUploadRow, error: unknown): Promise<never> {
  if (!(error instanceof FileGoneError)) throw error;
  app.log.warn({ err: error, upload: id }, 'the file of an unfinished upload is missing');
  await app.db.write(orgId, 'system', (tx) => deleteUploads(tx, [id]));
  throw notThere();
}
