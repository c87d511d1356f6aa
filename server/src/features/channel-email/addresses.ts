/** Email addresses of channels: one per channel, user and sender, until it is revoked. */
import { randomBytes } from 'node:crypto';
import { channelForPosting, channelInUse } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { systemBotEmail } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { channelAddress } from '../../lib/mail/channel-address.ts';

/** The sender of emails unless the address has another one. */
export const gatewayBot = (cache: OrganizationCache): User | undefined =>
  cache.users.find('email', systemBotEmail('emailgateway'));

/** Emails may be sent as the person who made the address, and as bots that they own at the time. */
export const isOwnSender = (person: User, sender: User): boolean =>
  sender.isActive && (sender.id === person.id || (sender.isBot && sender.botOwnerId === person.id));

/**
 * @param senderId The sender of the messages; the gateway bot without it.
 * @returns '' if the server receives no emails
 * @throws ApiError unless the sender, or the caller for the gateway bot, may post in the channel
 */
export async function channelEmailAddress(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  me: Principal,
  channelId: number,
  senderId: number | undefined,
): Promise<string> {
  const { channel, sender } = channelAndSender(me, channelId, senderId);
  const { mailReplies } = config;
  if (mailReplies === undefined || !sender) return '';
  const known = await tokenFor(db.read, me.id, channel.id, sender.id);
  const token = known ?? (await db.write(me.orgId, me, (tx) => makeToken(tx, me.id, channel.id, sender.id)));
  return channelAddress(mailReplies, channel.name, token);
}

/**
 * Revokes the caller's addresses of a channel, also of one that they no longer see.
 * @throws ApiError if there are none and the caller cannot see the channel
 */
export async function revokeAddresses(tx: Tx, me: Principal, channelId: number): Promise<void> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('channel_email')
    .where('org_id', '=', tx.orgId)
    .where('channel_id', '=', channelId)
    .where('user_id', '=', me.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) channelInUse(me.cache, me.user, channelId);
}

function channelAndSender(
  { cache, user }: Principal,
  channelId: number,
  senderId: number | undefined,
): { channel: Channel; sender: User | undefined } {
  const channel = channelInUse(cache, user, channelId);
  const bot = gatewayBot(cache);
  const sender = senderId === undefined ? bot : cache.users.get(senderId);
  const isGateway = sender !== undefined && sender.id === bot?.id;
  if (senderId !== undefined && !isGateway && !(sender && isOwnSender(user, sender)))
    throw apiError('bots.not-found');
  channelForPosting(cache, isGateway || !sender ? user : sender, channel.id);
  return { channel, sender };
}

async function tokenFor(
  { q }: Pick<Tx, 'q'>,
  userId: number,
  channelId: number,
  senderId: number,
): Promise<string | undefined> {
  const row = await q
    .selectFrom('channel_email')
    .select('token')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .executeTakeFirst();
  return row?.token;
}

async function makeToken(tx: Tx, userId: number, channelId: number, senderId: number): Promise<string> {
  const known = await tokenFor(tx, userId, channelId, senderId);
  if (known !== undefined) return known;
  const token = randomBytes(16).toString('hex');
  await tx.q
    .insertInto('channel_email')
    .values({
      token,
      org_id: tx.orgId,
      channel_id: channelId,
      user_id: userId,
      sender_id: senderId,
      created_at: tx.now,
    })
    .execute();
  return token;
}
