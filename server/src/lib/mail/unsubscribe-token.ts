/** Links in emails that end such emails without signing in: signed, so that nothing is kept and nobody can guess one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from '../secrets.ts';

/** Why someone had the email: they were written to or mentioned, follow a topic, want all of a channel, or digests. */
export const mailReasons = ['person', 'topic', 'channel', 'digest'] as const;
export type MailReason = (typeof mailReasons)[number];

export interface Unsubscription {
  orgId: number;
  userId: number;
  reasons: readonly MailReason[];
  /** That of `channel`. */
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

/** Undefined for what was not made here. */
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
