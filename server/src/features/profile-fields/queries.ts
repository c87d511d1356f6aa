import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { Db } from '../../db/db.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { serializeField } from './serialize.ts';

export const noSuchField = (id: number): ApiError => apiError('profile-fields.not-found', { id });

/** In display order. */
export async function getProfileFields(db: Db, orgId: number): Promise<CustomProfileField[]> {
  const rows = await db.q
    .selectFrom('profile_field')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return rows.map(serializeField);
}
