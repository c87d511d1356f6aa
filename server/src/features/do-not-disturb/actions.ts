/** Sets when a person is not to be disturbed. */
import type { UpdateDoNotDisturbParams, DoNotDisturb } from '../../../../wire/do-not-disturb.ts';
import { endOfQuiet, type Quiet, type QuietHours } from '../../../../wire/quiet-hours.ts';
import { type Tx, defineHook, trigger } from '../../core/log/index.ts';
import { type Principal, type User, currentUser } from '../../core/organization/index.ts';
import { audienceAbout, getUserVisibility } from '../../core/users/index.ts';
import type { QuietReason } from '../../../../wire/notifications.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { parseStored } from '../../lib/json.ts';

/** Runs when a quiet time ends before the time that was known for it. */
export const quietEnded = defineHook<{ userId: number }>('quiet ended');

export async function updateQuiet(tx: Tx, me: Principal, params: UpdateDoNotDisturbParams): Promise<void> {
  const user = currentUser(tx.cache, me);
  const before = await getQuiet(tx, user.id);
  const { until = before.until, quiet_hours = before.quiet_hours } = params;
  const isOver = until !== null && until * 1000 <= tx.now;
  await setQuiet(tx, user, before, { until: isOver ? null : until, quiet_hours });
}

/** Called when the profile of an account is deleted. */
export async function clearQuiet(tx: Tx, user: User): Promise<void> {
  const before = await getQuiet(tx, user.id);
  if (before !== noQuiet) await setQuiet(tx, user, before, noQuiet);
}

async function setQuiet(tx: Tx, user: User, before: Quiet, quiet: Quiet): Promise<void> {
  if (quiet.until === null && quiet.quiet_hours.length === 0)
    await tx.q.deleteFrom('do_not_disturb').where('user_id', '=', user.id).execute();
  else await save(tx, user, quiet);
  tx.emit({ type: 'heddle_do_not_disturb', ...toObject(user.id, quiet) }, await audienceAbout(tx, user));
  const { timezone } = user;
  await noteEnd(tx, user.id, { quiet: before, timezone }, { quiet, timezone });
}

/** Called when a person moves to another time zone: it may be morning there. */
export async function moveQuiet(tx: Tx, user: User, timezone: string): Promise<void> {
  const quiet = await getQuiet(tx, user.id);
  await noteEnd(tx, user.id, { quiet, timezone: user.timezone }, { quiet, timezone });
}

interface QuietThere {
  quiet: Quiet;
  timezone: string;
}

async function noteEnd(tx: Tx, userId: number, before: QuietThere, now: QuietThere): Promise<void> {
  const known = endOfQuiet(before.quiet, before.timezone, tx.now) ?? 0;
  const end = endOfQuiet(now.quiet, now.timezone, tx.now) ?? 0;
  if (end < known) await trigger(tx, quietEnded, { userId });
}

async function save(tx: Tx, { id }: User, { until, quiet_hours }: Quiet): Promise<void> {
  const values = {
    until: until === null ? null : until * 1000,
    quiet_hours: JSON.stringify(quiet_hours),
  };
  await tx.q
    .insertInto('do_not_disturb')
    .values({ user_id: id, org_id: tx.orgId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

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

const noQuiet: Quiet = { until: null, quiet_hours: [] };

async function getQuiet(db: Db, userId: number): Promise<Quiet> {
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

const toObject = (user_id: number, { until, quiet_hours }: Quiet): DoNotDisturb => ({
  user_id,
  until,
  quiet_hours: quiet_hours.map((hours) => ({ ...hours, days: [...hours.days] })),
});
