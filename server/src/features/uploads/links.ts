/**
 * Temporary URLs, which open a file without signing in: signed for one file, and valid for a minute as long as the session
 * or API key that they were requested with is valid and the account has not been deactivated.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import {
  type OrganizationCache,
  type Principal,
  checkPolicy,
  principalFromNamedKey,
  principalFromSession,
  refuseEnded,
} from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { acceptedKeys, subkey, type ServerKey } from '../../lib/secrets.ts';

const linkSeconds = 60;
export const temporaryPrefix = '/user_uploads/temporary/';

/** @param path Below `/user_uploads/`. */
export async function temporaryUrl(
  { db, clock, secrets }: Pick<AppContext, 'db' | 'clock' | 'secrets'>,
  me: Principal,
  path: string,
  now = clock.now(),
): Promise<string> {
  const expires = Math.floor(now / 1000) + linkSeconds;
  const signed = signature(secrets, expires, me, await getValidity(db.read, me), path);
  const token = `${expires}.${getCredential(me)}.${signed}`;
  return `${temporaryPrefix}${token}/${encodeURI(path)}`;
}

/** The principal that the link was created for; undefined if the link or the credential is no longer valid. */
export async function holderOfLink(
  app: AppContext,
  cache: OrganizationCache,
  token: string,
  path: string,
  now = app.clock.now(),
): Promise<Principal | undefined> {
  const [, expires = '', kind = '', id = '', given = ''] =
    /^(\d{1,12})\.([skn])(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (given === '' || now >= Number(expires) * 1000) return undefined;
  try {
    const me = await holders[kind as 's' | 'k' | 'n'](app, cache, Number(id));
    if (!me) return undefined;
    const validity = await getValidity(app.db.read, me);
    const isOurs = acceptedKeys(app.secrets).some((key) =>
      isSame(given, signature(key, Number(expires), me, validity, path)),
    );
    if (!isOurs) return undefined;
    checkPolicy('signedIn', me);
    return me;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The session, the named key, or the account whose own key was used. */
function getCredential({ id, sessionId, key }: Principal): string {
  if (key) return `n${key.id}`;
  return sessionId === undefined ? `k${id}` : `s${sessionId}`;
}

type Holder = (app: AppContext, cache: OrganizationCache, id: number) => Promise<Principal | undefined>;

const holders: Readonly<Record<'s' | 'k' | 'n', Holder>> = {
  s: inSession,
  k: (_app, cache, id) => Promise.resolve(withKey(cache, id)),
  // With its channel.
  n: async (app, cache, id) =>
    principalFromNamedKey(cache, await app.apiKeys.findById(cache.orgId, id), undefined),
};

async function inSession(
  app: AppContext,
  cache: OrganizationCache,
  id: number,
): Promise<Principal | undefined> {
  const row = await app.db.read.q
    .selectFrom('session')
    .select('user_id')
    .where('id', '=', id)
    .where('org_id', '=', cache.orgId)
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst();
  return row && principalFromSession(cache, { id, userId: row.user_id });
}

function withKey(cache: OrganizationCache, id: number): Principal | undefined {
  const user = cache.users.get(id);
  refuseEnded(cache, user);
  return user && { id, orgId: cache.orgId, user, cache };
}

/** Changes with the API key and with each deactivation, which an API key survives; sessions and named keys have unique ids. */
async function getValidity(db: Db, { id, user, sessionId, key }: Principal): Promise<string> {
  if (sessionId !== undefined || key) return '';
  const ended = await db.q
    .selectFrom('deactivation')
    .select('position')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return ended ? `${user.apiKeyHash} ${ended.position}` : user.apiKeyHash;
}

function signature(
  secrets: ServerKey,
  expires: number,
  me: Principal,
  validity: string,
  path: string,
): string {
  return createHmac('sha256', subkey(secrets, 'links to uploads'))
    .update(`${expires} ${getCredential(me)} ${validity} ${path}`)
    .digest('base64url');
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
