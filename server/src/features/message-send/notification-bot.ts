/**
 * Notification bot messages about subscriptions: to users whom others subscribed, and about new channels to everyone.
 */
import type { Tx } from '../../core/log/index.ts';
import {
  type Channel,
  type Principal,
  type User,
  organizationSettings,
  textsOfOrganization,
  textsOfPerson,
} from '../../core/organization/index.ts';
import { type SystemBotName, systemBotEmail } from '../../core/users/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { prepareDraft, type Draft, type Rendering } from './draft.ts';
import { sendDirect, sendToChannel } from './send.ts';

/** The client name of these messages. */
const client = 'Internal';

export const notificationBot = (tx: Pick<Tx, 'cache'>): User => systemBot(tx, 'notification-bot');

export function systemBot({ cache }: Pick<Tx, 'cache'>, name: SystemBotName): User {
  const bot = cache.users.find('email', systemBotEmail(name));
  if (!bot) throw new Error(`The organization has no ${name}.`);
  return bot;
}

/** Sends each user a direct message about the channels that someone else subscribed them to. */
export async function notifySubscribed(
  tx: Tx,
  by: User,
  broughtIn: ReadonlyMap<User, readonly Channel[]>,
): Promise<void> {
  const bot = notificationBot(tx);
  for (const [user, channels] of broughtIn) {
    if (user.id === by.id || user.isBot || channels.length === 0) continue;
    // Rendered with the access of the recipient, who can now see the private channels.
    const draft = draftFor(tx, user, broughtInText(textsOfPerson(tx.cache, user), by, channels));
    await sendDirect(tx, bot, [user.id], { draft, client });
  }
}

/** Posts to the organization's channel for announcements, if it has one. */
export async function announceChannels(tx: Tx, by: User, created: readonly Channel[]): Promise<void> {
  const { cache } = tx;
  const open = created.filter((channel) => !channel.isPrivate);
  const place = cache.channels.get(organizationSettings(cache).new_stream_announcements_stream_id);
  const bot = notificationBot(tx);
  if (open.length === 0 || !place || place.isArchived) return;
  const t = textsOfOrganization(cache);
  const values = { user: getMention(by), count: open.length, channels: listed(open) };
  const text = t('notices.channelsCreated', values);
  const topic = place.topicsPolicy === 'empty_topic_only' ? '' : t('notices.newChannelsTopic');
  await sendToChannel(tx, bot, { to: place.id, topic }, { draft: draftFor(tx, bot, text), client });
}

/**
 * The text of a notice. Names and descriptions in it are written by users, and mention nobody in the name of a bot of the system.
 * Rendered within the transaction, since only it knows the ids of new channels; these texts are short and rare.
 */
export function draftFor({ cache, orgId }: Tx, reader: User, text: string, rendering?: Rendering): Draft {
  const me: Principal = { id: reader.id, orgId, user: reader, cache };
  return prepareDraft(me, text, { ...rendering, mentionsAreSilent: true });
}

const broughtInText = (t: Texts, by: User, channels: readonly Channel[]): string =>
  t('notices.subscribed', { user: getMention(by), count: channels.length, channels: listed(channels) });

export const getMention = (user: User): string => `@_**${user.fullName}|${user.id}**`;

/** A name in bold, or as code if it has signs that could be Markdown. */
export const inBold = (name: string): string =>
  /[*`[\]<>\\~|$@#:&]/.test(name) ? asCode(name) : `**${name}**`;

const listed = (channels: readonly Channel[]): string => channels.map(linkTo).join(', ');

/** Names with special characters cannot be linked. As text they could contain links and formats. */
const linkTo = ({ name }: Channel): string => (/[*>]/.test(name) ? asCode(`#${name}`) : `#**${name}**`);

/** Inline code of any text of one line. */
export function asCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = (isNeeded: boolean) => (isNeeded ? ' ' : '');
  return `${fence}${pad(text.startsWith('`'))}${text}${pad(text.endsWith('`'))}${fence}`;
}
