import type { DoNotDisturb } from '../../../../wire/do-not-disturb.ts';
import type { QuietReason } from '../../../../wire/notifications.ts';
import { endOfQuiet, type Quiet, type QuietHours } from '../../../../wire/quiet-hours.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { parseStored } from '../../lib/json.ts';

interface Row {
  until: number | null;
  quiet_hours: string;
}

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('do_not_disturb').select(['until', 'quiet_hours']).where('user_id', '=', p.user_id),
);

const quietFrom = ({ until, quiet_hours }: Row): Quiet => ({
  until: until === null ? null : Math.floor(until / 1000),
  quiet_hours: parseStored<QuietHours[]>(quiet_hours),
});

export const noQuiet: Quiet = { until: null, quiet_hours: [] };

export async function getQuiet(db: Db, userId: number): Promise<Quiet> {
  const row = await db.first(byUser, { user_id: userId });
  return row ? quietFrom(row) : noQuiet;
}

/** When the person may be notified again, in milliseconds since 1970; undefined if they may be now. */
export const quietUntil = async (db: Db, user: User, now: number): Promise<number | undefined> =>
  endOfQuiet(await getQuiet(db, user.id), user.timezone, now);

const amongUsers = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('do_not_disturb')
    .select(['user_id', 'until', 'quiet_hours'])
    .where(inListParam(dialect, 'user_id', p.list)),
);

interface QuietTime {
  reason: QuietReason;
  /** Milliseconds since 1970. */
  until: number;
}

/** Those who are not to be disturbed now. */
export async function quietAmong(
  db: Db,
  users: Iterable<User>,
  now: number,
): Promise<Map<number, QuietTime>> {
  const byId = new Map(Array.from(users, (user) => [user.id, user]));
  const found = new Map<number, QuietTime>();
  if (byId.size === 0) return found;
  for (const row of await db.rows(amongUsers, { list: listValue(db.dialect, [...byId.keys()]) })) {
    const until = endOfQuiet(quietFrom(row), byId.get(row.user_id)?.timezone ?? '', now);
    const reason = (row.until ?? 0) > now ? 'paused' : 'quiet_hours';
    if (until !== undefined) found.set(row.user_id, { reason, until });
  }
  return found;
}

const inOrganization = prepared<{ org_id: number }>()((q, p) =>
  q
    .selectFrom('do_not_disturb')
    .select(['user_id', 'until', 'quiet_hours'])
    .where('org_id', '=', p.org_id)
    .orderBy('user_id'),
);

/** Lists everyone whom the person may see. */
export async function listQuiet(tx: Tx, me: User): Promise<DoNotDisturb[]> {
  const rows = await tx.rows(inOrganization, { org_id: tx.orgId });
  const sees = await getUserVisibility(tx, tx.cache, me);
  return rows.flatMap((row) => {
    const user = tx.cache.users.get(row.user_id);
    return user && sees(user) ? [toObject(row.user_id, quietFrom(row))] : [];
  });
}

export const toObject = (user_id: number, { until, quiet_hours }: Quiet): DoNotDisturb => ({
  user_id,
  until,
  quiet_hours: quiet_hours.map((hours) => ({ ...hours, days: [...hours.days] })),
});
