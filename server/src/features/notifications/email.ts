/** The content of an email about missed messages, as plain text and HTML. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { namesIn } from '../../../../wire/plain-text/names.ts';
import { withoutResolvedMark } from '../../../../wire/topics.ts';
import { type OrganizationCache, type User, textsOfPerson } from '../../core/organization/index.ts';
import type { MailThread, QuotingEmail, MailImage } from '../../lib/mail/email.ts';
import { mailText, type MailTextContext } from '../../lib/markdown/standalone/mail-text.ts';
import { standaloneHtml } from '../../lib/markdown/standalone/standalone.ts';
import { messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { timeText } from '../../lib/i18n/time-text.ts';
import { mailHtml } from './email-html.ts';
import type { MissedMessage } from '../push/index.ts';
import { reasonText } from './reasons.ts';

interface Options {
  /** The URL of the organization, without a trailing slash. */
  url: string;
  causes: readonly string[];
  showsText: boolean;
  /** The address where a reply becomes a message. */
  replyTo: string | undefined;
  /** Unsubscribes from emails of this kind. */
  unsubscribeUrl: string;
  thread: MailThread;
}

/** Most messages in one email; the rest are read in the app. */
const mostShown = 20;

export function missedEmail(
  cache: OrganizationCache,
  user: User,
  messages: readonly MissedMessage[],
  options: Options,
): QuotingEmail | undefined {
  const { url, causes, showsText, replyTo, unsubscribeUrl, thread } = options;
  const [first] = messages;
  if (!first) return undefined;
  const t = textsOfPerson(cache, user);
  const shown = messages.slice(-mostShown);
  const hidden = messages.length - shown.length;
  const images = new MailImages(url);
  const context = mailContext(t, cache, user, url, images);
  const parts = [
    t('mail.helloName', { name: user.fullName }),
    placeText(t, first, user),
    ...(hidden > 0 ? [t('missed.hidden', { count: hidden })] : []),
    ...shown.map((message) => {
      const who = whoAndWhen(t, message, user);
      return showsText ? quotedText(who, message.rendered, context) : who;
    }),
    ...(showsText ? [] : [t('missed.noText')]),
    ...(replyTo === undefined ? [] : [t('missed.reply')]),
    t(replyTo === undefined ? 'missed.read' : 'missed.readThere', { url: `${url}${pathTo(first)}` }),
    t('missed.why', { reasons: reasonText(t, causes), url: `${url}/settings/notifications` }),
    t('missed.end', { url: unsubscribeUrl }),
  ];
  const subject = getSubject(t, { first, messages }, user, cache.organization.name);
  return {
    quotes: 'messages',
    to: user.deliveryEmail,
    subject,
    text: parts.join('\n\n'),
    html: htmlFor(t, { user, first, shown, hidden, subject, context }, options),
    images: images.used,
    ...(replyTo === undefined ? {} : { replyTo }),
    senderName: getSenderName(t, messages, cache.organization.name),
    unsubscribeUrl,
    thread,
  };
}

/** Most people named in the sender and the subject of one email. */
const mostSenders = 3;

function getSenderName(t: Texts, messages: readonly MissedMessage[], organization: string): string {
  const names = [...new Set(messages.map(({ sender }) => getName(t, sender)))];
  if (names.length > mostSenders) return organization;
  return t('missed.via', { name: namesIn(t.language, names), organization });
}

interface EmailContent {
  context: MailTextContext;
  user: User;
  first: MissedMessage;
  shown: readonly MissedMessage[];
  hidden: number;
  subject: string;
}

function htmlFor(
  t: Texts,
  { user, first, shown, hidden, subject, context }: EmailContent,
  { url, causes, showsText, replyTo, unsubscribeUrl }: Options,
): string {
  return mailHtml({
    language: t.language,
    title: subject,
    place: placeText(t, first, user),
    items: shown.map(({ sender, sentAt, rendered }) => ({
      name: getName(t, sender),
      time: timeText(t, sentAt, user.timezone),
      html: showsText ? standaloneHtml(rendered, context) : undefined,
    })),
    notes: [
      ...(hidden > 0 ? [t('missed.hidden', { count: hidden })] : []),
      ...(showsText ? [] : [t('missed.noText')]),
      ...(replyTo === undefined ? [] : [t('missed.reply')]),
    ],
    button: { text: t('missed.open'), url: `${url}${pathTo(first)}` },
    why: t('missed.because', { reasons: reasonText(t, causes) }),
    links: [
      { text: t('missed.settings'), url: `${url}/settings/notifications` },
      { text: t('missed.unsubscribe'), url: unsubscribeUrl },
    ],
  });
}

