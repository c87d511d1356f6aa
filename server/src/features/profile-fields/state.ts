import { customProfileFieldTypes } from '../../../../wire/server.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { getProfileFields } from './queries.ts';

export const profileFieldState: Pick<StateFetchers, 'custom_profile_fields'> = {
  custom_profile_fields: async ({ tx }) => ({
    custom_profile_fields: await getProfileFields(tx, tx.orgId),
    custom_profile_field_types: customProfileFieldTypes,
  }),
};
