import type { GetNotificationResponse, QuietReason } from '../../../../wire/notifications.ts';
import type { Decision } from './decide.ts';

type EmailState = GetNotificationResponse['email_state'];
type PushState = GetNotificationResponse['push_state'];

/** What was done about a decision. Times are milliseconds since 1970. */
export interface DecisionOutcome {
  email: { state: EmailState; at: number | null };
  push: { state: PushState; at: number | null };
  /** Why it was to wait at first, and until when. */
  quiet: { reason: QuietReason | null; until: number | null };
  /** When the sender had it delivered all the same. */
  urgentAt: number | null;
  decidedAt: number | null;
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

export const getExplanation = (
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
