/** A digest as an email: text and HTML, in the language of its recipient. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type OrganizationCache, type User, textsOfPerson } from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { timeText } from '../../lib/i18n/time-text.ts';
import type { QuotingEmail } from '../../lib/mail/email.ts';
import { channelUrl, messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import type { MailTextContext } from '../../lib/markdown/standalone/mail-text.ts';
import { standaloneHtml } from '../../lib/markdown/standalone/standalone.ts';
import {
  mailFrame,
  mailHeading,
  mailItem,
  mailLink,
  mailNote,
  MailImages,
  mailContext,
  quotedText,
} from '../notifications/index.ts';
import type { DigestContent, DigestMessage, DigestTopic } from './content.ts';

interface Options {
  /** The URL of the organization, without a slash at its end. */
  url: string;
  showsText: boolean;
  unsubscribeUrl: string;
}

export function digestEmail(
  cache: OrganizationCache,
  user: User,
  content: DigestContent,
  options: Options,
): QuotingEmail {
  const t = textsOfPerson(cache, user);
  const { name } = cache.organization;
  const subject = t('digest.subject', { organization: name });
  const images = new MailImages(options.url);
  const page = { user, content, options, subject, context: mailContext(t, cache, user, options.url, images) };
  return {
    quotes: 'messages',
    to: user.deliveryEmail,
    subject,
    text: getText(t, page),
    html: getHtml(t, page),
    images: images.used,
    senderName: name,
    unsubscribeUrl: options.unsubscribeUrl,
  };
}

const topicName = ({ topic }: DigestTopic): string => (topic === '' ? emptyTopicDisplayName : topic);
const topicTitle = (topic: DigestTopic): string => `#${topic.channel.name} > ${topicName(topic)}`;
const senderName = (t: Texts, { sender }: DigestMessage): string => sender?.fullName ?? t('missed.someone');
const topicUrl = (url: string, { channel, topic, messageId }: DigestTopic): string =>
  url + messageUrl(channel, topic, messageId);

interface Page {
  context: MailTextContext;
  user: User;
  content: DigestContent;
  options: Options;
  subject: string;
}

function getText(t: Texts, { user, content: { topics, channels }, options, context }: Page): string {
  const { url, showsText, unsubscribeUrl } = options;
  const texts = topics.map((topic) =>
    [
      topicTitle(topic),
      ...(showsText
        ? topic.messages.map((message) => quotedText(whoAndWhen(t, user, message), message.rendered, context))
        : []),
      ...notesFor(t, topic, showsText),
      topicUrl(url, topic),
    ].join('\n'),
  );
  return [
    t('mail.helloName', { name: user.fullName }),
    ...(topics.length > 0 ? [t('digest.topics')] : []),
    ...texts,
    ...(channels.length > 0
      ? [
          [
            t('digest.channels'),
            ...channels.map((channel) => `#${channel.name}: ${url}${channelUrl(channel)}`),
          ].join('\n'),
        ]
      : []),
    t('missed.why', { reasons: t('digest.reason'), url: `${url}/settings/notifications` }),
    t('missed.end', { url: unsubscribeUrl }),
  ].join('\n\n');
}

const whoAndWhen = (t: Texts, user: User, message: DigestMessage): string =>
  `${senderName(t, message)}, ${timeText(t, message.sentAt, user.timezone)}`;

/** The number of messages that are not shown. */
function notesFor(t: Texts, { messages, others }: DigestTopic, showsText: boolean): string[] {
  const count = showsText ? others : others + messages.length;
  if (count === 0) return [];
  return [t(showsText ? 'digest.more' : 'digest.count', { count })];
}

function getHtml(t: Texts, { user, content, options, subject, context }: Page): string {
  const { url, showsText, unsubscribeUrl } = options;
  const body = content.topics.flatMap((topic) => [
    mailHeading({ text: topicTitle(topic), url: topicUrl(url, topic) }),
    ...(showsText ? topic.messages : []).map((message) =>
      mailItem({
        name: senderName(t, message),
        time: timeText(t, message.sentAt, user.timezone),
        html: standaloneHtml(message.rendered, context),
      }),
    ),
    ...notesFor(t, topic, showsText).map(mailNote),
  ]);
  const channels = content.channels.map((channel) =>
    mailLink({ text: `#${channel.name}`, url: url + channelUrl(channel) }),
  );
  return mailFrame({
    language: t.language,
    title: subject,
    body: [
      ...body,
      ...(channels.length === 0
        ? []
        : [mailHeading({ text: t('digest.channels') }), `<p>${channels.join(' · ')}</p>`]),
      `<p>${mailLink({ text: t('digest.open'), url }, 'button')}</p>`,
    ],
    why: t('missed.because', { reasons: t('digest.reason') }),
    links: [
      { text: t('missed.settings'), url: `${url}/settings/notifications` },
      { text: t('missed.unsubscribe'), url: unsubscribeUrl },
    ],
  });
}
