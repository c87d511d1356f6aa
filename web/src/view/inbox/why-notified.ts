/** Explains why someone was or was not notified of a message. */
import type { GetNotificationResponse } from '../../../../wire/notifications.ts';
import type { Live } from '../../store/live.ts';
import { withMail } from '../text/mail.ts';
import { t, type TextKey } from '../text/text.ts';
import { getMoment, type Clock } from '../text/times.ts';

type Reason = Pick<
  GetNotificationResponse,
  'trigger' | 'obstacle' | 'email_state' | 'push_state' | 'quiet' | 'quiet_until' | 'urgent_at'
>;

const because: Readonly<Record<NonNullable<Reason['trigger']>, TextKey>> = {
  direct_message: 'whyNotified.direct',
  mention: 'whyNotified.mention',
  topic_wildcard_mention: 'whyNotified.topicWildcard',
  channel_wildcard_mention: 'whyNotified.channelWildcard',
  followed_topic: 'whyNotified.followed',
  channel: 'whyNotified.channel',
};

const why: Readonly<Record<NonNullable<Reason['obstacle']>, TextKey>> = {
  own_message: 'whyNotified.own',
  not_received: 'whyNotified.notReceived',
  bot: 'whyNotified.bot',
  deactivated: 'whyNotified.deactivated',
  muted_sender: 'whyNotified.mutedSender',
  counts_as_read: 'whyNotified.countsAsRead',
  muted_topic: 'whyNotified.mutedTopic',
  nothing_about_you: 'whyNotified.nothing',
  turned_off: 'whyNotified.turnedOff',
};

const emails: Readonly<Record<Reason['email_state'], TextKey | undefined>> = {
  none: undefined,
  waiting: 'whyNotified.emailWaiting',
  sent: 'whyNotified.emailSent',
  read_before: 'whyNotified.emailRead',
};

const pushes: Readonly<Record<Reason['push_state'], TextKey | undefined>> = {
  none: undefined,
  no_device: 'whyNotified.noDevice',
  waiting: 'whyNotified.pushWaiting',
  queued: 'whyNotified.pushQueued',
  delivered: 'whyNotified.pushSent',
  read_before: 'whyNotified.pushRead',
  failed: 'whyNotified.pushFailed',
  removed: 'whyNotified.pushRemoved',
};

const held: Readonly<Record<NonNullable<Reason['quiet']>, 'whyNotified.paused' | 'whyNotified.quietHours'>> =
  {
    paused: 'whyNotified.paused',
    quiet_hours: 'whyNotified.quietHours',
  };

/** Most channel messages mention nobody. */
const whyNot = (trigger: Reason['trigger'], obstacle: NonNullable<Reason['obstacle']>): TextKey =>
  trigger === 'channel' && obstacle === 'turned_off' ? why.nothing_about_you : why[obstacle];

/**
 * Sentences, the decision first.
 * @param now seconds since 1970
 */
export function notificationReasons(
  { trigger, obstacle, email_state, push_state, quiet, quiet_until, urgent_at }: Reason,
  { now, clock, live }: { now: number; clock: Clock; live: Live },
): string[] {
  const first = obstacle === null ? because[trigger ?? 'mention'] : whyNot(trigger, obstacle);
  const [email, push] = [emails[email_state], pushes[push_state]];
  const isUrgent = obstacle === null && urgent_at !== null;
  const until = quiet_until === null ? '' : getMoment(quiet_until, now, clock);
  return [
    t(first),
    ...(quiet === null ? [] : [isUrgent ? t('whyNotified.urgent') : t(held[quiet], { when: until })]),
    ...(email === undefined ? [] : [withMail(live, t(email))]),
    ...(push === undefined ? [] : [t(push)]),
  ];
}
