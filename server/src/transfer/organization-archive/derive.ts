/** Derives rows from the imported ones, in the same transaction. */
import type { Db } from '../../db/db.ts';
import { scheduledJobs } from '../../features/scheduled-messages/index.ts';
import { unclaimedMs, uploadsJobs } from '../../features/uploads/index.ts';
import type { JobKind } from '../../core/jobs/index.ts';

export async function deriveRows(db: Db, orgId: number, now: number): Promise<void> {
  const run = (sql: string) => db.connection.run(sql, []);
  await run(
    `INSERT INTO topic (channel_id, topic_key, name, last_message_id)
     SELECT m.channel_id, m.topic_key, m.topic, m.id FROM message m
     JOIN (SELECT max(id) AS id FROM message WHERE org_id = ${orgId} AND channel_id IS NOT NULL
       GROUP BY channel_id, topic_key) newest ON newest.id = m.id`,
  );
  await run(
    `UPDATE channel SET first_message_id = (SELECT min(id) FROM message WHERE channel_id = channel.id)
     WHERE org_id = ${orgId} AND first_message_id IS NULL`,
  );
  await run(
    `INSERT INTO upload_space (org_id, bytes)
     SELECT ${orgId}, coalesce(sum(size), 0) FROM attachment WHERE org_id = ${orgId}`,
  );
  await enqueueWaiting(db, orgId, now);
}

/** Few rows wait for a job. */
async function enqueueWaiting(db: Db, orgId: number, now: number): Promise<void> {
  const put = <T>({ name: kind }: JobKind<T>, payload: T, run_at: number) =>
    db.q
      .insertInto('job')
      .values({
        org_id: orgId,
        kind,
        payload: JSON.stringify(payload),
        run_at,
        attempts: 0,
        last_error: null,
        is_dead: 0,
        created_at: now,
      })
      .execute();
  const scheduled = db.q.selectFrom('scheduled_message').select(['id', 'deliver_at']);
  for (const { id, deliver_at: at } of await scheduled
    .where('org_id', '=', orgId)
    .where('is_failed', '=', 0)
    .execute())
    await put(scheduledJobs.deliverScheduled, { id, at }, at);
  const files = db.q.selectFrom('attachment').where('org_id', '=', orgId);
  for (const { id, path } of await files.select(['id', 'path']).where('thumbnails', '=', 'awaited').execute())
    await put(uploadsJobs.makeThumbnails, { id, path }, now);
  for (const { id, unclaimed_since: since } of await files
    .select(['id', 'unclaimed_since'])
    .where('unclaimed_since', 'is not', null)
    .execute())
    await put(uploadsJobs.removeUnclaimed, { ids: [id] }, Number(since) + unclaimedMs);
}
