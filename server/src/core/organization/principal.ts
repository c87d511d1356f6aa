/** The principal of a request: resolved once, in the same form for all kinds of credentials. */
import { timingSafeEqual } from 'node:crypto';
import type { OrganizationCache } from './organization-cache.ts';
import type { GrantedKey } from './key-scopes.ts';
import type { User } from './types.ts';
import { emailKey } from '../../lib/text.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

export interface Principal {
  id: number;
  orgId: number;
  user: User;
  /** The organization's committed state. */
  cache: OrganizationCache;
  /** The requesting browser's session; absent with an API key. */
  sessionId?: number;
  /** The named API key; absent for the account's own key and for sessions. */
  key?: GrantedKey;
  /** The only channel from which messages may be read. */
  onlyChannel?: number;
  /** Set once a request is admitted: throws if its endpoint would no longer admit the user in the state of a transaction. */
  checkAdmitted?: (cache: OrganizationCache) => void;
}

/** The user of a request as a transaction sees them: their rights may have ended since the request was admitted. */
export const currentUser = (cache: OrganizationCache, me: Pick<Principal, 'id' | 'user'>): User =>
  cache.users.get(me.id) ?? me.user;

/** There are no credentials, or they have expired. */
export const notSignedIn = (): ApiError => apiError('authentication.required');

export const wrongPassword = (): ApiError => apiError('authentication.failed');

const invalidKey = (): ApiError => apiError('authentication.invalid-api-key');

/**
 * @param hashApiKey Hashes with each valid server key, the current one first.
 * @throws ApiError 401 whatever is wrong, without distinguishing an unknown address from a wrong key.
 */
export function principalFromBasic(
  cache: OrganizationCache,
  header: string | undefined,
  hashApiKey: (key: string) => Iterable<string>,
): Principal {
  const [email, key] = parseBasic(header);
  const user = userWithKey(cache, hashApiKey(key));
  if (!user || !hasAddress(user, email)) throw invalidKey();
  refuseEnded(cache, user);
  return { id: user.id, orgId: cache.orgId, user, cache };
}

function hasAddress(user: User, email: string): boolean {
  const given = emailKey(email);
  return sameText(user.emailKey, given) || sameText(user.deliveryEmailKey, given);
}

/**
 * @param email Undefined if only the key is given.
 * @throws ApiError 401 as for any other key.
 */
export function principalFromNamedKey(
  cache: OrganizationCache,
  found: (GrantedKey & { userId: number }) | undefined,
  email: string | undefined,
): Principal & { key: GrantedKey } {
  const user = found && cache.users.get(found.userId);
  if (!user || (email !== undefined && !hasAddress(user, email))) throw invalidKey();
  refuseEnded(cache, user);
  const { channelId } = found;
  const reach = channelId === null ? {} : { onlyChannel: channelId };
  return { id: user.id, orgId: cache.orgId, user, cache, key: found, ...reach };
}

function userWithKey(cache: OrganizationCache, hashes: Iterable<string>): User | undefined {
  for (const hash of hashes) {
    const user = cache.users.find('apiKeyHash', hash);
    if (user && sameText(user.apiKeyHash, hash)) return user;
  }
  return undefined;
}

/** @throws ApiError 401 for a malformed or unknown key. */
export function principalFromKey(
  cache: OrganizationCache,
  key: string,
  hashes: (key: string) => Iterable<string>,
): Principal {
  if (!/^[A-Za-z0-9]{32}$/.test(key)) throw apiError('authentication.malformed-api-key');
  const user = userWithKey(cache, hashes(key));
  if (!user) throw invalidKey();
  refuseEnded(cache, user);
  return { id: user.id, orgId: cache.orgId, user, cache };
}

/** @throws ApiError 401 if the session's user may not sign in; bots have API keys only. */
export function principalFromSession(
  cache: OrganizationCache,
  { id, userId }: { id: number; userId: number },
): Principal {
  const user = cache.users.get(userId);
  if (!user || user.isBot) throw notSignedIn();
  refuseEnded(cache, user);
  return { id: user.id, orgId: cache.orgId, user, cache, sessionId: id };
}

/** @throws ApiError 401 for a deactivated account or organization. */
export function refuseEnded({ organization }: OrganizationCache, user: User | undefined): void {
  if (user?.isActive !== true) throw apiError('users.account-deactivated');
  if (organization.isDeactivated) throw organizationEnded();
}

export const organizationEnded = (): ApiError => apiError('organization.deactivated');

/** @throws ApiError 401 for an invalid header. */
export function parseBasic(header: string | undefined): [email: string, key: string] {
  if (header === undefined) throw notSignedIn();
  const [scheme, encoded] = header.split(' ', 2);
  if (scheme?.toLowerCase() !== 'basic' || encoded === undefined)
    throw apiError('authentication.basic-required');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw apiError('authentication.invalid-header');
  // Keys are pasted into configuration files, with surrounding white space and line breaks.
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

function sameText(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}
