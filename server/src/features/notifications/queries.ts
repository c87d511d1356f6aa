/** Explains to a user why they were notified of a message or were not. */
import type { GetNotificationResponse } from '../../../../wire/notifications.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { visibleRows } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { decide, type Decision } from './decide.ts';
import { factsFor } from './facts.ts';
import { emailState } from './missed-rows.ts';
import { getExplanation } from './serialize.ts';

export async function explainNotification(
  db: Db,
  me: Principal,
  messageId: number,
): Promise<GetNotificationResponse> {
  const decision = await decisionFor(db, me, messageId);
  const row = await db.q
    .selectFrom('missed_email')
    .select(['state', 'changed_at'])
    .where('user_id', '=', me.id)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  const state = row ? stateNames[row.state] : undefined;
  return getExplanation(decision, state ?? 'none', row?.changed_at ?? null);
}

const stateNames: Readonly<Record<number, GetNotificationResponse['email_state']>> = {
  [emailState.waiting]: 'waiting',
  [emailState.sent]: 'sent',
  [emailState.readBefore]: 'read_before',
};

/** @throws ApiError, the same for a message that is not there and for one that the caller may not read. */
async function decisionFor(db: Db, me: Principal, messageId: number): Promise<Decision> {
  const [visible] = await visibleRows(db, me, [messageId]);
  if (!visible) throw apiError('messages.not-found');
  const message = await db.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'topic_key', 'traits'])
    .where('id', '=', messageId)
    .where('org_id', '=', me.orgId)
    .executeTakeFirstOrThrow();
  const facts = (await factsFor(db, me.cache, [message], [me.id])).get(messageId)?.get(me.id);
  if (!facts) throw apiError('messages.not-found');
  return decide({ ...facts, isReceived: visible.is_received === 1 });
}
