import type { Session } from '../../../../wire/sessions.ts';
import type { Db } from '../../db/db.ts';
import type { Principal } from '../../core/organization/index.ts';
import { sessionObject } from './serialize.ts';

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
