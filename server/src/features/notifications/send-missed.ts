/**
 * Composes and sends one email about missed messages. Each attempt looks them up again, so that what is read, deleted,
 * edited or hidden while the mail server is away is not sent as it was.
 */
import { createHmac } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, sendNow } from '../../core/jobs/index.ts';
import type { Reader } from '../../core/messages/index.ts';
import { type User, organizationSettings, userSetting } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { MailThread, QuotingEmail } from '../../lib/mail/email.ts';
import { replyAddress } from '../../lib/mail/reply-address.ts';
import { nameKey } from '../../lib/text.ts';
import { unsubscribeToken } from '../../lib/mail/unsubscribe-token.ts';
import { subkey } from '../../lib/secrets.ts';
import { organizationUrl } from '../../http/urls.ts';
import { type MissedMessage, getMissedMessages } from '../push/index.ts';
import { missedEmail } from './email.ts';
import type { SendMissed } from './jobs.ts';
import { getCauses, emailState, settle } from './missed-rows.ts';
import { findMailReasons } from './reasons.ts';
import { unreadAmong } from './missed.ts';

export async function sendMissed({ app, orgId, payload }: JobContext<SendMissed>): Promise<void> {
  const { userId, messageIds } = payload;
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(userId);
  const reader = user?.isActive ? { id: userId, orgId, user, cache } : undefined;
  const email = reader && (await compose(app, reader, payload));
  if (email) await sendNow(app, email);
  else await app.db.write(orgId, 'system', (tx) => settle(tx, userId, messageIds, emailState.readBefore));
}

async function compose(
  app: AppContext,
  reader: Reader,
  payload: SendMissed,
): Promise<QuotingEmail | undefined> {
  const { user, cache, orgId } = reader;
  const { read } = app.db;
  const unread = await unreadAmong(read, reader, payload.messageIds);
  const messages = await getMissedMessages(read, reader, unread);
  const causes = await getCauses(read, user.id, unread);
  const url = organizationUrl(app, cache.organization.subdomain);
  const showsText =
    userSetting(user, 'message_content_in_email_notifications') &&
    organizationSettings(cache).message_content_allowed_in_email_notifications;
  const replyTo = replyAddressFor(app, orgId, user.id, unread.at(-1));
  const unsubscribeUrl = `${url}/unsubscribe/${getToken(app, orgId, user, messages, causes)}`;
  const thread = await getThread(app, reader, payload, messages.at(-1));
  return missedEmail(cache, user, messages, { url, causes, showsText, replyTo, unsubscribeUrl, thread });
}

function getToken(
  { secrets }: AppContext,
  orgId: number,
  { id: userId }: User,
  [first]: readonly MissedMessage[],
  causes: readonly string[],
): string {
  const channelId = first?.channel?.id ?? null;
  return unsubscribeToken(secrets, { orgId, userId, reasons: findMailReasons(causes), channelId });
}

/**
 * Emails of one conversation form one thread, also after its topic was resolved, renamed or moved: what stays the same is its first message.
 * The message id is stable, so mail clients deduplicate a repeated email.
 */
async function getThread(
  { secrets, db }: AppContext,
  { orgId }: Reader,
  { userId, conversation, messageIds }: SendMissed,
  last: MissedMessage | undefined,
): Promise<MailThread> {
  const key = subkey(secrets, 'threads of e-mails');
  const first = last?.channel && (await findFirstMessage(db.read, orgId, last.channel.id, last.topic));
  const about = `${orgId} ${userId} ${first === undefined ? conversation : `topic since ${first}`}`;
  const root = createHmac('sha256', key).update(about).digest('hex').slice(0, 32);
  return { root, id: `${root}.${messageIds.at(-1) ?? 0}` };
}

async function findFirstMessage(
  { q }: Db,
  orgId: number,
  channelId: number,
  topic: string,
): Promise<number | undefined> {
  const found = await q
    .selectFrom('message')
    .select((eb) => eb.fn.min('id').as('first'))
    .where('org_id', '=', orgId)
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', nameKey(topic))
    .executeTakeFirst();
  return found?.first ?? undefined;
}

/** A reply goes to the conversation that the newest message is in when the reply arrives. */
function replyAddressFor(
  { config, secrets, clock }: AppContext,
  orgId: number,
  userId: number,
  messageId: number | undefined,
): string | undefined {
  if (config.mailReplies === undefined || messageId === undefined) return undefined;
  return replyAddress(secrets, config.mailReplies, { orgId, userId, messageId }, clock.now());
}
