/** Explains to a user why they were notified of a message or were not. */
import type { GetNotificationResponse, QuietReason } from '../../../../wire/notifications.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { visibleRows } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { decide, type Decision } from './decide.ts';
import { keptDecision, type KeptDecision, pushState, wayBit } from './decision-rows.ts';
import { factsFor } from './facts.ts';
import { emailState } from './missed-rows.ts';

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

type EmailState = GetNotificationResponse['email_state'];
type PushState = GetNotificationResponse['push_state'];

/** What was done about a decision. Times are milliseconds since 1970. */
interface DecisionOutcome {
  email: { state: EmailState; at: number | null };
  push: { state: PushState; at: number | null };
  /** Why it was to wait at first, and until when. */
  quiet: { reason: QuietReason | null; until: number | null };
  /** When the sender had it delivered all the same. */
  urgentAt: number | null;
  decidedAt: number | null;
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

const getExplanation = (
  { trigger, obstacle, email, push, desktop, sound }: Decision,
  followed: DecisionOutcome,
): GetNotificationResponse => ({
  trigger,
  obstacle,
  email,
  push,
  desktop,
  sound,
  email_state: followed.email.state,
  email_time: seconds(followed.email.at),
  push_state: followed.push.state,
  push_time: seconds(followed.push.at),
  quiet: followed.quiet.reason,
  quiet_until: seconds(followed.quiet.until),
  urgent_at: seconds(followed.urgentAt),
  decided_at: seconds(followed.decidedAt),
  explanation: sentence(trigger, obstacle, followed),
});

const because: Readonly<Record<NonNullable<Decision['trigger']>, string>> = {
  direct_message: 'it is a direct message',
  mention: 'it mentions you',
  topic_wildcard_mention: 'it mentions everyone in the topic',
  channel_wildcard_mention: 'it mentions everyone in the channel',
  followed_topic: 'you follow the topic',
  channel: 'notifications are on for this channel',
};

const why: Readonly<Record<NonNullable<Decision['obstacle']>, string>> = {
  own_message: 'you sent it yourself',
  not_received: 'you were not in the channel when it was sent',
  bot: 'bots are not notified',
  deactivated: 'your account is deactivated',
  muted_sender: 'you have muted its sender',
  counts_as_read: 'your settings mark notices about resolved topics as read',
  muted_topic: 'you have muted the topic or the channel, and it does not mention you',
  nothing_about_you: 'it does not mention you, and you have not turned on notifications for everything here',
  turned_off: 'you have turned off all notifications of this kind',
};

const afterEmail: Readonly<Record<EmailState, string>> = {
  none: '',
  waiting: ' An email is sent unless you read it first.',
  sent: ' An email was sent.',
  read_before: ' No email was sent because it was read or deleted first.',
};

const afterPush: Readonly<Record<PushState, string>> = {
  none: '',
  no_device: ' None of your devices is registered for push notifications.',
  waiting: ' A push notification is sent unless you read it first.',
  queued: ' A push notification is on its way.',
  delivered: ' A push notification was sent.',
  read_before: ' No push notification was sent because it was read or deleted first.',
  failed: ' A push notification could not be delivered.',
  removed: ' A push notification was sent, and removed after you read the message.',
};

const held: Readonly<Record<QuietReason, string>> = {
  paused: ' Do not disturb was on, so notifications wait until that ends.',
  quiet_hours: ' It was sent in your quiet hours, so notifications wait until they end.',
};

function sentence(
  trigger: Decision['trigger'],
  obstacle: Decision['obstacle'],
  { email, push, quiet, urgentAt }: DecisionOutcome,
): string {
  const wait = quiet.reason === null ? '' : held[quiet.reason];
  const urgent = urgentAt === null || obstacle ? '' : ' Its sender had you notified anyway.';
  const after = `${wait}${urgent}${afterEmail[email.state]}${afterPush[push.state]}`;
  if (obstacle) return `You are not notified of this message: ${why[obstacle]}.${after}`;
  return `You are notified of this message: ${trigger ? because[trigger] : 'it concerns you'}.${after}`;
}
