/** Explains to a user why they were notified of a message or were not. */
import type { GetNotificationResponse } from '../../../../wire/notifications.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { visibleRows } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { decide, type Decision } from './decide.ts';
import { keptDecision, type KeptDecision, pushState, wayBit } from './decision-rows.ts';
import { factsFor } from './facts.ts';
import { emailState } from './missed-rows.ts';
import { type DecisionOutcome, getExplanation } from './serialize.ts';

/** The stored decision if there is one, otherwise the one that would be made now. */
export async function explainNotification(
  db: Db,
  me: Principal,
  messageId: number,
): Promise<GetNotificationResponse> {
  const present = await decisionFor(db, me, messageId);
  const kept = await keptDecision(db, me.id, messageId);
  const row = await db.q
    .selectFrom('missed_email')
    .select(['state', 'changed_at'])
    .where('user_id', '=', me.id)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  const followed: DecisionOutcome = {
    email: { state: (row && emailStates[row.state]) ?? 'none', at: row?.changed_at ?? null },
    push: kept
      ? { state: pushStates[kept.pushState], at: kept.pushState === pushState.none ? null : kept.changedAt }
      : { state: 'none', at: null },
    quiet: { reason: kept?.quiet ?? null, until: kept?.quietUntil ?? null },
    urgentAt: kept?.urgentAt ?? null,
    decidedAt: kept?.decidedAt ?? null,
  };
  return getExplanation(kept ? decisionIn(kept) : present, followed);
}

const emailStates: Readonly<Record<number, GetNotificationResponse['email_state']>> = {
  [emailState.waiting]: 'waiting',
  [emailState.sent]: 'sent',
  [emailState.readBefore]: 'read_before',
};

const pushStates: Readonly<Record<KeptDecision['pushState'], GetNotificationResponse['push_state']>> = {
  [pushState.none]: 'none',
  [pushState.noDevice]: 'no_device',
  [pushState.waiting]: 'waiting',
  [pushState.queued]: 'queued',
  [pushState.delivered]: 'delivered',
  [pushState.readBefore]: 'read_before',
  [pushState.failed]: 'failed',
  [pushState.removed]: 'removed',
};

const decisionIn = ({ trigger, obstacle, ways }: KeptDecision): Decision => ({
  trigger,
  obstacle,
  email: (ways & wayBit.email) !== 0,
  push: (ways & wayBit.push) !== 0,
  desktop: (ways & wayBit.desktop) !== 0,
  sound: (ways & wayBit.sound) !== 0,
});

/** @throws ApiError, the same for a message that does not exist and one that the caller may not read. */
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
