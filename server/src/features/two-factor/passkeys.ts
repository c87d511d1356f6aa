/** Adds and removes passkeys, and signs in with them. */
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { refuseAboveLimit, useOnce } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, refuseEnded } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import {
  deletePasskey,
  deleteRecoveryCodes,
  findPasskey,
  hasTwoFactor,
  insertPasskey,
  listPasskeys,
  newRecoveryCodes,
  notePasskeyUse,
} from '../../core/two-factor/index.ts';
import { apiError } from '../../lib/errors.ts';
import { PasskeyRefusedError, verifyAssertion, verifyRegistration } from '../../lib/passkeys/verify.ts';
import type { Assertion, Registration } from '../../lib/passkeys/verify.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import { keepRequired, notify, type OwnAccount } from './actions.ts';

/** The use of a challenge: it is invalid for any other use or account. */
interface ChallengeUse {
  orgId: number;
  kind: 'add' | 'signIn' | 'secondStep';
  /** Absent if the passkey itself identifies the user. */
  userId?: number;
}

interface SealedChallenge extends ChallengeUse {
  challenge: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Challenge {
  /** Base64url. */
  challenge: string;
  /** Returned by the client with the signature. */
  state: string;
}

const purpose = 'passkey challenge';
const lifetimeMs = 10 * 60_000;

export function newChallenge({ secrets, clock }: AppContext, use: ChallengeUse): Challenge {
  const challenge = randomBytes(32).toString('base64url');
  const content: SealedChallenge = { ...use, challenge, expiresAt: clock.now() + lifetimeMs };
  return { challenge, state: sealJson(secrets, purpose, content) };
}

/**
 * Uses up a challenge if the check passes, so that invalid signatures cannot fill the store of used ones.
 * @param check Verifies the signature.
 */
async function withChallenge<T>(
  app: AppContext,
  state: string,
  use: ChallengeUse,
  check: (challenge: string) => T,
): Promise<T> {
  const found = openJson<SealedChallenge>(app.secrets, purpose, state);
  const isFor = found?.orgId === use.orgId && found.kind === use.kind && found.userId === use.userId;
  if (!isFor || found.expiresAt <= app.clock.now())
    throw new PasskeyRefusedError('unknown or expired challenge');
  const checked = check(found.challenge);
  if (!(await useOnce(app, `passkey ${found.challenge}`)))
    throw new PasskeyRefusedError('the challenge was used before');
  return checked;
}

/** Identifies the account to authenticators: the same for all its passkeys, and without personal data. */
export const userHandle = (orgUuid: string, userId: number): string =>
  createHash('sha256').update(`passkey ${orgUuid} ${userId}`).digest('base64url');

interface NewPasskey extends Registration {
  state: string;
  name: string;
}

/** Ends all other sessions. @returns recovery codes if it is the first second factor */
export async function addPasskey(
  app: AppContext,
  { orgId, user, sessionId }: OwnAccount,
  origin: string,
  { state, name, ...registration }: NewPasskey,
): Promise<string[]> {
  const { id, counter } = await refusing(app, { userId: user.id, status: 400 }, () =>
    withChallenge(app, state, { orgId, kind: 'add', userId: user.id }, (challenge) =>
      // Security keys without a PIN are accepted as second factors.
      verifyRegistration(registration, { origin, challenge, isVerified: false }),
    ),
  );
  return app.db.write(orgId, { id: user.id }, async (tx) => {
    refuseAboveLimit('passkeys.too-many', (await listPasskeys(tx, orgId, user.id)).length);
    if (await findPasskey(tx, orgId, id)) throw apiError('passkeys.known');
    const isFirst = !(await hasTwoFactor(tx, orgId, user.id));
    await insertPasskey(tx, user.id, { credentialId: id, publicKey: registration.publicKey, counter, name });
    await endUserSessions(tx, user.id, sessionId);
    await notify(tx, user, 'passkeyAdded');
    return isFirst ? newRecoveryCodes(tx, user.id) : [];
  });
}

export async function removePasskey(tx: Tx, user: User, id: number): Promise<void> {
  if (!(await deletePasskey(tx, user.id, id))) throw apiError('passkeys.not-found');
  await keepRequired(tx, user);
  if (!(await hasTwoFactor(tx, tx.orgId, user.id))) await deleteRecoveryCodes(tx, user.id);
  await notify(tx, user, 'passkeyRemoved');
}

/** Base64url of at most 1023 bytes; also excludes characters that databases reject. */
const credentialForm = /^[\w-]{1,1364}$/;

export interface PasskeyAssertion extends Assertion {
  /** Credential id. */
  id: string;
}

/**
 * @param userId Set after a correct password. Otherwise the passkey is the only factor, and its owner must have been
 *   verified by PIN or biometrics.
 * @throws ApiError 401, the same for every failure.
 */
export async function usePasskey(
  app: AppContext,
  { orgId, origin, userId }: { orgId: number; origin: string; userId?: number },
  state: string,
  { id, ...assertion }: PasskeyAssertion,
): Promise<User> {
  const passkey = credentialForm.test(id) ? await findPasskey(app.db.read, orgId, id) : undefined;
  const counter = await refusing(app, { userId: userId ?? passkey?.user_id }, () => {
    const use = userId === undefined ? { kind: 'signIn' as const } : { kind: 'secondStep' as const, userId };
    return withChallenge(app, state, { orgId, ...use }, (challenge) => {
      if (!passkey || (userId !== undefined && passkey.user_id !== userId))
        throw new PasskeyRefusedError('unknown passkey');
      const expected = { origin, challenge, isVerified: userId === undefined };
      return verifyAssertion(assertion, passkey.public_key, expected);
    });
  });
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(passkey?.user_id ?? 0);
  refuseEnded(cache, user);
  if (!passkey || !user) throw refused();
  if (!(await app.db.write(orgId, { id: user.id }, (tx) => notePasskeyUse(tx, passkey.id, counter)))) {
    app.log.warn({ organization: orgId, user: user.id }, 'the counter of a passkey went back: it was copied');
    throw refused();
  }
  return user;
}

const refused = () => apiError('passkeys.refused');

/** @param status 400 if the session itself is valid and should continue. */
async function refusing<T>(
  { log }: AppContext,
  { userId, status }: { userId: number | undefined; status?: number },
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof PasskeyRefusedError)) throw error;
    log.info({ user: userId ?? null, why: error.message }, 'a passkey was refused');
    throw refused().with({}, status);
  }
}
