/**
 * Limits on failed sign-ins. Failures count against the account and against the name as it was entered, so that limits
 * do not reveal which names have an account. The limit on a network is far higher.
 */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { makeLimit, type UseLimit } from '../../core/limits/index.ts';
import type { User } from '../../core/organization/index.ts';
import { rateLimited } from '../../http/limits.ts';
import type { Language } from '../../lib/i18n/i18n.ts';
import { ldapName } from '../../lib/ldap/name.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import { emailKey } from '../../lib/text.ts';

/** The organization and the network address of a sign-in. */
export interface SignInSource {
  orgId: number;
  ip: string;
  /** User id, for a signed-in user who confirms the password: failed sign-ins by others do not lock them out. */
  confirmsAs?: number;
  /** The language of the browser, if it is supported, for an account that the sign-in creates. */
  language?: Language | undefined;
}

export class SignInLimits {
  readonly isOff: boolean;
  readonly accounts: UseLimit;
  readonly networks: UseLimit;
  /**
   * Serializes attempts on one account, so that concurrent ones are counted too. Each node may
   * have one in progress, so as many more than allowed can fail.
   */
  readonly mutex = new KeyedMutex();

  constructor(app: AppContext) {
    const { config } = app;
    const seconds = config.signInLimitMinutes * 60;
    this.isOff = config.rateLimits === 'off';
    this.accounts = makeLimit(app, 'sign-in', { seconds, count: config.signInAccountLimit });
    this.networks = makeLimit(app, 'sign-in network', { seconds, count: config.signInAddressLimit });
  }

  /**
   * Waits for earlier attempts. Always call `end` on the attempt.
   * @throws ApiError 429 after too many failures from this network or with this name.
   */
  async begin(from: SignInSource, username: string, user: User | undefined): Promise<SignInAttempt> {
    return this.#begin(from, getKeys(from, username, user));
  }

  /** Begins with the code after a correct password, which does not clear failed codes. */
  beginSecondStep(from: SignInSource, userId: number): Promise<SignInAttempt> {
    return this.#begin(from, [`code ${userId}`]);
  }

  async #begin(from: SignInSource, keys: [string, ...string[]]): Promise<SignInAttempt> {
    const network = limitedNetwork(from.ip);
    // Counted in advance and refunded unless it fails, so that attempts of one network need not be serialized.
    this.#refuseOver(await this.networks.use(network));
    const release = await this.mutex.lock(keys);
    const attempt = new SignInAttempt(this, network, keys, release);
    try {
      this.#refuseOver(await this.accounts.check(keys[0]));
    } catch (error) {
      await attempt.end();
      throw error;
    }
    return attempt;
  }

  async isOver(key: string): Promise<boolean> {
    return !this.isOff && !(await this.accounts.check(key)).isAllowed;
  }

  /** Resets the failures of an account, under each of its names, after a sign-in or a new password. */
  forgive(orgId: number, user: User): Promise<void> {
    const names = [user.deliveryEmail, user.email].map((name) => nameKey(orgId, name));
    return this.accounts.clear([accountKey(user.id), confirmationKey(user.id), ...names]);
  }

  #refuseOver({ isAllowed, retryAfter }: { isAllowed: boolean; retryAfter: number }): void {
    if (!this.isOff && !isAllowed) throw rateLimited(retryAfter);
  }
}

export class SignInAttempt {
  readonly #limits: SignInLimits;
  readonly #network: string;
  readonly #keys: Set<string>;
  readonly #releases: (() => void)[];
  #hasFailed = false;

  constructor(limits: SignInLimits, network: string, keys: Iterable<string>, release: () => void) {
    this.#limits = limits;
    this.#network = network;
    this.#keys = new Set(keys);
    this.#releases = [release];
  }

  /**
   * Whether the account has too many failures under another of its names. The response is that for a wrong password: a
   * distinct error would reveal that both names belong to one account.
   */
  async isLocked(): Promise<boolean> {
    const areOver = await Promise.all([...this.#keys].map((key) => this.#limits.isOver(key)));
    return areOver.includes(true);
  }

  /** Adds the account or LDAP entry that the name resolved to. @returns whether the limits allow the attempt */
  async admits(key: string): Promise<boolean> {
    // A separate lock, always taken after the first, so that no deadlock is possible.
    this.#releases.push(await this.#limits.mutex.lock([`second ${key}`]));
    this.#keys.add(key);
    return !(await this.#limits.isOver(key));
  }

  async failed(): Promise<void> {
    this.#hasFailed = true;
    for (const key of this.#keys) await this.#limits.accounts.use(key);
  }

  async succeeded(orgId: number, user: User): Promise<void> {
    await this.#limits.accounts.clear([...this.#keys]);
    await this.#limits.forgive(orgId, user);
  }

  async end(): Promise<void> {
    try {
      if (!this.#hasFailed) await this.#limits.networks.refund(this.#network);
    } finally {
      for (const release of this.#releases) release();
    }
  }
}

/** A sign-in is refused by the limit on the first key. */
function getKeys(
  { orgId, confirmsAs }: SignInSource,
  username: string,
  user: User | undefined,
): [string, ...string[]] {
  if (confirmsAs !== undefined) return [confirmationKey(confirmsAs)];
  return [nameKey(orgId, username), ...(user ? [accountKey(user.id)] : [])];
}

export const accountKey = (userId: number): string => `account ${userId}`;
const confirmationKey = (userId: number): string => `confirm ${userId}`;

/** Hashed, since the entered name may be long, or a password. */
const nameKey = (orgId: number, username: string): string =>
  `name ${orgId} ${digest(emailKey(ldapName(username)))}`;

/** The key of an LDAP entry without an account. */
export const entryKey = (orgId: number, dn: string): string => `entry ${orgId} ${digest(dn.toLowerCase())}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const known = new WeakMap<AppContext, SignInLimits>();

export function signInLimits(app: AppContext): SignInLimits {
  const limits = known.get(app) ?? new SignInLimits(app);
  known.set(app, limits);
  return limits;
}
