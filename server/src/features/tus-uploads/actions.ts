/** Creates, continues and terminates tus uploads. */
import { randomBytes } from 'node:crypto';
import { importPurpose } from '../../../../wire/imports.ts';
import type { Config } from '../../lib/config/config.ts';
import { enqueue, jobKind } from '../../core/jobs/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { checkImportUpload } from '../imports/index.ts';
import { type Space, checkSpace, ownersCharged, spaceTaken } from '../uploads/index.ts';
import { shownName } from '../../lib/files/names.ts';
import type { Part } from '../../lib/files/unfinished.ts';
import { getContentType } from '../../lib/files/types.ts';
import { apiError, type ApiError } from '../../lib/errors.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { TusUploadTable } from '../../db/schema/uploads.ts';

/** How long an upload waits for its next part. */
const lifetimeMs = 24 * 3600_000;

/** @throws ApiError without enough space, and with too many unfinished uploads */
export async function announce(
  tx: Tx,
  config: Config,
  me: Principal,
  metadata: Metadata,
  size: number,
): Promise<TusUploadRow> {
  refuseAboveLimit('uploads.too-many-unfinished', await countUnfinished(tx, me.id));
  if (metadata.isImport) await checkImportUpload(tx, me);
  else checkSpace(config, tx.cache, await spacePromised(tx, me.id), size);
  const name = shownName(metadata.name);
  const row: TusUploadRow = {
    id: randomBytes(24).toString('base64url'),
    org_id: tx.orgId,
    owner_id: me.id,
    name,
    content_type: getContentType(metadata.contentType, name),
    size,
    received: 0,
    parts: '[]',
    path: null,
    expires_at: tx.now + lifetimeMs,
    purpose: metadata.isImport ? importPurpose : 'attachment',
  };
  await tx.q.insertInto('resumable_upload').values(row).execute();
  return row;
}

/** Space of stored files and of unfinished uploads. */
async function spacePromised(tx: Tx, uploaderId: number): Promise<Space> {
  const taken = await spaceTaken(tx, tx.cache, uploaderId);
  const all = await bytesPromised(tx);
  const own = await bytesPromised(tx, ownersCharged(tx.cache, uploaderId));
  return { organization: taken.organization + all, person: taken.person + own };
}

/**
 * @param before The row when this request began.
 * @throws ApiError if it was terminated meanwhile, or a request to another node has continued it.
 */
export async function noteReceived(
  tx: Tx,
  { id, received: before }: Pick<TusUploadRow, 'id' | 'received'>,
  now: { received: number; parts: readonly Part[] },
): Promise<TusUploadRow> {
  const row = await tx.q
    .updateTable('resumable_upload')
    .set({ received: now.received, parts: JSON.stringify(now.parts), expires_at: tx.now + lifetimeMs })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('received', '=', before)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notThere();
  return row;
}

/** Stores the result for clients that repeat the request. @throws ApiError if it was terminated meanwhile */
export async function noteComplete(tx: Tx, id: string, path: string): Promise<void> {
  const row = await tx.q
    .updateTable('resumable_upload')
    .set({ path })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('path', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notThere();
  await enqueue(tx, jobs.removeUnfinished, { ids: [id] });
}

/** Deletes the row now, and its bytes by a job. @throws ApiError for a complete upload, which is an attachment */
export async function giveUp(tx: Tx, me: Principal, id: string): Promise<void> {
  const row = await ownUpload(tx, { orgId: tx.orgId, id: me.id }, id, tx.now);
  if (row.path !== null) throw apiError('uploads.complete');
  await deleteUploads(tx, [id]);
  await enqueue(tx, jobs.removeUnfinished, { ids: [id] });
}

export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('resumable_upload').where('id', 'in', ids).execute();
}

// The header Upload-Metadata: comma-separated keys, each with a base64 value.

interface Metadata {
  name: string;
  /** As declared by the client; may be empty. */
  contentType: string;
  /** Whether it is an archive of another product to import. */
  isImport: boolean;
}

/** @throws ApiError for a malformed header, or one without a file name */
export function readMetadata(header: string | undefined): Metadata {
  const values = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key, value = '', ...rest] = pair.trim().split(' ');
    if (key === undefined || key === '') continue;
    if (rest.length > 0 || !isBase64(value) || values.has(key)) throw apiError('uploads.malformed-metadata');
    values.set(key, decoded(value));
  }
  const name = values.get('filename') ?? values.get('name') ?? '';
  if (name === '') throw apiError('uploads.no-filename');
  const purpose = values.get('purpose') ?? '';
  if (purpose !== '' && purpose !== importPurpose) throw apiError('uploads.malformed-metadata');
  const contentType = values.get('filetype') ?? values.get('type') ?? '';
  return { name, contentType, isImport: purpose === importPurpose };
}

const isBase64 = (value: string): boolean => /^[\w+/-]*={0,2}$/.test(value);

function decoded(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw apiError('requests.not-utf8', { what: 'Upload-Metadata' });
  }
}

export type TusUploadRow = Selectable<TusUploadTable>;

/** @throws ApiError 404 unless it belongs to the caller and has not expired */
export async function ownUpload(
  db: Db,
  { orgId, id: ownerId }: Pick<Principal, 'orgId' | 'id'>,
  id: string,
  now: number,
): Promise<TusUploadRow> {
  const row = /^[\w-]{1,64}$/.test(id)
    ? await db.q
        .selectFrom('resumable_upload')
        .selectAll()
        .where('id', '=', id)
        .where('org_id', '=', orgId)
        .where('owner_id', '=', ownerId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notThere();
  return row;
}

export const notThere = (): ApiError => apiError('uploads.no-such-upload');

/** Bytes of archives for imports, of all organizations, that have been announced and are still to come. */
export async function archiveBytesToCome(db: Db, now: number): Promise<number> {
  const { size, received } = await db.q
    .selectFrom('resumable_upload')
    .select(({ fn }) => [fn.sum('size').as('size'), fn.sum('received').as('received')])
    .where('purpose', '=', importPurpose)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(size) - Number(received);
}

async function countUnfinished(tx: Tx, ownerId: number): Promise<number> {
  const { count } = await tx.q
    .selectFrom('resumable_upload')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', tx.orgId)
    .where('owner_id', '=', ownerId)
    .where('path', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The announced size of incomplete uploads that count against quotas. */
async function bytesPromised(tx: Tx, ownerIds?: readonly number[]): Promise<number> {
  let query = tx.q
    .selectFrom('resumable_upload')
    .select(({ fn }) => fn.sum('size').as('bytes'))
    .where('org_id', '=', tx.orgId)
    .where('path', 'is', null)
    .where('purpose', '=', 'attachment');
  if (ownerIds) query = query.where('owner_id', 'in', ownerIds);
  return Number((await query.executeTakeFirstOrThrow()).bytes);
}

// Job kinds of this feature, with their payloads.

export interface RemoveUnfinished {
  ids: string[];
}

export const jobs = {
  /** Deletes the bytes of uploads that expired. */
  removeUnfinished: jobKind<RemoveUnfinished>('removeUnfinished'),
};
