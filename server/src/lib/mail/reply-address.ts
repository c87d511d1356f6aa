/**
 * Reply addresses of notification emails. They encode who may reply to which message, and are signed, so that
 * they can neither be guessed nor need to be stored. In lower case, since some mail servers convert them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from '../secrets.ts';

export interface ReplyTarget {
  orgId: number;
  userId: number;
  messageId: number;
}

export const dayMs = 24 * 3600_000;
/** Days for which a reply is accepted. */
export const validDays = 30;
const radix = 36;

const signature = (secrets: ServerKey, text: string): string =>
  createHmac('sha256', subkey(secrets, 'answers by e-mail')).update(text).digest('hex').slice(0, 24);

/** @param pattern An address with `%s` for the token. @param now Milliseconds since 1970. */
export function replyAddress(secrets: Secrets, pattern: string, target: ReplyTarget, now: number): string {
  const numbers = [target.orgId, target.userId, target.messageId, Math.floor(now / dayMs)];
  const text = numbers.map((number) => number.toString(radix)).join('-');
  return pattern.replace('%s', `${text}-${signature(secrets, text)}`);
}

export type OpenedAddress = ReplyTarget | 'unknown' | 'expired';

/** Decodes one of our own addresses; `unknown` for any other. */
export function openReplyAddress(
  secrets: Secrets,
  pattern: string,
  address: string,
  now: number,
): OpenedAddress {
  const [before = '', after = ''] = pattern.toLowerCase().split('%s');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(before) || !given.endsWith(after)) return 'unknown';
  const token = given.slice(before.length, given.length - after.length);
  const [, text = '', sign = ''] =
    /^([0-9a-z]{1,11}(?:-[0-9a-z]{1,11}){3})-([0-9a-f]{24})$/.exec(token) ?? [];
  const signed = Buffer.from(sign.padEnd(24));
  const isOurs = acceptedKeys(secrets, now).some((key) =>
    timingSafeEqual(signed, Buffer.from(signature(key, text))),
  );
  if (!isOurs) return 'unknown';
  const [orgId = 0, userId = 0, messageId = 0, day = 0] = text
    .split('-')
    .map((part) => Number.parseInt(part, radix));
  return now / dayMs > day + 1 + validDays ? 'expired' : { orgId, userId, messageId };
}
