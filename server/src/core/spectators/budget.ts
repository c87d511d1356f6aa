/**
 * The budget of spectators and crawlers: requests per address and in total, and a tenth of the server's time. Separate
 * from every other limit, so that a crawler keeps nobody from signing in.
 */
import type { AppContext } from '../context/index.ts';
import { defineService } from '../context/index.ts';
import { apiError } from '../../lib/errors.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { RateLimiter, type RateLimitResult } from '../../lib/rate-limiter.ts';

/** A request of the API may ask for thousands of messages; a page is small, and an open one asks for news. */
const addressRules = {
  api: [{ seconds: 60, count: 100 }],
  page: [{ seconds: 60, count: 300 }],
};
const totalRules = [{ seconds: 60, count: 12_000 }];

/** The part of the passing time that these requests may use. */
const share = 0.1;
/** Unused milliseconds that accumulate at most, so that short bursts are served at once. */
const savings = 3000;

type SpectatorRequest = keyof typeof addressRules;

export const spectatorBudget = defineService(
  ({ config }: Pick<AppContext, 'config'>) => new SpectatorBudget(config.rateLimits === 'off'),
);

export class SpectatorBudget {
  readonly #isOff: boolean;
  readonly #addresses = {
    api: new RateLimiter(addressRules.api),
    page: new RateLimiter(addressRules.page),
  };
  readonly #total = new RateLimiter(totalRules);
  #left = savings;
  #countedAt = 0;
  #running = 0;

  constructor(isOff: boolean) {
    this.#isOff = isOff;
  }

  /**
   * Counts a request of an address. The caller passes each admitted request to `begin`, and to `end` when it is done.
   * @param now Milliseconds of a clock that never goes back.
   * @throws ApiError 429 with the seconds after which to try again.
   */
  count(kind: SpectatorRequest, ip: string, now: number): RateLimitResult | undefined {
    if (this.#isOff) return undefined;
    this.#settle(now);
    if (this.#left <= 0) throw refused((1 - this.#left) / (share * 1000));
    const address = limitedNetwork(ip);
    const verdict = this.#addresses[kind].use(address, now);
    if (!verdict.isAllowed) throw refused(verdict.retryAfter);
    const total = this.#total.use('', now);
    if (total.isAllowed) return verdict;
    this.#addresses[kind].refund(address, now);
    throw refused(total.retryAfter);
  }

  begin(now: number): void {
    this.#settle(now);
    this.#running++;
  }

  end(now: number): void {
    this.#settle(now);
    this.#running--;
  }

  /**
   * Time counts while at least one request is being served, and once for all of them. That includes waiting for other
   * work, so the share becomes smaller when the server is busy.
   */
  #settle(now: number): void {
    const passed = now - this.#countedAt;
    this.#countedAt = now;
    const spent = this.#running > 0 ? passed : 0;
    this.#left = Math.min(savings, this.#left + passed * share - spent);
  }
}

const refused = (seconds: number) => apiError('requests.rate-limit', {}, { 'retry-after': seconds });
