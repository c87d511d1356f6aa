/** The address by which emails are posted to a channel. */
import { channelForPosting, channelInUse } from '../../core/channels/index.ts';
import type { Principal, User } from '../../core/organization/index.ts';
import { systemBotEmail } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';

/**
 * @param senderId In whose name emails to the address would be posted; the gateway bot without it.
 * @returns '' as long as the server receives no emails for channels
 * @throws ApiError unless that account, or the caller for the gateway bot, may post in the channel
 */
export function channelEmailAddress(me: Principal, channelId: number, senderId: number | undefined): string {
  const { cache, user } = me;
  const channel = channelInUse(cache, user, channelId);
  const sender = senderId === undefined ? user : senderWith(me, senderId);
  channelForPosting(cache, sender, channel.id);
  return '';
}

function senderWith({ cache, user }: Principal, id: number): User {
  const sender = cache.users.get(id);
  if (sender?.email === systemBotEmail('emailgateway')) return user;
  const isOwn = sender?.id === user.id || (sender?.isBot === true && sender.botOwnerId === user.id);
  if (!sender?.isActive || !isOwn) throw apiError('bots.not-found');
  return sender;
}
