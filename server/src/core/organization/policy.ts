/** Who may call an endpoint in general. Object permissions are checked when objects are loaded. */
import { botTypes } from '../../../../wire/bots.ts';
import { roles } from '../../../../wire/core.ts';
import type { OrganizationCache } from './organization-cache.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import {
  admitsKey,
  checkMayLeaveAccess,
  type DeclaredNeeds,
  type KeyNeeds,
  scopeRefused,
} from './key-scopes.ts';
import { type Principal, currentUser } from './principal.ts';

export type Policy =
  | 'anyone'
  | 'visitors'
  | 'signedIn'
  | 'senders'
  | 'bots'
  | 'botUsers'
  | 'humans'
  | 'nonGuests'
  | 'botKeepers'
  | 'administrators'
  | 'owners';

const botsRefused = () => apiError('permissions.bot');
const incomingWebhooksRefused = () => apiError('permissions.webhook-bot');
const guestsRefused = () => apiError('permissions.guest');

/** Policies under which credentials are verified if present. */
export type CheckedPolicy = Exclude<Policy, 'anyone'>;

/** Policies under which credentials are required. */
export type SignedInPolicy = Exclude<CheckedPolicy, 'visitors'>;

/** Refusals for users with valid credentials. Incoming webhook bots are refused, except by `senders` and `bots`. */
const checks: Readonly<Record<CheckedPolicy, (me: Principal) => ApiError | null>> = {
  visitors: () => null,
  signedIn: () => null,
  senders: () => null,
  // A key in a URL is exposed too widely to be a person's.
  bots: ({ user }) => (user.isBot ? null : apiError('permissions.bots-only')),
  botUsers: ({ user }) => (user.isBot ? null : apiError('permissions.bot-user')),
  humans: ({ user }) => (user.isBot ? botsRefused() : null),
  nonGuests: ({ user }) => (user.role === roles.guest ? guestsRefused() : null),
  // Bots only if they administer the organization.
  botKeepers: ({ user }) => {
    if (user.role === roles.guest) return guestsRefused();
    return user.isBot && user.role > roles.administrator ? botsRefused() : null;
  },
  administrators: ({ user }) =>
    user.role <= roles.administrator ? null : apiError('permissions.administrator'),
  owners: ({ user }) => (user.role === roles.owner ? null : apiError('permissions.owner')),
};

/** @throws ApiError if the policy does not admit this kind of principal. */
export function checkPolicy(policy: CheckedPolicy, me: Principal): void {
  const isForWebhooks = policy === 'senders' || policy === 'bots';
  if (!isForWebhooks && me.user.botType === botTypes.incoming) throw incomingWebhooksRefused();
  const refusal = checks[policy](me);
  if (refusal) throw refusal;
}

/** What an endpoint declares about its callers. */
export type Endpoint = DeclaredNeeds<never> & { policy: CheckedPolicy; takesChannelKeys?: 'handler' };

/**
 * Each write of the principal that is returned checks the policy again, since the request may wait for others to commit.
 * @throws ApiError if the endpoint does not admit the principal, or their key.
 */
export function admit(endpoint: KeyNeeds & { policy: CheckedPolicy }, me: Principal): Principal {
  const { policy } = endpoint;
  if (me.key && !admitsKey(endpoint, me.key)) throw scopeRefused();
  if (endpoint.leaves === 'access') checkMayLeaveAccess(me);
  checkPolicy(policy, me);
  return { ...me, checkAdmitted: (cache) => checkPolicy(policy, { ...me, user: currentUser(cache, me) }) };
}

/** Within a transaction, which may have waited: checks the caller's current permissions. */
export function checkPolicyIn(
  { cache }: { cache: OrganizationCache },
  policy: SignedInPolicy,
  me: Principal,
): void {
  checkPolicy(policy, { ...me, user: currentUser(cache, me) });
}

export const isPolicy = (name: string): name is Policy => name === 'anyone' || Object.hasOwn(checks, name);
