import type { NamedApiKey } from '../../../../wire/api-keys.ts';
import type { Db } from '../../db/db.ts';
import type { User } from '../../core/organization/index.ts';
import { legacyKey, namedKey } from './serialize.ts';

/** The keys of a user or bot, newest first after the legacy key. */
export async function listApiKeys(db: Db, orgId: number, { id }: Pick<User, 'id'>): Promise<NamedApiKey[]> {
  const rows = await db.q
    .selectFrom('api_key')
    .select(['id', 'name', 'scopes', 'channel_id', 'created_at', 'expires_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  return [legacyKey, ...rows.map(namedKey)];
}
