/** What the parts of one run share: where the server is, whether it lives, and what has been found wrong. */
import type { Reply } from '../support/client.ts';

export interface Run {
  /** Where people reach the server, whichever process serves there. */
  url: string;
  /** Another process may respond that learns of an event a moment later. */
  isSpread?: boolean;
  random: Random;
  /** Counts the kills. */
  life: number;
  isUp: boolean;
  /** Nothing fails just now. */
  isCalm?: boolean;
  /** Messages whose senders got an acknowledgement. */
  acknowledged: number;
  /** When it is aborted nothing new is begun, polls end, and other requests are brought to their end. */
  ending: AbortController;
  /** Nothing that fails is tried again: the servers are gone. */
  isOver: boolean;
}

/** Lets whatever is under way end, also after a fault that was not undone. */
export function endRun(run: Run): void {
  run.isOver = true;
  run.ending.abort();
}

export const isEnding = ({ ending }: Run): boolean => ending.signal.aborted;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than a poll is held, on a machine that does much else. */
const longestResponseMs = 120_000;

/**
 * The response to a request, or `null` when it was lost with the server.
 * @throws Error when a server that lived all the while did not respond, or failed.
 */
export async function survive(run: Run, ask: () => Promise<Reply | null>): Promise<Reply | null> {
  const { life, isUp } = run;
  try {
    const reply = await inTime(ask());
    if (!reply || reply.status < 500) return reply;
    if (![502, 503, 504].includes(reply.status) || (isUp && run.life === life))
      throw new Error(`The server returned ${reply.status}: ${reply.json.msg}`);
    return null;
  } catch (error) {
    if (run.isOver || (isUp && run.life === life)) throw error;
    return null;
  }
}

/** @throws Error when the response takes too long, so that no run waits for ever */
async function inTime<T>(response: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The server did not respond in time.')), longestResponseMs);
  try {
    return await Promise.race([response, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Chance that can be repeated: the same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x9e37_79b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)];
    if (one === undefined) throw new Error('Nothing to pick from.');
    return one;
  }

  /** Another sequence, which does not depend on how much is taken from this one. */
  branch(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
