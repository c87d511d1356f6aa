/** Notifies users whom an edit mentions for the first time, as if the message had just been sent. */
import type { NotificationTrigger } from '../../../../wire/notifications.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import { carryOut, decideFor } from './notifier.ts';

const byMention: ReadonlySet<NotificationTrigger> = new Set<NotificationTrigger>([
  'mention',
  'topic_wildcard_mention',
  'channel_wildcard_mention',
]);

/** Users notified of the message before are not notified again. */
export async function notifyMentioned({
  app: { db, organizations },
  orgId,
  payload,
}: JobContext<{ messageId: number }>): Promise<void> {
  const message = await db.read.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'topic_key', 'traits'])
    .where('org_id', '=', orgId)
    .where('id', '=', payload.messageId)
    .executeTakeFirst();
  if (!message) return;
  const decided = await decideFor(db.read, await organizations.cache(orgId), [message]);
  await carryOut(
    db,
    orgId,
    decided.filter(({ decision: { trigger } }) => trigger && byMention.has(trigger)),
  );
}
