/** Signing in with a name and a password, of the account or of an LDAP directory: POST /fetch_api_key, and whatever asks for them. */
import type { FetchApiKeyAnswer, FetchApiKeyParams } from '../../../../wire/users.ts';
import type { User } from '../../directory/types.ts';
import type { Heddle } from '../../heddle.ts';
import { addressKey, rateLimited } from '../../http/limits.ts';
import { refuseEnded, wrongPassword } from '../../http/principal.ts';
import { RateLimiter, signInRules } from '../../http/rate-limit.ts';
import { hashPassword, needsRehash, PasswordsBusyError, verifyPassword } from '../../passwords.ts';
import { openApiKey } from '../../secrets.ts';
import { emailKey } from '../../text.ts';
import { noteFirstSignIn } from './first-sign-in.ts';
import { ldapName, userInLdap } from './ldap-sign-in.ts';
import { Turns } from './turns.ts';

/** Failed attempts, by address and by account: a success is not counted and does not forgive. */
interface Guard {
  failures: RateLimiter;
  /** Attempts that count against the same limit come one after the other, so that a burst is counted too. */
  turns: Turns;
}

const guards = new WeakMap<Heddle, Guard>();

/** The organization that is signed in to, and the network address of who does. */
interface From {
  orgId: number;
  ip: string;
}

export async function fetchApiKey(
  heddle: Heddle,
  from: From,
  given: FetchApiKeyParams,
): Promise<FetchApiKeyAnswer> {
  const { user, apiKeyBox } = await personWithPassword(heddle, from, given);
  return {
    api_key: openApiKey(heddle.secrets, apiKeyBox),
    email: user.deliveryEmail,
    user_id: user.id,
  };
}

/** @throws ApiError 401, the same and after the same time for an unknown address as for a wrong password; 429. */
export async function personWithPassword(
  heddle: Heddle,
  from: From,
  { username, password }: { username: string; password: string },
): Promise<{ user: User; apiKeyBox: string; passwordHash: string | null }> {
  const directory = await heddle.organizations.directory(from.orgId);
  const key = emailKey(username);
  const user = directory.users.find('deliveryEmail', key) ?? directory.users.find('email', key);
  // An account counts as one whichever of its addresses is given, and an unknown one is limited all the same.
  const account = user ? `user ${user.id}` : `name ${from.orgId} ${emailKey(ldapName(username))}`;
  const attempts = [`address ${addressKey(from.ip)}`, account];
  const { failures, turns } = guardOf(heddle);
  const done = await turns.take(attempts);
  try {
    if (heddle.config.rateLimits !== 'off') refuseTooMany(failures, attempts);
    // Bots have no passwords, whatever their rows may hold.
    const row = user && !user.isBot ? await credentialsOf(heddle, from.orgId, user.id) : undefined;
    // An unknown address costs the same time as a wrong password.
    const isRight = await verify(password, row?.password_hash ?? null);
    const own = isRight && row ? { password, row } : undefined;
    const known = own ? user : await userInLdap(heddle, from.orgId, { username, password });
    if (!known) {
      for (const attempt of attempts) failures.use(attempt, performance.now());
      throw wrongPassword();
    }
    refuseEnded(directory, directory.users.get(known.id) ?? known);
    return await signedIn(heddle, from.orgId, known, own);
  } finally {
    done();
  }
}

/** @param own The password and what it was found right by, where it is not a directory's. */
async function signedIn(heddle: Heddle, orgId: number, user: User, own?: { password: string; row: Row }) {
  const row = own?.row ?? (await credentialsOf(heddle, orgId, user.id));
  if (!row) throw wrongPassword();
  await noteFirstSignIn(heddle, orgId, user.id, row.first_sign_in_at);
  const stored = row.password_hash;
  const passwordHash = own ? await renewHash(heddle, orgId, user.id, own.password, stored) : stored;
  return { user, apiKeyBox: row.api_key_box, passwordHash };
}

type Row = NonNullable<Awaited<ReturnType<typeof credentialsOf>>>;

function credentialsOf({ db }: Heddle, orgId: number, userId: number) {
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

/** The moment when the password is at hand is the only one to hash it as dearly as today. Answers what is stored then. */
async function renewHash(
  { db }: Heddle,
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

function guardOf(heddle: Heddle): Guard {
  const known = guards.get(heddle);
  if (known) return known;
  const guard = { failures: new RateLimiter(signInRules), turns: new Turns() };
  guards.set(heddle, guard);
  return guard;
}

function refuseTooMany(failures: RateLimiter, attempts: readonly string[]): void {
  for (const attempt of attempts) {
    const verdict = failures.check(attempt, performance.now());
    if (!verdict.isAllowed) throw rateLimited(verdict.retryAfter);
  }
}
