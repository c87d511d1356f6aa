/** The organizations that are listed publicly, on the page that chooses one. */
import { sql, type Kysely } from 'kysely';
import type { OrganizationSettings } from '../../../wire/organization.ts';
import type { Schema } from '../db/schema.ts';

/** Most organizations on the page. */
const mostListed = 200;

/** As in the JSON of the settings, in which quotes within values are escaped. */
const isListedSetting = JSON.stringify({
  want_advertise_in_communities_directory: true,
} satisfies Partial<OrganizationSettings>).slice(1, -1);

/** Has the conditions of the partial index `organization_listed` as literals, without which the index is not used. */
export const selectListed = (q: Kysely<Schema>) =>
  q
    .selectFrom('organization')
    .select(['name', 'subdomain'])
    .where('is_deactivated', '=', sql.lit(0))
    .where('settings', 'like', sql.lit(`%${isListedSetting}%`))
    .orderBy('id')
    .limit(mostListed);
