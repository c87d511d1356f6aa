/** How sessions begin and end. */
import { randomBytes, createHash } from 'node:crypto';
import { auditSignIn } from '../audit/index.ts';
import { type Database, type Tx, expiry, trigger, defineHook } from '../log/index.ts';
import { wrongPassword } from '../organization/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { programName } from '../../lib/client-programs.ts';
import { isWellFormed, truncate } from '../../lib/text.ts';
import type { Browser } from './browser.ts';
import { endSessions, sessionsEnded, hashToken, sessionLifetimeMs } from './sessions.ts';

/** Per user; the least recently used session is deleted for a new one. */
const mostSessions = 50;
const longestUserAgent = 500;

export interface Account {
  orgId: number;
  userId: number;
  /** The hash that the password matched: if it has changed since, all sessions have ended, and this one must not begin. */
  passwordHash?: string | null;
  /** Present if a sign-in provider authenticated the user. */
  external?: ExternalSession;
}

export interface ExternalSession {
  identityId: number;
  sid: string | null;
  idToken: string | null;
}

/**
 * Signs a browser in. A session that it had before ends, against session fixation.
 * @throws ApiError 401 when the account has ended, or its password was changed meanwhile; 403 for a page of another site.
 */
export async function startSession(
  { db }: { db: Database },
  browser: Browser,
  { orgId, userId, passwordHash, external }: Account,
): Promise<void> {
  browser.refuseForeignPage();
  const token = randomBytes(32).toString('base64url');
  const before = browser.token === undefined ? null : hashToken(browser.token);
  const device = browser.getDevice();
  await db.write(orgId, { id: userId }, async (tx) => {
    if (passwordHash !== undefined) await refuseOldPassword(tx, userId, passwordHash);
    if (before !== null) await endByHash(tx, before);
    await makeRoom(tx, userId);
    await tx.q
      .insertInto('session')
      .values({
        org_id: orgId,
        user_id: userId,
        token_hash: hashToken(token),
        address: browser.address,
        user_agent: isWellFormed(browser.userAgent) ? truncate(browser.userAgent, longestUserAgent) : '',
        created_at: tx.now,
        last_seen_at: tx.now,
        expires_at: tx.now + sessionLifetimeMs,
        identity_id: external?.identityId ?? null,
        provider_sid: external?.sid ?? null,
        id_token: external?.idToken ?? null,
      })
      .execute();
    const { userAgent, address } = browser;
    await noteDevice(tx, `browser ${device}`, { userId, userAgent, address });
    const client = programName(browser.userAgent);
    await auditSignIn(tx, userId, 'session', { source: 'web', address: browser.address, client });
  });
  browser.keep(token, sessionLifetimeMs / 1000);
}

async function refuseOldPassword(tx: Tx, userId: number, hash: string | null): Promise<void> {
  const row = await tx.q
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (row?.password_hash !== hash) throw wrongPassword();
}

/** Signs a browser out; without effect where nobody is signed in. */
export async function leaveSession({ db }: { db: Database }, browser: Browser, orgId: number): Promise<void> {
  browser.refuseForeignPage();
  const { token } = browser;
  if (token !== undefined) await db.write(orgId, 'system', (tx) => endByHash(tx, hashToken(token)));
  browser.keep(null, 0);
}

/**
 * Ends the sessions of someone, with the polls that are open in them.
 * @param exceptId The one that may continue: of the browser in which this was asked for.
 * @returns how many ended
 */
export async function endUserSessions(tx: Tx, userId: number, exceptId?: number): Promise<number> {
  const rows = await tx.q
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .execute();
  const ids = rows.map(({ id }) => id).filter((id) => id !== exceptId);
  await endSessions(tx, ids);
  await trigger(tx, sessionsEnded, { userId });
  return ids.length;
}

/**
 * Ends the sessions that began with an identity at a provider of sign-in.
 * @param sid The provider's name for one of them; with `null` all end.
 */
export async function endExternalSessions(tx: Tx, identityId: number, sid: string | null): Promise<void> {
  const query = tx.q
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('identity_id', '=', identityId);
  const rows = await (sid === null ? query : query.where('provider_sid', '=', sid)).execute();
  await endSessions(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Returns whether this person had such a session. */
export async function endSession(tx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await tx.q
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row) {
    await endSessions(tx, [id]);
    await trigger(tx, sessionsEnded, { userId });
  }
  return row !== undefined;
}

async function endByHash(tx: Tx, hash: string): Promise<void> {
  const row = await tx.q
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', hash)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (row) await endSessions(tx, [row.id]);
}

async function makeRoom(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(mostSessions - 1)
    .limit(mostSessions)
    .execute();
  await endSessions(
    tx,
    rows.map(({ id }) => id),
  );
}

const endSomeExpired = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('session')
      .select('id')
      .where('org_id', '=', tx.orgId)
      .where('expires_at', '<=', tx.now)
      .limit(limit)
      .execute(),
  (tx, rows) =>
    endSessions(
      tx,
      rows.map(({ id }) => id),
    ),
);

/** Organizations are handled one by one, since the log of each carries the end to event queues and long polls on all nodes. */
export async function endExpiredSessions(
  { db, clock }: { db: Database; clock: Clock },
  isStopped: () => boolean,
): Promise<void> {
  const organizations = await db.read.q
    .selectFrom('session')
    .select('org_id')
    .distinct()
    .where('expires_at', '<=', clock.now())
    .execute();
  for (const { org_id: orgId } of organizations) {
    let hasMore = true;
    while (hasMore && !isStopped()) hasMore = await db.write(orgId, 'system', endSomeExpired);
  }
}

// Browsers and apps with which a user has signed in before.

export interface NewDeviceSignIn {
  userId: number;
  /** From its User-Agent. */
  userAgent: string;
  /** Network address. */
  address: string;
}

/** A user has signed in with a browser or app that this account has not used before. */
export const signedInFromNewDevice = defineHook<NewDeviceSignIn>('signed in from a new device');

/** In these milliseconds after a user has joined, a browser and an app beside it are taken as their own. */
const settlingMs = 10 * 60_000;

const hashDevice = (device: string): string => createHash('sha256').update(device).digest('base64url');

/**
 * Notes a sign-in. The first device of an account is nobody else's, and neither are those of its first minutes, in which people
 * set up their apps.
 * @param device What is the same at each sign-in with it.
 */
export async function noteDevice(tx: Tx, device: string, signIn: NewDeviceSignIn): Promise<void> {
  const { userId } = signIn;
  const rows = await tx.q
    .selectFrom('known_device')
    .select('device_hash')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .execute();
  const device_hash = hashDevice(device);
  await tx.q
    .insertInto('known_device')
    .values({ user_id: userId, org_id: tx.orgId, device_hash, created_at: tx.now, last_seen_at: tx.now })
    .onConflict((oc) => oc.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: tx.now }))
    .execute();
  const isKnown = rows.some((row) => row.device_hash === device_hash);
  const joinedAt = tx.cache.users.get(userId)?.dateJoined ?? 0;
  const isSettled = rows.length > 0 && tx.now - joinedAt >= settlingMs;
  if (!isKnown && isSettled) await trigger(tx, signedInFromNewDevice, signIn);
}

const rememberedMs = 400 * 24 * 3600_000;

export const deleteOldDevices = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('known_device')
      .select(['user_id', 'device_hash'])
      .where('last_seen_at', '<=', tx.now - rememberedMs)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    for (const { user_id, device_hash } of rows)
      await tx.q
        .deleteFrom('known_device')
        .where('user_id', '=', user_id)
        .where('device_hash', '=', device_hash)
        .execute();
  },
);
