/** Setting up an authenticator app: the client keeps the sealed secret until a code proves that the app has it. */
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { drawQrCode } from '../../lib/two-factor/qr-code.ts';
import { matchTotp, newTotpSecret, totpUri } from '../../lib/two-factor/totp.ts';

const purpose = 'two-factor enrolment';
const lifetimeMs = 15 * 60_000;

interface Sealed {
  userId: number;
  secret: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Enrolment {
  /** In Base32, for apps without a camera. */
  secret: string;
  uri: string;
  /** An SVG document. */
  qrCode: string;
  /** Goes back with the first code. */
  sealed: string;
}

/** Whose it is. */
interface EnrolmentOwner {
  userId: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** @param names As the app lists them. */
export function newEnrolment(
  secrets: Secrets,
  { userId, now }: EnrolmentOwner,
  names: { issuer: string; account: string },
): Promise<Enrolment> {
  const content: Sealed = { userId, secret: newTotpSecret(), expiresAt: now + lifetimeMs };
  return drawn(content.secret, sealJson(secrets, purpose, content), names);
}

async function drawn(
  secret: string,
  sealed: string,
  { issuer, account }: { issuer: string; account: string },
): Promise<Enrolment> {
  const uri = totpUri(secret, issuer, account);
  return { secret, uri, qrCode: await drawQrCode(uri), sealed };
}

/** The same enrolment again, after a wrong code. @returns `undefined` for one that has expired, or is not of this account. */
export async function sameEnrolment(
  secrets: Secrets,
  owner: EnrolmentOwner,
  sealed: string,
  names: { issuer: string; account: string },
): Promise<Enrolment | undefined> {
  const content = open(secrets, owner, sealed);
  return content && drawn(content.secret, sealed, names);
}

/** @returns `expired`, or `wrong` for a code that the secret does not make now. */
export function confirmEnrolment(
  secrets: Secrets,
  owner: EnrolmentOwner,
  sealed: string,
  code: string,
): { secret: string; step: number } | 'expired' | 'wrong' {
  const content = open(secrets, owner, sealed);
  if (!content) return 'expired';
  const step = matchTotp(content.secret, code.replace(/\s/g, ''), owner.now, 0);
  return step === undefined ? 'wrong' : { secret: content.secret, step };
}

function open(secrets: Secrets, { userId, now }: EnrolmentOwner, sealed: string): Sealed | undefined {
  const content = openJson<Sealed>(secrets, purpose, sealed);
  return content?.userId === userId && content.expiresAt > now ? content : undefined;
}
