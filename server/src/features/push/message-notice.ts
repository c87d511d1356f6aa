/** The text of a push notification of a message, in the language of its recipient. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import {
  type OrganizationCache,
  type User,
  organizationSettings,
  textsOfPerson,
  userSetting,
  type Channel,
} from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { timeText } from '../../lib/i18n/time-text.ts';
import { namesIn } from '../../../../wire/plain-text/names.ts';
import { noticeText } from '../../../../wire/plain-text/notice-text.ts';
import { truncate } from '../../lib/text.ts';
import type { MessageNotice } from './payload.ts';
import { type Reader, quotableMessages } from '../../core/messages/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';

/** Characters of the names in a title: a conversation has up to 200 people, and a notification up to 4 kB. */
const longestNames = 80;

export function messageNotice(cache: OrganizationCache, user: User, message: MissedMessage): MessageNotice {
  const t = textsOfPerson(cache, user);
  const sender = message.sender?.fullName ?? t('missed.someone');
  const isHidden = !showsText(cache, user, message);
  const { channel, topic, people } = message;
  return {
    type: 'message',
    userId: user.id,
    messageId: message.id,
    sentAt: message.sentAt,
    sender: { id: message.sender?.id ?? 0, fullName: sender },
    recipient: channel
      ? { type: 'channel', channelId: channel.id, channelName: channel.name, topic }
      : { type: 'direct', userIds: people.map(({ id }) => id).sort((a, b) => a - b) },
    title: getTitle(t, message, user, sender),
    body: isHidden
      ? t('push.hidden')
      : noticeText(message.rendered, (moment) => timeText(t, moment.getTime(), user.timezone)) ||
        t('push.file'),
    isHidden,
    labels: { reply: t('push.reply'), read: t('push.read'), failed: t('push.failed') },
  };
}

/** Content that an organization excludes from emails must not appear on locked screens either. */
function showsText(cache: OrganizationCache, user: User, { channel }: MissedMessage): boolean {
  if (!organizationSettings(cache).message_content_allowed_in_email_notifications) return false;
  return channel !== undefined || userSetting(user, 'pm_content_in_desktop_notifications');
}

function getTitle(t: Texts, { channel, topic, people }: MissedMessage, user: User, sender: string): string {
  if (channel) {
    const place = `${channel.name} › ${topic === '' ? emptyTopicDisplayName : topic}`;
    return t('push.in', { sender, place });
  }
  const others = people.filter(({ id }) => id !== user.id).map(({ fullName }) => fullName);
  if (others.length <= 1) return sender;
  return t('push.in', { sender, place: truncate(namesIn(t.language, others), longestNames, '…') });
}

// Missed messages, as an email or a push notification shows them.

export interface MissedMessage {
  id: number;
  sender: User | undefined;
  rendered: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  topic: string;
  /** Everyone in a direct conversation. */
  people: readonly User[];
}

/** The messages that the person may still read, ascending. `sender` is undefined if it is not visible to them. */
export async function getMissedMessages(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<MissedMessage[]> {
  const isVisible = await getUserVisibility(db, reader.cache, reader.user);
  const messages = await quotableMessages(db, reader, ids);
  return [...messages.values()].map(({ id, sender, rendered, sentAt, place }) => {
    const shown = { id, sender: isVisible(sender) ? sender : undefined, rendered, sentAt };
    return 'channel' in place
      ? { ...shown, channel: place.channel, topic: place.topic, people: [] }
      : { ...shown, channel: undefined, topic: '', people: place.people };
  });
}
