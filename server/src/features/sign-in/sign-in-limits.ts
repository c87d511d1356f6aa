/**
 * Limits on failed sign-ins. Failures count against the account, and against the name as it was typed: how an unknown
 * name is limited must not differ from how an account is. Only beyond a far higher number do they count against the network.
 */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { makeLimit, type UseLimit } from '../../core/limits/index.ts';
import type { User } from '../../core/organization/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { ldapName } from '../../lib/ldap/name.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import { emailKey } from '../../lib/text.ts';

/** The organization that is signed in to, and the network address of who does. */
export interface SignInSource {
  orgId: number;
  ip: string;
  /** Set for a person with a session or key who confirms their password: others' failures do not lock them out of that. */
  confirmsAs?: number;
}

export class SignInLimits {
  readonly isOff: boolean;
  readonly accounts: UseLimit;
  readonly networks: UseLimit;
  /**
   * Attempts that count against the same account come one after the other, so that a burst is counted too. Each node may
   * have one under way: so many more than allowed can fail at most.
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
   * Waits for earlier attempts. Call `end` on the attempt, whatever comes of it.
   * @throws ApiError 429 after too many failures from this network or with this name.
   */
  async begin(from: SignInSource, username: string, user: User | undefined): Promise<SignInAttempt> {
    return this.#begin(from, getKeys(from, username, user));
  }

  /** The same for the code of someone whose password was right. A right password clears no failures of codes. */
  beginSecondStep(from: SignInSource, userId: number): Promise<SignInAttempt> {
    return this.#begin(from, [`code ${userId}`]);
  }

  async #begin(from: SignInSource, keys: [string, ...string[]]): Promise<SignInAttempt> {
    const network = limitedNetwork(from.ip);
    // Taken in advance and given back unless it fails: attempts of one network do not wait for each other.
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

  /** Resets the failures of an account, under each of its names, after its owner has signed in or got a new password. */
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
   * Whether the account had too many failures under another of its names. The response is that for a wrong password: a
   * distinct error would reveal that both names belong to one account.
   */
  async isLocked(): Promise<boolean> {
    const areOver = await Promise.all([...this.#keys].map((key) => this.#limits.isOver(key)));
    return areOver.includes(true);
  }

  /** For the account, or the entry in LDAP without one, that a name turned out to mean. Returns whether it may be tried. */
  async admits(key: string): Promise<boolean> {
    // A lock of its own, always taken after the first: no two attempts can wait for each other.
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

/** The first is what a refusal depends on. */
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

/** Names may be of any length, and something else than names: a digest takes their place. */
const nameKey = (orgId: number, username: string): string =>
  `name ${orgId} ${digest(emailKey(ldapName(username)))}`;

/** For someone in LDAP who has no account here. */
export const entryKey = (orgId: number, dn: string): string => `entry ${orgId} ${digest(dn.toLowerCase())}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const known = new WeakMap<AppContext, SignInLimits>();

export function signInLimits(app: AppContext): SignInLimits {
  const limits = known.get(app) ?? new SignInLimits(app);
  known.set(app, limits);
  return limits;
}
