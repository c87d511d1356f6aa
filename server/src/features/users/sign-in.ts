/** POST /fetch_api_key: the API key for an e-mail address and a password. */
import type { FetchApiKeyParams } from '../../../../wire/users.ts';
import type { User } from '../../directory/types.ts';
import type { Heddle } from '../../heddle.ts';
import { ApiError } from '../../http/errors.ts';
import { addressKey, rateLimited } from '../../http/limits.ts';
import { RateLimiter, signInRules } from '../../http/rate-limit.ts';
import type { Answer, Request } from '../../http/route.ts';
import { verifyPassword } from '../../passwords.ts';
import { openApiKey } from '../../secrets.ts';
import { emailKey } from '../../text.ts';

/** Failed attempts, by address and by account: a success is not counted and does not forgive. */
const failures = new WeakMap<Heddle, RateLimiter>();

export async function fetchApiKey({
  heddle,
  orgId,
  ip,
  params,
}: Request & { params: FetchApiKeyParams }): Promise<Answer> {
  const directory = await heddle.organizations.directory(orgId);
  const key = emailKey(params.username);
  const attempts = [`address ${addressKey(ip)}`, `account ${orgId} ${key}`];
  refuseTooMany(heddle, attempts);
  const user = directory.users.find('deliveryEmail', key) ?? directory.users.find('email', key);
  const row = user && (await credentialsOf(heddle, orgId, user));
  // An unknown address costs the same time as a wrong password.
  const isRight = await verifyPassword(params.password, row?.password_hash ?? null);
  if (!user || !row || !isRight) {
    countFailure(heddle, attempts);
    throw new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
  }
  if (directory.organization.isDeactivated)
    throw new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated');
  if (!user.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated');
  return {
    api_key: openApiKey(heddle.secrets, row.api_key_box),
    email: user.deliveryEmail,
    user_id: user.id,
  };
}

function credentialsOf(heddle: Heddle, orgId: number, user: User) {
  return heddle.db.read.q
    .selectFrom('person')
    .select(['password_hash', 'api_key_box'])
    .where('id', '=', user.id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

function limiterOf(heddle: Heddle): RateLimiter {
  const known = failures.get(heddle);
  if (known) return known;
  const limiter = new RateLimiter(signInRules);
  failures.set(heddle, limiter);
  return limiter;
}

function refuseTooMany(heddle: Heddle, keys: readonly string[]): void {
  if (heddle.config.rateLimits === 'off') return;
  for (const key of keys) {
    const verdict = limiterOf(heddle).check(key, performance.now());
    if (!verdict.isAllowed) throw rateLimited(verdict.retryAfter);
  }
}

function countFailure(heddle: Heddle, keys: readonly string[]): void {
  for (const key of keys) limiterOf(heddle).use(key, performance.now());
}