/** Resolves names, times and images of messages shown outside the app. */
export function mailContext(
  t: Texts,
  cache: OrganizationCache,
  user: User,
  origin: string,
  images: MailImages,
): MailTextContext {
  return {
    userName: (id) => cache.users.get(id)?.fullName,
    formatTime: (moment) => timeText(t, moment.getTime(), user.timezone),
    spoiler: t('public.spoiler'),
    origin,
    mail: { hidden: t('missed.spoiler'), imageAddress: (path) => images.getAddress(path) },
  };
}

const getName = (t: Texts, sender: User | undefined): string => sender?.fullName ?? t('missed.someone');

function getSubject(
  t: Texts,
  { first, messages }: { first: MissedMessage; messages: readonly MissedMessage[] },
  user: User,
  organization: string,
): string {
  // Mail programs put emails into one thread only if their subjects are the same.
  if (first.channel)
    return `#${first.channel.name} > ${topicName(withoutResolvedMark(first.topic))} (${organization})`;
  const others = first.people.filter(({ id }) => id !== user.id).length;
  const names = [...new Set(messages.map(({ sender }) => getName(t, sender)))];
  const senders = namesIn(t.language, [
    ...names.slice(0, mostSenders),
    ...(names.length > mostSenders ? ['…'] : []),
  ]);
  return others > 1
    ? t('missed.wroteToMore', { senders, organization, count: others - 1 })
    : t('missed.wrote', { senders, organization });
}

const topicName = (topic: string): string => (topic === '' ? emptyTopicDisplayName : topic);

function placeText(t: Texts, first: MissedMessage, user: User): string {
  if (first.channel)
    return t('missed.inChannel', { channel: first.channel.name, topic: topicName(first.topic) });
  const others = first.people.filter(({ id }) => id !== user.id).map((one) => one.fullName);
  return t('missed.inConversation', { people: namesIn(t.language, others) });
}

const pathTo = ({ id, channel, topic, people }: MissedMessage): string =>
  channel
    ? messageUrl(channel, topic, id)
    : `/#narrow/dm/${people.map((one) => one.id).join(',')}-dm/near/${id}`;

const whoAndWhen = (t: Texts, { sender, sentAt }: MissedMessage, { timezone }: User): string =>
  `${getName(t, sender)}, ${timeText(t, sentAt, timezone)}`;

/** A message in the plain text of an email. */
export function quotedText(who: string, rendered: string, context: MailTextContext): string {
  const lines = mailText(rendered, context).split('\n');
  return [`${who}:`, ...lines.map((line) => `> ${line}`.trimEnd())].join('\n');
}

// The images of an email. Thumbnails of uploads are attached, since mail clients are not signed in.

const thumbnail = /^\/user_uploads\/(thumbnail\/.+\.webp)$/;
/** Paths that need no sign-in. */
const open = /^\/(?:external_content|user_avatars|static)\//;
const mostImages = 10;

export class MailImages {
  readonly used: MailImage[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param path On this server. @returns undefined for an image that needs a sign-in and is not attached */
  getAddress(path: string): string | undefined {
    if (open.test(path)) return `${this.#origin}${path}`;
    const key = thumbnail.exec(path)?.[1];
    if (key === undefined) return undefined;
    const known = this.used.find((image) => image.key === decodeKey(key));
    if (known) return `cid:${known.cid}`;
    if (this.used.length >= mostImages) return undefined;
    const cid = `image${this.used.length + 1}`;
    this.used.push({ cid, key: decodeKey(key), contentType: 'image/webp' });
    return `cid:${cid}`;
  }
}

/** Decodes percent-encoding; malformed input is returned as it is. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
