import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { TusUploadTable } from '../../db/schema/uploads.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { Principal } from '../../core/organization/index.ts';

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

/** Count and announced size of incomplete uploads. */
export async function unfinished(
  db: Db,
  orgId: number,
  ownerIds?: readonly number[],
): Promise<{ count: number; bytes: number }> {
  let query = db.q
    .selectFrom('resumable_upload')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')])
    .where('org_id', '=', orgId)
    .where('path', 'is', null)
    .where('purpose', '=', 'attachment');
  if (ownerIds) query = query.where('owner_id', 'in', ownerIds);
  const { count, bytes } = await query.executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}
