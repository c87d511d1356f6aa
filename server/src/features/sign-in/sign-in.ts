/** Verifies a user name and password, of the account or of an LDAP directory. POST /fetch_api_key. */
import type { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { auditSignIn, audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type User, refuseEnded, wrongPassword } from '../../core/organization/index.ts';
import { noteDevice } from '../../core/sessions/index.ts';
import { parsedEmail, audienceAbout, isoTime, userChanged } from '../../core/users/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { programName } from '../../lib/client-programs.ts';
import { hashPassword, needsRehash, PasswordsBusyError, verifyPassword } from '../../lib/passwords.ts';
import { openApiKey } from '../../lib/secrets.ts';
import { emailKey } from '../../lib/text.ts';
import { apiError } from '../../lib/errors.ts';
import { userInLdap } from './ldap-sign-in.ts';
import { requireSecondStep } from './second-step.ts';
import { signInLimits, type SignInAttempt, type SignInSource } from './sign-in-limits.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import { emitSystemGroups } from '../../core/groups/index.ts';

export async function fetchApiKey(
  app: AppContext,
  from: SignInSource & { userAgent: string },
  given: FetchApiKeyParams,
): Promise<FetchApiKeyResponse> {
  const { user, apiKeyBox } = await personWithPassword(app, from, given, given.two_factor_code);
  const { userAgent, ip: address } = from;
  await app.db.write(from.orgId, { id: user.id }, async (tx) => {
    await noteDevice(tx, `program ${programName(userAgent)}`, { userId: user.id, userAgent, address });
    await auditSignIn(tx, user.id, 'api_key');
  });
  return {
    api_key: openApiKey(app.secrets, apiKeyBox),
    email: user.deliveryEmail,
    user_id: user.id,
  };
}

interface PasswordProof {
  user: User;
  apiKeyBox: string;
  passwordHash: string | null;
}

/**
 * Both steps of a sign-in, or only the password with `confirmsAs`.
 * @throws ApiError 401, with the same text and timing for an unknown address and a wrong password; 401 for a missing or
 *   wrong second factor; 429.
 */
export async function personWithPassword(
  app: AppContext,
  from: SignInSource,
  given: { username: string; password: string },
  code?: string,
): Promise<PasswordProof> {
  const proof = await checkPassword(app, from, given);
  if (from.confirmsAs !== undefined) return proof;
  await requireSecondStep(app, from, proof.user, code);
  if (await mustChangePassword(app.db.read, from.orgId, proof.user.id))
    throw apiError('password.must-change');
  return proof;
}

/** The first step: not sufficient to sign in. @throws ApiError 401, 429 */
export async function checkPassword(
  app: AppContext,
  from: SignInSource,
  { username, password }: { username: string; password: string },
): Promise<PasswordProof> {
  const cache = await app.organizations.cache(from.orgId);
  const key = emailKey(username);
  const user = cache.users.find('deliveryEmail', key) ?? cache.users.find('email', key);
  const attempt = await beginAttempt(app, from, username, user);
  try {
    const { known, own } = await identify(app, from, { username, password, user }, attempt);
    // In LDAP the email address may be the user name of someone else.
    if (!known || (from.confirmsAs !== undefined && known.id !== from.confirmsAs)) {
      await attempt.failed();
      logFailure(app, from, { username, user }, 'sign-in failed');
      throw wrongPassword();
    }
    await attempt.succeeded(from.orgId, known);
    refuseEnded(cache, cache.users.get(known.id) ?? known);
    return await signedIn(app, from.orgId, known, own);
  } finally {
    await attempt.end();
  }
}

async function beginAttempt(app: AppContext, from: SignInSource, username: string, user: User | undefined) {
  try {
    return await signInLimits(app).begin(from, username, user);
  } catch (error) {
    logFailure(app, from, { username, user }, 'sign-in refused after too many failures');
    throw error;
  }
}

interface TypedName {
  username: string;
  user: User | undefined;
}

/** An unknown name is logged only if it is an email address, since people enter passwords in the wrong field. */
function logFailure(
  { log }: AppContext,
  { orgId, ip }: SignInSource,
  { username, user }: TypedName,
  text: string,
) {
  const account = user?.deliveryEmail ?? parsedEmail(username) ?? null;
  log.info({ address: ip, organization: orgId, account, user: user?.id ?? null }, text);
}

/** Finds the account with this name and password, by its own password or by LDAP. */
async function identify(
  app: AppContext,
  { orgId, confirmsAs, language }: SignInSource,
  { username, password, user }: TypedName & { password: string },
  attempt: SignInAttempt,
): Promise<{ known?: User | undefined; own?: { password: string; row: Row } }> {
  // Bots cannot sign in, even if their row has a password.
  const mayTry = user && !user.isBot && !(await attempt.isLocked());
  const row = mayTry ? await getCredentials(app, orgId, user.id) : undefined;
  // A hash is computed for an unknown address too, so that it takes the same time.
  const isRight = await verify(password, row?.password_hash ?? null);
  if (isRight && row) return { known: user, own: { password, row } };
  const admits = (key: string) => (confirmsAs === undefined ? attempt.admits(key) : Promise.resolve(true));
  const typed = { username, password, confirmsAs, language };
  return { known: await userInLdap(app, orgId, typed, admits) };
}

/** @param own The password and its row, if it is not that of LDAP. */
async function signedIn(app: AppContext, orgId: number, user: User, own?: { password: string; row: Row }) {
  const row = own?.row ?? (await getCredentials(app, orgId, user.id));
  if (!row) throw wrongPassword();
  await noteFirstSignIn(app, orgId, user.id, row.first_sign_in_at);
  const stored = row.password_hash;
  const passwordHash = own ? await renewHash(app, orgId, user.id, own.password, stored) : stored;
  return { user, apiKeyBox: row.api_key_box, passwordHash };
}

type Row = NonNullable<Awaited<ReturnType<typeof getCredentials>>>;

function getCredentials({ db }: AppContext, orgId: number, userId: number) {
  return db.read.q
    .selectFrom('person')
    .select(['password_hash', 'api_key_box', 'first_sign_in_at'])
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

const secondsUntilLessBusy = 10;

async function verify(password: string, hash: string | null): Promise<boolean> {
  try {
    return await verifyPassword(password, hash);
  } catch (error) {
    throw error instanceof PasswordsBusyError ? rateLimited(secondsUntilLessBusy) : error;
  }
}

/** Rehashes the password with the current parameters, which is possible only at a sign-in. @returns the stored hash */
async function renewHash(
  { db }: AppContext,
  orgId: number,
  userId: number,
  password: string,
  stored: string | null,
): Promise<string | null> {
  if (stored === null || !needsRehash(stored)) return stored;
  const renewed = await hashPassword(password);
  await db.write(orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('person')
      .set({ password_hash: renewed })
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .where('password_hash', '=', stored)
      .execute();
  });
  return renewed;
}

// Forces a user to change the password at the next sign-in, on request of an owner or the operator.

/** Sessions and API keys remain valid. */
export async function requirePasswordChange(tx: Tx, { id }: User): Promise<void> {
  await tx.q
    .updateTable('person')
    .set({ must_change_password: 1 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('password_hash', 'is not', null)
    .execute();
  await audit(tx, { action: 'user.require_password_change', target: { type: 'user', id } });
}

export async function mustChangePassword(db: Db, orgId: number, userId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('person')
    .select('must_change_password')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.must_change_password === 1;
}

// If another person created the account, `date_joined` is the time of the first sign-in.

/** @param before `first_sign_in_at` as it was read; nothing is written if it is set. */
export async function noteFirstSignIn(
  { db }: AppContext,
  orgId: number,
  userId: number,
  before: number | null,
): Promise<void> {
  if (before !== null) return;
  await db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(userId);
    const { first_sign_in_at } = await tx.q
      .selectFrom('person')
      .select('first_sign_in_at')
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    if (!user || first_sign_in_at !== null) return;
    await tx.q
      .updateTable('person')
      .set({ first_sign_in_at: tx.now, date_joined: tx.now })
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .execute();
    await tx.touch({ users: [userId] });
    const joined = tx.cache.users.get(userId) ?? user;
    tx.emit(userChanged({ user_id: userId, date_joined: isoTime(tx.now) }), await audienceAbout(tx, joined));
    emitSystemGroups(tx, user, joined);
  });
}

/** Whether another person created the account, and its own has never signed in. */
export async function awaitsFirstSignIn(db: Db, orgId: number, userId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('person')
    .select('first_sign_in_at')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.first_sign_in_at === null;
}
