import type { Session } from '../../../../wire/sessions.ts';
import type { Db } from '../../db/db.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Selectable } from 'kysely';
import type { SessionTable } from '../../db/schema/sessions.ts';

export async function ownSessions(db: Db, me: Principal, now: number): Promise<Session[]> {
  const rows = await db.q
    .selectFrom('session')
    .selectAll()
    .where('org_id', '=', me.orgId)
    .where('user_id', '=', me.id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => sessionObject(row, me.sessionId));
}

/** A session in the format of the API. */
function sessionObject(row: Selectable<SessionTable>, currentId: number | undefined): Session {
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
