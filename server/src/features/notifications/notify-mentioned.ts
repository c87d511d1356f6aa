/** An edit may mention people whom the message did not mention before: they are told of it as if it had just come. */
import type { NotificationTrigger } from '../../../../wire/notifications.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import { getMissed, noteAll } from './notifier.ts';

const byMention: ReadonlySet<NotificationTrigger> = new Set<NotificationTrigger>([
  'mention',
  'topic_wildcard_mention',
  'channel_wildcard_mention',
]);

/** Whoever was told of the message before is not told again: what is noted stays as it is. */
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
  const missed = await getMissed(db.read, await organizations.cache(orgId), [message]);
  await noteAll(
    db,
    orgId,
    missed.filter(({ trigger }) => byMention.has(trigger)),
  );
}
