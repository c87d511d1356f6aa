/** Why a user got an email about missed messages. */
import type { TextKey, Texts } from '../../lib/i18n/i18n.ts';
import { mailReasons, type MailReason } from '../../lib/mail/unsubscribe-token.ts';

const reasons: Readonly<Record<string, TextKey>> = {
  direct_message: 'missed.direct_message',
  mention: 'missed.mention',
  topic_wildcard_mention: 'missed.topic_wildcard_mention',
  channel_wildcard_mention: 'missed.channel_wildcard_mention',
  followed_topic: 'missed.followed_topic',
  channel: 'missed.channel',
  digest: 'digest.reason',
};

export function reasonText(t: Texts, causes: readonly string[]): string {
  const texts = new Set(causes.map((cause) => t(reasons[cause] ?? 'missed.concerns')));
  return [...texts].reduce((one, other) => (one === '' ? other : t('missed.and', { one, other })), '');
}

/** The kinds of notification that unsubscribing turns off. */
export function findMailReasons(causes: readonly string[]): MailReason[] {
  const given = new Set(causes.map(toMailReason));
  return mailReasons.filter((reason) => given.has(reason));
}

function toMailReason(cause: string): MailReason {
  if (cause === 'followed_topic') return 'topic';
  return cause === 'channel' ? 'channel' : 'person';
}
