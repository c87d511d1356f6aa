/**
 * Sends a user one email about missed messages of one conversation, without those read, deleted or hidden by then.
 * While the user is active in the app it waits, since they are about to see them there.
 */
import { createHmac } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, organizationSettings, userSetting } from '../../core/organization/index.ts';
import type { MailThread } from '../../lib/mail/email.ts';
import { replyAddress } from '../../lib/mail/reply-address.ts';
import { unsubscribeToken } from '../../lib/mail/unsubscribe-token.ts';
import { subkey } from '../../lib/secrets.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailState, settle, waitingRows } from './missed-rows.ts';
import { isAtWork } from './activity.ts';
import { missedEmail } from './email.ts';
import { jobs, type MissedMessages } from './jobs.ts';
import { getMissedMessages, type MissedMessage } from './missed-messages.ts';
import { findMailReasons } from './reasons.ts';
import { unreadAmong } from './unread.ts';

const deferMs = 300_000;

export async function missedMessages({ app, orgId, payload }: JobContext<MissedMessages>): Promise<void> {
  const { userId, since } = payload;
  const isActive = await isAtWork(app, orgId, userId, since);
  await app.db.write(orgId, 'system', (tx) => (isActive ? defer(tx, payload) : notify(tx, app, payload)));
}

function defer(tx: Tx, payload: MissedMessages): Promise<void> {
  return enqueue(tx, jobs.missedMessages, payload, tx.now + deferMs);
}

async function notify(tx: Tx, app: AppContext, { userId, conversation }: MissedMessages): Promise<void> {
  const rows = await waitingRows(tx, userId, conversation);
  const user = tx.cache.users.get(userId);
  const ids = rows.map((row) => row.message_id);
  const unread = user?.isActive ? await unreadAmong(tx, user, ids) : [];
  const isUnread = new Set(unread);
  await settle(
    tx,
    userId,
    ids.filter((id) => !isUnread.has(id)),
    emailState.readBefore,
  );
  if (!user || unread.length === 0) return;
  await settle(tx, userId, unread, emailState.sent);
  const url = organizationUrl(app, tx.cache.organization.subdomain);
  const messages = await getMissedMessages(tx, user, unread);
  const causes = rows.filter((row) => isUnread.has(row.message_id)).map((row) => row.cause);
  const showsText =
    userSetting(user, 'message_content_in_email_notifications') &&
    organizationSettings(tx.cache).message_content_allowed_in_email_notifications;
  const replyTo = replyAddressFor(tx, app, userId, unread);
  const unsubscribeUrl = `${url}/unsubscribe/${getToken(tx, app, user, messages, causes)}`;
  const thread = getThread(tx, app, { userId, conversation }, unread);
  const options = { url, causes, showsText, replyTo, unsubscribeUrl, thread };
  const email = missedEmail(tx.cache, user, messages, options);
  if (email) await enqueue(tx, sendEmail, email);
}

function getToken(
  { orgId }: Tx,
  { secrets }: AppContext,
  { id: userId }: User,
  [first]: readonly MissedMessage[],
  causes: readonly string[],
): string {
  const channelId = first?.channel?.id ?? null;
  return unsubscribeToken(secrets, { orgId, userId, reasons: findMailReasons(causes), channelId });
}

/** Emails of one conversation form one thread. The message id is stable, so mail clients deduplicate a repeated email. */
function getThread(
  { orgId }: Tx,
  { secrets }: AppContext,
  { userId, conversation }: Pick<MissedMessages, 'userId' | 'conversation'>,
  unread: readonly number[],
): MailThread {
  const key = subkey(secrets, 'threads of e-mails');
  const about = `${orgId} ${userId} ${conversation}`;
  const root = createHmac('sha256', key).update(about).digest('hex').slice(0, 32);
  return { root, id: `${root}.${unread.at(-1) ?? 0}` };
}

/** A reply goes to the conversation that the newest message is in when the reply arrives. */
function replyAddressFor(
  { orgId, now }: Tx,
  { config, secrets }: AppContext,
  userId: number,
  unread: readonly number[],
): string | undefined {
  const messageId = unread.at(-1);
  if (config.mailReplies === undefined || messageId === undefined) return undefined;
  return replyAddress(secrets, config.mailReplies, { orgId, userId, messageId }, now);
}
