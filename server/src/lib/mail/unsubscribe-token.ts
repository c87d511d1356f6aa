/** Signed tokens in emails for unsubscribing without signing in; nothing is stored, and they cannot be guessed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from '../secrets.ts';

/** Why the email was sent: a direct message or mention, a followed topic, a channel with notifications, or a digest. */
export const mailReasons = ['person', 'topic', 'channel', 'digest'] as const;
export type MailReason = (typeof mailReasons)[number];

export interface Unsubscription {
  orgId: number;
  userId: number;
  reasons: readonly MailReason[];
  /** Only for `channel`. */
  channelId: number | null;
}

const radix = 36;
const letters = { person: 'p', topic: 't', channel: 'c', digest: 'd' } as const;

const signature = (secrets: ServerKey, text: string): string =>
  createHmac('sha256', subkey(secrets, 'unsubscribing from e-mails')).update(text).digest('base64url');

export function unsubscribeToken(secrets: Secrets, given: Unsubscription): string {
  const { orgId, userId, reasons, channelId } = given;
  const numbers = [orgId, userId, channelId ?? 0].map((number) => number.toString(radix));
  const text = [...numbers, reasons.map((reason) => letters[reason]).join('')].join('.');
  return `${text}.${signature(secrets, text)}`;
}

/** Undefined for an invalid token. */
export function openUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | undefined {
  const found = /^(([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([ptcd]{1,4}))\.([\w-]{43})$/.exec(
    token,
  );
  if (!found) return undefined;
  const [, text = '', org = '', user = '', channel = '', given = '', sign = ''] = found;
  const isOurs = acceptedKeys(secrets).some((key) =>
    timingSafeEqual(Buffer.from(sign), Buffer.from(signature(key, text))),
  );
  if (!isOurs) return undefined;
  const [orgId = 0, userId = 0, channelId = 0] = [org, user, channel].map((one) =>
    Number.parseInt(one, radix),
  );
  return {
    orgId,
    userId,
    reasons: mailReasons.filter((reason) => given.includes(letters[reason])),
    channelId: channelId === 0 ? null : channelId,
  };
}
