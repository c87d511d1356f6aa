/**
 * The one-time link to create the first organization in a browser. Valid until the organization exists, and then for
 * some minutes to show the owner's API key. Kept in memory: each start creates another link.
 */
import { apiError } from '../lib/errors.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../core/context/index.ts';
import type { MadeOrganization, NewOrganizationOptions } from '../features/organization/index.ts';

const openMs = 24 * 3600 * 1000;
const shownMs = 15 * 60 * 1000;

export const setupPath = '/setup';

export class Setup {
  readonly #app: AppContext;
  readonly #token = randomBytes(24).toString('base64url');
  #endsAt: number;
  #making: Promise<MadeOrganization> | null = null;
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

  /** The created organization, while it may be shown. */
  get made(): MadeOrganization | null {
    return this.#app.clock.now() < this.#endsAt ? this.#made : null;
  }

  /** Whether the token is correct and the link still valid. */
  admits(token: string | undefined): boolean {
    const [given, own] = [Buffer.from(token ?? ''), Buffer.from(this.#token)];
    const isRight = given.length === own.length && timingSafeEqual(given, own);
    return isRight && (this.isOpen || this.made !== null);
  }

  /** Concurrent calls create one organization. @throws ApiError for invalid input */
  async make(given: NewOrganizationOptions): Promise<void> {
    this.#making ??= this.#make(given).finally(() => (this.#making = null));
    await this.#making;
  }

  async #make(given: NewOrganizationOptions): Promise<MadeOrganization> {
    if (!this.isOpen) throw apiError('organization.exists');
    const { makeOrganization } = await import('../features/organization/index.ts');
    const made = await makeOrganization(this.#app, given, 'refuse');
    this.#made = made;
    this.#endsAt = this.#app.clock.now() + shownMs;
    return made;
  }
}
