/** Sets when a person is not to be disturbed. */
import type { UpdateDoNotDisturbParams } from '../../../../wire/do-not-disturb.ts';
import { endOfQuiet, type Quiet } from '../../../../wire/quiet-hours.ts';
import { type Tx, defineHook, trigger } from '../../core/log/index.ts';
import { type Principal, type User, currentUser } from '../../core/organization/index.ts';
import { audienceAbout } from '../../core/users/index.ts';
import { getQuiet, noQuiet, toObject } from './queries.ts';

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
