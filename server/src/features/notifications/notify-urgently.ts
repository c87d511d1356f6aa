/**
 * Ends the wait of one message for people who are not to be disturbed, because its sender says that it cannot wait. Nothing
 * else changes: it reaches them only in the ways that they have chosen, and not at all if they have muted the sender. The
 * response does not depend on these, since they are nobody else's business.
 */
import type { NotifyUrgentlyParams } from '../../../../wire/do-not-disturb.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { messageForReading } from '../../core/messages/index.ts';
import { type Principal, mayIn } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { quietAmong } from '../do-not-disturb/index.ts';
import { decide, type Facts } from './decide.ts';
import { type Decided, markUrgent } from './decision-rows.ts';
import { factsFor, type NotifiedMessage } from './facts.ts';
import { jobs } from './jobs.ts';
import { getConversation } from './missed-rows.ts';
import { carryOutSome } from './notifier.ts';

/** Shorter than decisions are stored, which record that it has happened. */
const longestMs = 24 * 3600_000;

/**
 * Idempotent: once for each message and person.
 * @throws ApiError without the permission, for a message of another sender or an old one, and for people whom it does not
 * address or who may be disturbed
 */
export async function notifyUrgently(tx: Tx, me: Principal, params: NotifyUrgentlyParams): Promise<void> {
  const { user } = await messageForReading(tx, me, params.message_id);
  if (!mayIn(tx.cache, 'heddle_can_override_do_not_disturb_group', user))
    throw apiError('notifications.override-not-permitted');
  const message = await ownMessage(tx, me, params.message_id);
  const decided = await decideForAddressed(tx, message, [...new Set(params.user_ids)]);
  const users = decided.map((one) => one.user);
  const quiet = await quietAmong(tx, users, tx.now);
  if (users.some(({ id }) => !quiet.has(id))) throw apiError('notifications.not-quiet');
  // Usually done already: those who mention people from a script may be faster than the notifier.
  await carryOutSome(tx, decided);
  const fresh = await markUrgent(
    tx,
    message.id,
    users.map(({ id }) => id),
  );
  for (const one of decided) if (fresh.has(one.user.id)) await deliver(tx, one);
}

async function ownMessage(tx: Tx, me: Principal, id: number): Promise<NotifiedMessage> {
  const { sent_at, ...message } = await tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'topic_key', 'traits', 'sent_at'])
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (message.sender_id !== me.id) throw apiError('notifications.not-own-message');
  if (sent_at < tx.now - longestMs) throw apiError('notifications.too-old');
  return message;
}

async function decideForAddressed(
  tx: Tx,
  message: NotifiedMessage,
  userIds: readonly number[],
): Promise<Decided[]> {
  const facts = (await factsFor(tx, tx.cache, [message], userIds)).get(message.id);
  return userIds.map((id) => {
    const found = facts?.get(id);
    if (!found || !isAddressed(found)) throw apiError('notifications.not-addressed');
    return {
      user: found.user,
      messageId: message.id,
      conversation: getConversation(message),
      decision: decide(found),
    };
  });
}

const isAddressed = ({ user, isOwn, isReceived, isDirect, isMentioned }: Facts): boolean =>
  user.isActive && !user.isBot && !isOwn && isReceived && (isDirect || isMentioned);

/** Emails are sent by the job that has put them off. */
async function deliver(tx: Tx, { user, messageId, decision }: Decided): Promise<void> {
  if (decision.desktop || decision.sound)
    tx.emit({ type: 'heddle_urgent_notification', message_id: messageId }, { users: [user.id] });
  if (decision.push) await enqueue(tx, jobs.pushUrgent, { userId: user.id, messageId });
}
