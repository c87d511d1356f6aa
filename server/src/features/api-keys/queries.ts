import type { NamedApiKey } from '../../../../wire/api-keys.ts';
import type { Db } from '../../db/db.ts';
import type { User } from '../../core/organization/index.ts';
import type { Selectable } from 'kysely';
import { scopesFrom } from '../../core/api-keys/index.ts';
import type { ApiKeyTable } from '../../db/schema/sessions.ts';

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

// Serializes named API keys without their text.

type Row = Omit<Selectable<ApiKeyTable>, 'key_hash' | 'org_id' | 'user_id'>;

const namedKey = (row: Row): NamedApiKey => ({
  id: row.id,
  name: row.name,
  is_legacy: false,
  scopes: scopesFrom(row.scopes),
  channel_id: row.channel_id,
  created_at: seconds(row.created_at),
  expires_at: row.expires_at === null ? null : seconds(row.expires_at),
  last_used_at: row.last_used_at === null ? null : seconds(row.last_used_at),
});

/** The key that every account has, which can be regenerated but not restricted. */
const legacyKey: NamedApiKey = {
  id: null,
  name: '',
  is_legacy: true,
  scopes: ['full'],
  channel_id: null,
  created_at: null,
  expires_at: null,
  last_used_at: null,
};

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
