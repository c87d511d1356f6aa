/** What an e-mail about missed messages says. Plain text: what people wrote stands in it as they wrote it. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { Directory } from '../../directory/directory.ts';
import type { Channel, User } from '../../directory/types.ts';
import type { Email } from '../../mail/email.ts';
import { messageUrl } from '../../markdown/narrow-url.ts';

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
  { organization }: Directory,
  user: User,
  messages: readonly MissedMessage[],
  { url, causes, showsText, replyTo }: Options,
): Email | undefined {
  const [first] = messages;
  if (!first) return undefined;
  const shown = messages.slice(-mostShown);
  const hidden = messages.length - shown.length;
  const parts = [
    `Hello ${user.fullName},`,
    `${placeText(first, user)}:`,
    ...(hidden > 0 ? [`(${hidden} earlier ${hidden === 1 ? 'message' : 'messages'} not shown)`] : []),
    ...shown.map((message) => (showsText ? withText(message, user) : withoutText(message, user))),
    ...(showsText ? [] : ['The text of messages is not shown in e-mails, as it was chosen.']),
    ...(replyTo === undefined ? [] : ['To answer: reply to this e-mail. The others see what you write.']),
    `To read and answer${replyTo === undefined ? '' : ' there'}: ${url}${pathTo(first)}`,
    `You have this e-mail because ${reasonText(causes)}. Change what you are told of: ${url}/settings/notifications`,
  ];
  return {
    to: user.deliveryEmail,
    subject: subjectOf(first, messages, user, organization.name),
    text: parts.join('\n\n'),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

const nameOf = (sender: User | undefined): string => sender?.fullName ?? 'Somebody';

function subjectOf(
  first: MissedMessage,
  messages: readonly MissedMessage[],
  user: User,
  organization: string,
): string {
  if (first.channel) return `#${first.channel.name} > ${topicName(first)} (${organization})`;
  const others = first.people.filter(({ id }) => id !== user.id).length;
  const senders = [...new Set(messages.map(({ sender }) => nameOf(sender)))].join(', ');
  return others > 1
    ? `${senders} wrote to you and ${others - 1} more (${organization})`
    : `${senders} wrote to you (${organization})`;
}

const topicName = ({ topic }: MissedMessage): string => (topic === '' ? emptyTopicDisplayName : topic);

function placeText(first: MissedMessage, user: User): string {
  if (first.channel) return `in #${first.channel.name} > ${topicName(first)}`;
  const others = first.people.filter(({ id }) => id !== user.id).map((one) => one.fullName);
  return `in your conversation with ${others.join(', ')}`;
}

const pathTo = ({ id, channel, topic, people }: MissedMessage): string =>
  channel
    ? messageUrl(channel, topic, id)
    : `/#narrow/dm/${people.map((one) => one.id).join(',')}-dm/near/${id}`;

const withText = (message: MissedMessage, user: User): string =>
  `${withoutText(message, user)}:\n${message.content
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;

const withoutText = ({ sender, sentAt }: MissedMessage, { timezone }: User): string =>
  `${nameOf(sender)}, ${timeText(sentAt, timezone)}`;

function timeText(sentAt: number, timeZone: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone || 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', options).format(sentAt)}${timeZone ? '' : ' UTC'}`;
}

const reasons: Readonly<Record<string, string>> = {
  direct_message: 'somebody wrote to you',
  mention: 'you were mentioned',
  topic_wildcard_mention: 'everyone in a topic of yours was mentioned',
  channel_wildcard_mention: 'everyone in the channel was mentioned',
  followed_topic: 'you follow this topic',
  channel: 'you asked to be told of this channel',
};

const reasonText = (causes: readonly string[]): string =>
  [...new Set(causes)].map((cause) => reasons[cause] ?? 'it concerns you').join(', and ');
