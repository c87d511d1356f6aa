/** Signing in with a name and a password, of the account or of an LDAP directory: POST /fetch_api_key, and whatever asks for them. */
import type { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { auditSignIn } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type User, refuseEnded, wrongPassword } from '../../core/organization/index.ts';
import { noteDevice } from '../../core/sessions/index.ts';
import { parsedEmail } from '../../core/users/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { programName } from '../../lib/client-programs.ts';
import { hashPassword, needsRehash, PasswordsBusyError, verifyPassword } from '../../lib/passwords.ts';
import { openApiKey } from '../../lib/secrets.ts';
import { emailKey } from '../../lib/text.ts';
import { apiError } from '../../lib/errors.ts';
import { mustChangePassword } from './forced-change.ts';
import { noteFirstSignIn } from './first-sign-in.ts';
import { userInLdap } from './ldap-sign-in.ts';
import { requireSecondStep } from './second-step.ts';
import { signInLimits, type SignInAttempt, type SignInSource } from './sign-in-limits.ts';

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
 * Both steps of a sign-in, or the password of someone who confirms that it is they.
 * @throws ApiError 401, the same and after the same time for an unknown address as for a wrong password; 401 for a second factor
 *   that is missing or wrong; 429.
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

/** The first step alone: nobody is to be signed in by it. @throws ApiError 401, 429 */
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
    // A directory may have the address as someone else's user name.
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

/** Of a name that nobody has only an address is logged: people type passwords into the wrong field. */
function logFailure(
  { log }: AppContext,
  { orgId, ip }: SignInSource,
  { username, user }: TypedName,
  text: string,
) {
  const account = user?.deliveryEmail ?? parsedEmail(username) ?? null;
  log.info({ address: ip, organization: orgId, account, user: user?.id ?? null }, text);
}

/** Whose name and password these are, by the account's own password or by LDAP. */
async function identify(
  app: AppContext,
  { orgId, confirmsAs }: SignInSource,
  { username, password, user }: TypedName & { password: string },
  attempt: SignInAttempt,
): Promise<{ known?: User | undefined; own?: { password: string; row: Row } }> {
  // Bots have no passwords, whatever their rows may hold.
  const mayTry = user && !user.isBot && !(await attempt.isLocked());
  const row = mayTry ? await getCredentials(app, orgId, user.id) : undefined;
  // An unknown address costs the same time as a wrong password.
  const isRight = await verify(password, row?.password_hash ?? null);
  if (isRight && row) return { known: user, own: { password, row } };
  const admits = (key: string) => (confirmsAs === undefined ? attempt.admits(key) : Promise.resolve(true));
  const typed = { username, password, isAddress: confirmsAs !== undefined };
  return { known: await userInLdap(app, orgId, typed, admits) };
}

/** @param own The password and what it was found right by, where it is not a directory's. */
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

/** Only while the password is known can it be hashed at today's cost. Returns what is stored then. */
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
