/** The state of a sign-in between two pages, sealed in the form, for some minutes after the correct password. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import type { User } from '../../core/organization/index.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';

/** What to do when the sign-in is complete. */
export interface SignInPurpose {
  /** A path of this server. */
  next: string;
  /** One-time pads of apps: the app is signed in instead of the browser. */
  mobileOtp?: string | undefined;
  desktopOtp?: string | undefined;
  /** Identity at a provider, linked to the account after the second factor. */
  identity?: { issuer: string; subject: string; sid: string | null } | undefined;
}

interface Pending {
  orgId: number;
  userId: number;
  /** A digest of the password hash: a changed password ends pending sign-ins. */
  proof: string;
  purpose: SignInPurpose;
  /** Whether the second factor was verified too. */
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

/** @returns undefined if it has expired, or the account or its password has changed */
export async function openSignIn(
  app: AppContext,
  orgId: number,
  text: string,
  { isDone = false } = {},
): Promise<PasswordSignIn | undefined> {
  const pending = openJson<Pending>(app.secrets, sealPurpose, text);
  if (pending?.orgId !== orgId || pending.isDone !== isDone || pending.expiresAt <= app.clock.now())
    return undefined;
  const signIn = await getSignIn(app, orgId, pending.userId, pending.purpose);
  return signIn && digest(signIn.passwordHash) === pending.proof ? signIn : undefined;
}

/** The next step of the sign-in of a user who has just set or entered the password. @returns undefined for a deactivated account */
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

/** What a page or a link keeps for the organization `orgId`, for some minutes. */
const sealFor = ({ secrets, clock }: AppContext, orgId: number, purpose: string, value: unknown): string =>
  sealJson(secrets, purpose, { orgId, value, expiresAt: clock.now() + signInLifetimeMs });

function openFor<T>({ secrets, clock }: AppContext, orgId: number, purpose: string, text: string) {
  const sealed = openJson<{ orgId: number; value: T; expiresAt: number }>(secrets, purpose, text);
  return sealed?.orgId === orgId && sealed.expiresAt > clock.now() ? sealed.value : undefined;
}

const appPurpose = 'sign-in for an app';

/** Seals the purpose for the form of the first step. @param orgId The organization of the page. */
export const sealPurposeOfApp = (app: AppContext, orgId: number, purpose: SignInPurpose): string =>
  sealFor(app, orgId, appPurpose, purpose);

export const openPurposeOfApp = (app: AppContext, orgId: number, text: string): SignInPurpose | undefined =>
  openFor<SignInPurpose>(app, orgId, appPurpose, text);

const addressPurpose = 'address for a sign-in form';

/** Seals an address for a link to the sign-in form, so that no log of requests has it. */
export const sealAddress = (app: AppContext, orgId: number, address: string): string =>
  sealFor(app, orgId, addressPurpose, address);

export const openAddress = (app: AppContext, orgId: number, text: string): string | undefined =>
  openFor<string>(app, orgId, addressPurpose, text);
