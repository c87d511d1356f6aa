/** A session in the format of the API. */
import type { Selectable } from 'kysely';
import type { Session } from '../../../../wire/sessions.ts';
import type { SessionTable } from '../../db/schema/sessions.ts';

export function sessionObject(row: Selectable<SessionTable>, currentId: number | undefined): Session {
  return {
    id: row.id,
    user_agent: row.user_agent,
    ip_address: row.address,
    created_at: seconds(row.created_at),
    last_seen_at: seconds(row.last_seen_at),
    expires_at: seconds(row.expires_at),
    is_current: row.id === currentId,
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
