/**
 * The one-time link to create the first organization in a browser. Its token ends when the organization exists; then that browser
 * alone, by a cookie, is shown the owner's API key for some minutes. Kept in memory: each start creates another link.
 */
import { apiError } from '../../lib/errors.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import type { MadeOrganization, NewOrganizationOptions } from '../../features/organization/index.ts';
import { KeyedMutex } from '../../lib/mutex.ts';

const openMs = 24 * 3600 * 1000;
export const shownSeconds = 15 * 60;

export const setupPath = '/setup';

const newSecret = (): string => randomBytes(24).toString('base64url');

export class Setup {
  readonly #app: AppContext;
  readonly #token = newSecret();
  readonly #receipt = newSecret();
  readonly #mutex = new KeyedMutex();
  #endsAt: number;
  #made: MadeOrganization | null = null;

  constructor(app: AppContext) {
    this.#app = app;
    this.#endsAt = app.organizations.names.length === 0 ? app.clock.now() + openMs : 0;
  }

  /** Path and query of the link. */
  get path(): string {
    return `${setupPath}?token=${this.#token}`;
  }

  /** Whether it can still create an organization. */
  get isOpen(): boolean {
    return (
      this.#made === null &&
      this.#app.organizations.names.length === 0 &&
      this.#app.clock.now() < this.#endsAt
    );
  }

  /** Whether the token is correct and the link still valid. */
  admits(token: string | undefined): boolean {
    return this.isOpen && isSame(token, this.#token);
  }

  /** Whether the token was correct until an organization was created with it. */
  isUsed(token: string | undefined): boolean {
    return this.#made !== null && isSame(token, this.#token);
  }

  /** The created organization, for the browser that created it. */
  madeFor(receipt: string | undefined): MadeOrganization | undefined {
    const isShown = this.#app.clock.now() < this.#endsAt && isSame(receipt, this.#receipt);
    return isShown ? (this.#made ?? undefined) : undefined;
  }

  /**
   * If several calls run concurrently, one creates the organization.
   * @returns what the browser shows to see it. @throws ApiError for invalid input, and once an organization exists
   */
  async make(given: NewOrganizationOptions): Promise<{ made: MadeOrganization; receipt: string }> {
    const unlock = await this.#mutex.lock(['']);
    try {
      if (!this.isOpen) throw apiError('organization.exists');
      const { makeOrganization } = await import('../../features/organization/index.ts');
      const made = await makeOrganization(this.#app, given, 'refuse');
      this.#made = made;
      this.#endsAt = this.#app.clock.now() + shownSeconds * 1000;
      return { made, receipt: this.#receipt };
    } finally {
      unlock();
    }
  }
}

function isSame(given: string | undefined, own: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(own)];
  return a.length === b.length && timingSafeEqual(a, b);
}
