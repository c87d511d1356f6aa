/** The addresses by which emails are posted to channels: one for each channel, person and sender, until it is replaced. */
import { randomBytes } from 'node:crypto';
import { channelForPosting, channelInUse } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { systemBotEmail } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { channelAddress } from '../../lib/mail/channel-address.ts';

/** In whose name emails are posted unless an address was made for someone else. */
export const gatewayBot = (cache: OrganizationCache): User | undefined =>
  cache.users.find('email', systemBotEmail('emailgateway'));

/**
 * @param senderId In whose name emails to the address are posted; the gateway bot without it.
 * @returns '' where the server receives no emails
 * @throws ApiError unless that account, or the caller for the gateway bot, may post in the channel
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
 * What is sent to the addresses that the caller was given before is refused from now on, also in a channel that they no
 * longer see.
 * @throws ApiError if there are none, and the channel does not exist for the caller
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
  const isOwn = sender?.id === user.id || (sender?.isBot === true && sender.botOwnerId === user.id);
  if (senderId !== undefined && !isGateway && !(sender?.isActive === true && isOwn))
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
