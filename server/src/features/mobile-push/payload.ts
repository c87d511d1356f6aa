/** The decrypted payload of notifications. */
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { avatarUrl } from '../../core/users/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import type { MessageNotice, Notice } from '../push/index.ts';

type Server = Pick<AppContext, 'config' | 'organizations' | 'port'>;

/** @param now Milliseconds since 1970. */
export function mobilePayload(
  app: Server,
  cache: OrganizationCache,
  { userId, notice, now }: { userId: number; notice: Notice; now: number },
): Record<string, unknown> {
  const url = organizationUrl(app, cache.organization.subdomain);
  const common = { realm_url: url, realm_name: cache.organization.name, user_id: userId };
  switch (notice.type) {
    case 'test':
      return { ...common, type: 'test', time: Math.floor(now / 1000) };
    case 'remove':
      return { ...common, type: 'remove', message_ids: notice.messageIds };
    case 'message':
      return { ...common, ...messageFields(url, cache, notice) };
  }
}

function messageFields(url: string, cache: OrganizationCache, notice: MessageNotice) {
  const { recipient, sender } = notice;
  const picture = cache.users.get(sender.id) ?? { id: sender.id, avatarVersion: 1 };
  return {
    type: 'message',
    message_id: notice.messageId,
    time: Math.floor(notice.sentAt / 1000),
    content: notice.body,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: new URL(avatarUrl(picture), url).href,
    ...(recipient.type === 'channel'
      ? {
          recipient_type: 'channel',
          channel_id: recipient.channelId,
          channel_name: recipient.channelName,
          topic: recipient.topic,
        }
      : { recipient_type: 'direct', recipient_user_ids: recipient.userIds }),
  };
}
