import type { Selectable } from 'kysely';
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { ProfileFieldTable } from '../../db/schema.ts';

export function serializeField(row: Selectable<ProfileFieldTable>): CustomProfileField {
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
