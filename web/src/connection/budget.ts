/** What is left of the server's limit of requests, which all pages and apps of an account share. */

/** This part of the limit is left to requests that a person waits for. */
const reserve = 0.4;
/** The period of the limit. What is known is as old as the last response. */
const periodMs = 60_000;

export class Budget {
  #part = 1;
  #notedAt = -Infinity;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param headers Of a response; those of requests that do not count have nothing to note. */
  note(headers: Headers): void {
    const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
    const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
    if (!(limit > 0) || Number.isNaN(remaining)) return;
    this.#part = remaining / limit;
    this.#notedAt = this.#now();
  }

  /** Whether there is room for a request that nobody waits for. */
  get hasRoom(): boolean {
    return this.#part > reserve || this.#now() - this.#notedAt >= periodMs;
  }
}
