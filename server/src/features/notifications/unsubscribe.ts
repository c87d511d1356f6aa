/** Unsubscribes from notification emails by a link in one of them. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, textsOfPerson } from '../../core/organization/index.ts';
import {
  openUnsubscribeToken,
  type MailReason,
  type Unsubscription,
} from '../../lib/mail/unsubscribe-token.ts';
import { turnOffSetting } from '../settings/index.ts';
import { updateSubscriptions } from '../subscriptions/index.ts';
import { reasonText } from './reasons.ts';

export interface OfferedUnsubscription {
  email: string;
  /** Why the email was sent, in the language of its recipient. */
  reasons: string;
}

const causes: Readonly<Record<MailReason, readonly string[]>> = {
  person: ['direct_message', 'mention'],
  topic: ['followed_topic'],
  channel: ['channel'],
  digest: ['digest'],
};

/** Undefined for an invalid link, and for a deactivated user. */
export async function offeredUnsubscription(
  app: AppContext,
  orgId: number,
  token: string,
): Promise<OfferedUnsubscription | undefined> {
  const asked = openUnsubscribeToken(app.secrets, token);
  if (asked?.orgId !== orgId) return undefined;
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(asked.userId);
  if (!user?.isActive) return undefined;
  const reasons = asked.reasons.flatMap((reason) => causes[reason]);
  return { email: user.deliveryEmail, reasons: reasonText(textsOfPerson(cache, user), reasons) };
}

/** Idempotent. @returns whether the link is valid */
export async function unsubscribe(app: AppContext, orgId: number, token: string): Promise<boolean> {
  const asked = openUnsubscribeToken(app.secrets, token);
  if (asked?.orgId !== orgId) return false;
  return app.db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(asked.userId);
    if (!user?.isActive) return false;
    for (const reason of asked.reasons) await end(tx, user, reason, asked);
    return true;
  });
}

/** Channel emails are turned off for the channel of the email, the other kinds globally. */
async function end(tx: Tx, user: User, reason: MailReason, { channelId }: Unsubscription): Promise<void> {
  if (reason === 'person') await turnOffSetting(tx, user, 'enable_offline_email_notifications');
  else if (reason === 'topic') await turnOffSetting(tx, user, 'enable_followed_topic_email_notifications');
  else if (reason === 'digest') await turnOffSetting(tx, user, 'enable_digest_emails');
  else if (channelId !== null && tx.cache.members.has(channelId, user.id))
    await updateSubscriptions(tx, user.id, [{ channelId, property: 'email_notifications', value: false }]);
}
