/** Verifies signatures of deliveries. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedDelivery {
  bytes: Buffer;
  header(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** `stale`: the signature is valid but too old, so the delivery may be a replay. */
export type SignatureCheck = 'right' | 'wrong' | 'stale';

export type Scheme = 'github' | 'gitea' | 'gitlab' | 'stripe' | 'slack' | 'sentry' | 'linear';

const toleranceMs = 300_000;

const hmac = (secret: string, ...parts: readonly (string | Buffer)[]): string => {
  const made = createHmac('sha256', secret);
  for (const part of parts) made.update(part);
  return made.digest('hex');
};

/** Compares in constant time, without revealing lengths. */
function same(a: string, b: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return b !== undefined && timingSafeEqual(digest(a), digest(b));
}

const isRecent = (ms: number, now: number): boolean => Math.abs(now - ms) <= toleranceMs;

const judge = (isRight: boolean): SignatureCheck => (isRight ? 'right' : 'wrong');

const judgeTimed = (isRight: boolean, ms: number, now: number): SignatureCheck => {
  if (!isRight) return 'wrong';
  return isRecent(ms, now) ? 'right' : 'stale';
};

/** `t=1492774577,v1=5257a8…,v1=…`: while a secret is rotated, there is one signature per secret. */
function byStripe(secret: string, { bytes, header, now }: SignedDelivery): SignatureCheck {
  const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = hmac(secret, `${time}.`, bytes);
  const isRight = parts.slice(0, 20).some(([name, value]) => name === 'v1' && same(expected, value));
  return judgeTimed(isRight, Number(time) * 1000, now);
}

function bySlack(secret: string, { bytes, header, now }: SignedDelivery): SignatureCheck {
  const time = header('x-slack-request-timestamp') ?? '';
  const expected = `v0=${hmac(secret, `v0:${time}:`, bytes)}`;
  return judgeTimed(same(expected, header('x-slack-signature')), Number(time) * 1000, now);
}

/** The time is in the signed body. */
function byLinear(secret: string, { bytes, header, now }: SignedDelivery): SignatureCheck {
  if (!same(hmac(secret, bytes), header('linear-signature'))) return 'wrong';
  const [, time] = /"webhookTimestamp"\s*:\s*(\d{10,16})/.exec(bytes.toString('utf8')) ?? [];
  return time === undefined || isRecent(Number(time), now) ? 'right' : 'stale';
}

const schemes: Readonly<Record<Scheme, (secret: string, signed: SignedDelivery) => SignatureCheck>> = {
  github: (secret, { bytes, header }) =>
    judge(same(`sha256=${hmac(secret, bytes)}`, header('x-hub-signature-256'))),
  gitea: (secret, { bytes, header }) => {
    const given = header('x-gitea-signature') ?? header('x-forgejo-signature') ?? header('x-gogs-signature');
    return judge(same(hmac(secret, bytes), given));
  },
  gitlab: (secret, { header }) => judge(same(secret, header('x-gitlab-token'))),
  stripe: byStripe,
  slack: bySlack,
  sentry: (secret, { bytes, header }) => judge(same(hmac(secret, bytes), header('sentry-hook-signature'))),
  linear: byLinear,
};

export const verify = (scheme: Scheme, secret: string, signed: SignedDelivery): SignatureCheck =>
  schemes[scheme](secret, signed);

const untimed: ReadonlySet<Scheme> = new Set(['github', 'gitea', 'sentry', 'linear']);

/** Identifies repeated deliveries by their bytes if their signature has no time. */
export const repetitionKey = (scheme: Scheme, { bytes }: Pick<SignedDelivery, 'bytes'>): string | undefined =>
  untimed.has(scheme) ? createHash('sha256').update(bytes).digest('base64url') : undefined;
