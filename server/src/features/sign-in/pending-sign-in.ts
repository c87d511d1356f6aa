/** The state of a sign-in between two pages: sealed, for a few minutes after the correct password. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import type { User } from '../../core/organization/index.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';

/** What is done with the account at the end. */
export interface SignInPurpose {
  /** A path of this server. */
  next: string;
  /** One-time pads of apps: of those, the browser is not signed in. */
  mobileOtp?: string | undefined;
  desktopOtp?: string | undefined;
  /** At a provider, to be linked with the account when the second factor has been shown. */
  identity?: { issuer: string; subject: string; sid: string | null } | undefined;
}

interface Pending {
  orgId: number;
  userId: number;
  /** A digest of the hash of the password: a new password ends what the old one began. */
  proof: string;
  purpose: SignInPurpose;
  /** Whether the second factor was shown too. */
  isDone: boolean;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface PasswordSignIn {
  user: User;
  passwordHash: string | null;
  purpose: SignInPurpose;
}

const sealPurpose = 'sign-in between steps';
const signInLifetimeMs = 10 * 60_000;

const digest = (hash: string | null): string =>
  createHash('sha256')
    .update(hash ?? 'no password')
    .digest('base64url');

export function sealSignIn(
  { secrets, clock }: AppContext,
  orgId: number,
  { user, passwordHash, purpose }: PasswordSignIn,
  { isDone = false } = {},
): string {
  const expiresAt = clock.now() + signInLifetimeMs;
  const pending: Pending = {
    orgId,
    userId: user.id,
    proof: digest(passwordHash),
    purpose,
    isDone,
    expiresAt,
  };
  return sealJson(secrets, sealPurpose, pending);
}

/** @returns `undefined` when it has expired, or the account or its password has changed since. */
export async function openSignIn(
  app: AppContext,
  orgId: number,
  text: string,
  { isDone = false } = {},
): Promise<PasswordSignIn | undefined> {
  const opened = openJson(app.secrets, sealPurpose, text);
  if (opened === undefined) return undefined;
  const pending = JSON.parse(opened) as Pending;
  if (pending.orgId !== orgId || pending.isDone !== isDone || pending.expiresAt <= app.clock.now())
    return undefined;
  const signIn = await getSignIn(app, orgId, pending.userId, pending.purpose);
  return signIn && digest(signIn.passwordHash) === pending.proof ? signIn : undefined;
}

/** Of someone who has just chosen or shown their password. @returns `undefined` for an account that has ended. */
export async function getSignIn(
  { db, organizations }: AppContext,
  orgId: number,
  userId: number,
  purpose: SignInPurpose,
): Promise<PasswordSignIn | undefined> {
  const { organization, users } = await organizations.cache(orgId);
  const user = users.get(userId);
  if (!user?.isActive || organization.isDeactivated) return undefined;
  const row = await db.read.q
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row && { user, passwordHash: row.password_hash, purpose };
}

const appPurpose = 'sign-in for an app';

/** For the form that begins it. @param orgId The organization whose page it is. */
export const sealPurposeOfApp = (
  { secrets, clock }: AppContext,
  orgId: number,
  purpose: SignInPurpose,
): string => sealJson(secrets, appPurpose, { orgId, purpose, expiresAt: clock.now() + signInLifetimeMs });

export function openPurposeOfApp(
  { secrets, clock }: AppContext,
  orgId: number,
  text: string,
): SignInPurpose | undefined {
  const opened = openJson(secrets, appPurpose, text);
  if (opened === undefined) return undefined;
  const sealed = JSON.parse(opened) as { orgId: number; purpose: SignInPurpose; expiresAt: number };
  return sealed.orgId === orgId && sealed.expiresAt > clock.now() ? sealed.purpose : undefined;
}
