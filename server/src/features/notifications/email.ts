/** What an e-mail about missed messages says. Plain text: what people wrote stands in it as they wrote it. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  textsOfPerson,
} from '../../core/organization/index.ts';
import type { Email } from '../../lib/mail/email.ts';
import { messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import type { Language, TextKey, Texts } from '../../lib/i18n/i18n.ts';

export interface MissedMessage {
  id: number;
  sender: User | undefined;
  content: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  topic: string;
  /** Everyone in a direct conversation. */
  people: readonly User[];
}

interface Options {
  /** Of the organization, without a slash at its end. */
  url: string;
  causes: readonly string[];
  showsText: boolean;
  /** Where an answer becomes a message. */
  replyTo: string | undefined;
}

/** Of one conversation; longer ones are read there. */
const mostShown = 20;

export function missedEmail(
  cache: OrganizationCache,
  user: User,
  messages: readonly MissedMessage[],
  { url, causes, showsText, replyTo }: Options,
): Email | undefined {
  const [first] = messages;
  if (!first) return undefined;
  const t = textsOfPerson(cache, user);
  const shown = messages.slice(-mostShown);
  const hidden = messages.length - shown.length;
  const parts = [
    t('mail.helloName', { name: user.fullName }),
    placeText(t, first, user),
    ...(hidden > 0 ? [t('missed.hidden', { count: hidden })] : []),
    ...shown.map((message) => (showsText ? withText(t, message, user) : withoutText(t, message, user))),
    ...(showsText ? [] : [t('missed.noText')]),
    ...(replyTo === undefined ? [] : [t('missed.reply')]),
    t(replyTo === undefined ? 'missed.read' : 'missed.readThere', { url: `${url}${pathTo(first)}` }),
    t('missed.why', { reasons: reasonText(t, causes), url: `${url}/settings/notifications` }),
  ];
  return {
    to: user.deliveryEmail,
    subject: getSubject(t, { first, messages }, user, cache.organization.name),
    text: parts.join('\n\n'),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

const getName = (t: Texts, sender: User | undefined): string => sender?.fullName ?? t('missed.somebody');

function getSubject(
  t: Texts,
  { first, messages }: { first: MissedMessage; messages: readonly MissedMessage[] },
  user: User,
  organization: string,
): string {
  if (first.channel) return `#${first.channel.name} > ${topicName(first)} (${organization})`;
  const others = first.people.filter(({ id }) => id !== user.id).length;
  const senders = [...new Set(messages.map(({ sender }) => getName(t, sender)))].join(', ');
  return others > 1
    ? t('missed.wroteToMore', { senders, organization, count: others - 1 })
    : t('missed.wrote', { senders, organization });
}

const topicName = ({ topic }: MissedMessage): string => (topic === '' ? emptyTopicDisplayName : topic);

function placeText(t: Texts, first: MissedMessage, user: User): string {
  if (first.channel) return t('missed.inChannel', { channel: first.channel.name, topic: topicName(first) });
  const others = first.people.filter(({ id }) => id !== user.id).map((one) => one.fullName);
  return t('missed.inConversation', { people: others.join(', ') });
}

const pathTo = ({ id, channel, topic, people }: MissedMessage): string =>
  channel
    ? messageUrl(channel, topic, id)
    : `/#narrow/dm/${people.map((one) => one.id).join(',')}-dm/near/${id}`;

const withText = (t: Texts, message: MissedMessage, user: User): string =>
  `${withoutText(t, message, user)}:\n${message.content
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;

const withoutText = (t: Texts, { sender, sentAt }: MissedMessage, { timezone }: User): string =>
  `${getName(t, sender)}, ${timeText(t, sentAt, timezone)}`;

/** Where a language is spoken whose way to write a date everybody understands. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

function timeText({ language }: Texts, sentAt: number, timeZone: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone || 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locales[language], options).format(sentAt)}${timeZone ? '' : ' UTC'}`;
}

const reasons: Readonly<Record<string, TextKey>> = {
  direct_message: 'missed.direct_message',
  mention: 'missed.mention',
  topic_wildcard_mention: 'missed.topic_wildcard_mention',
  channel_wildcard_mention: 'missed.channel_wildcard_mention',
  followed_topic: 'missed.followed_topic',
  channel: 'missed.channel',
};

function reasonText(t: Texts, causes: readonly string[]): string {
  const texts = new Set(causes.map((cause) => t(reasons[cause] ?? 'missed.concerns')));
  return [...texts].reduce((one, other) => (one === '' ? other : t('missed.and', { one, other })), '');
}
