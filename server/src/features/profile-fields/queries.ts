import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { Db } from '../../db/db.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { Selectable } from 'kysely';
import type { ProfileFieldTable } from '../../db/schema.ts';

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

function serializeField(row: Selectable<ProfileFieldTable>): CustomProfileField {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    hint: row.hint,
    field_data: row.field_data,
    order: row.sort_order,
    required: row.is_required === 1,
    editable_by_user: row.is_editable === 1,
    ...(row.is_in_summary === 1 ? { display_in_profile_summary: true } : {}),
    ...(row.is_for_matching === 1 ? { use_for_user_matching: true } : {}),
  };
}
