/** Notification bot messages in a channel about changes to it, unless the organization has disabled them. */
import type { Tx } from '../../core/log/index.ts';
import {
  type Channel,
  type User,
  organizationSettings,
  textsOfOrganization,
} from '../../core/organization/index.ts';
import type { TextKey, Texts } from '../../lib/i18n/i18n.ts';
import {
  type Reading,
  draftFor,
  getMention,
  inBold,
  notificationBot,
  sendToChannel,
} from '../message-send/index.ts';

/** Sends nothing in an archived channel. */
export async function giveNotice(
  tx: Tx,
  channelId: number,
  getText: (t: Texts) => string,
  reading: Reading = {},
): Promise<void> {
  const channel = tx.cache.channels.get(channelId);
  if (!channel || channel.isArchived) return;
  if (!organizationSettings(tx.cache).send_channel_events_messages) return;
  const bot = notificationBot(tx);
  const t = textsOfOrganization(tx.cache);
  const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : t('notices.channelEventsTopic');
  const posting = { draft: draftFor(tx, bot, getText(t)), client: 'Internal', reading };
  await sendToChannel(tx, bot, { to: channelId, topic }, posting);
}

/** Announces in new channels who created them; the message is read for the creator. */
export async function noticeCreated(tx: Tx, by: User, created: readonly Channel[]): Promise<void> {
  for (const channel of created)
    await giveNotice(tx, channel.id, (t) => createdNotice(t, by, channel), { readBy: [by.id] });
}

function createdNotice(t: Texts, by: User, channel: Channel): string {
  const made = t('notices.channelCreated', { user: getMention(by), privacy: t(getPrivacy(channel)) });
  if (channel.description === '') return made;
  return `${made}\n\n${t('notices.channelDescription')}\n${quoted(t, channel.description)}`;
}

export const archivedNotice =
  (by: User) =>
  (t: Texts): string =>
    t('notices.channelArchived', { user: getMention(by) });
export const unarchivedNotice =
  (by: User) =>
  (t: Texts): string =>
    t('notices.channelUnarchived', { user: getMention(by) });

/** One text per change that subscribers should know about. */
export function changeNotices(by: User, before: Channel, after: Channel): ((t: Texts) => string)[] {
  const user = getMention(by);
  const notices: ((t: Texts) => string)[] = [];
  if (before.name !== after.name)
    notices.push((t) =>
      t('notices.channelRenamed', { user, before: inBold(before.name), after: inBold(after.name) }),
    );
  if (before.description !== after.description)
    notices.push((t) => {
      const [was, is] = [quoted(t, before.description), quoted(t, after.description)];
      return t('notices.descriptionChanged', { user, before: was, after: is });
    });
  const [was, is] = [getPrivacy(before), getPrivacy(after)];
  if (was !== is) notices.push((t) => t('notices.privacyChanged', { user, before: t(was), after: t(is) }));
  if (before.retentionDays !== after.retentionDays)
    notices.push((t) => t('notices.retentionChanged', { user, retention: keptFor(t, after.retentionDays) }));
  if (isSettingChanged(before, after, 'can_send_message_group'))
    notices.push((t) => t('notices.postingChanged', { user }));
  return notices;
}

function getPrivacy({ isPrivate, isWebPublic, isHistoryPublic }: Channel): TextKey {
  if (isWebPublic) return 'notices.privacy.webPublic';
  if (!isPrivate) return 'notices.privacy.public';
  return isHistoryPublic ? 'notices.privacy.sharedHistory' : 'notices.privacy.protectedHistory';
}

const quoted = (t: Texts, description: string): string =>
  `> ${description === '' ? t('notices.noDescription') : description}`;

function keptFor(t: Texts, days: number | null): string {
  if (days === null) return t('notices.retention.usual');
  return days === -1 ? t('notices.retention.forever') : t('notices.retention.days', { count: days });
}

const isSettingChanged = (before: Channel, after: Channel, name: string): boolean =>
  JSON.stringify(before.settings[name]) !== JSON.stringify(after.settings[name]);
