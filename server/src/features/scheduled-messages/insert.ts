/** Inserts and deletes scheduled messages together with the job that sends them. */
import { enqueue } from '../../core/jobs/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ScheduledRow } from './serialize.ts';
import { jobs } from './jobs.ts';

export type NewScheduled = Omit<ScheduledRow, 'id' | 'is_failed'>;

export async function insertScheduled(tx: Tx, values: NewScheduled): Promise<ScheduledRow> {
  const { count } = await tx.q
    .selectFrom('scheduled_message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', values.user_id)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('scheduled.too-many', Number(count));
  const { id } = await tx.q
    .insertInto('scheduled_message')
    .values({ org_id: tx.orgId, ...values, is_failed: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, jobs.deliverScheduled, { id, at: values.deliver_at }, values.deliver_at);
  return { id, ...values, is_failed: 0 };
}

export async function removeScheduled(tx: Tx, id: number): Promise<void> {
  await tx.q.deleteFrom('scheduled_message').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
}

/** In seconds: after the year 5000, so that nobody means it. As milliseconds, it has been reached in 1973. */
const farFuture = 1e11;

/** @returns milliseconds. */
export function deliveryTime(tx: Tx, seconds: number): number {
  const at = seconds * 1000;
  if (seconds > farFuture) throw apiError('scheduled.in-milliseconds');
  if (at <= tx.now || !Number.isSafeInteger(at)) throw apiError('scheduled.in-the-past');
  return at;
}
