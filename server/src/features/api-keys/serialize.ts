/** Serializes named API keys without their text. */
import type { Selectable } from 'kysely';
import type { NamedApiKey } from '../../../../wire/api-keys.ts';
import { scopesFrom } from '../../core/api-keys/index.ts';
import type { ApiKeyTable } from '../../db/schema/sessions.ts';

type Row = Omit<Selectable<ApiKeyTable>, 'key_hash' | 'org_id' | 'user_id'>;

export const namedKey = (row: Row): NamedApiKey => ({
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
export const legacyKey: NamedApiKey = {
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
