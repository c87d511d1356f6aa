/**
 * Notices that PostgreSQL responds to nothing although no connection was lost, as when its processes or its machine are frozen,
 * or a network drops packets. A slow statement is something else: meanwhile the server responds to another session.
 */
import pg from 'pg';
import { within } from '../../lib/within.ts';

/** Without any response for this long, another session is asked. */
const quietMs = 2000;
const probeMs = 2000;
const betweenLooksMs = 500;

export interface WatchOptions {
  /** Asks for a response in another session. */
  probe: () => Promise<void>;
  /** Called when that got none either, and again as long as statements wait. */
  onSilence: (error: Error) => void;
}

export class ResponseWatch {
  #waiting = 0;
  /** When PostgreSQL last responded, or the first of the waiting statements was sent, by `performance.now()`. */
  #heardAt = 0;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;

  start({ probe, onSilence }: WatchOptions): void {
    this.#timer = setInterval(() => void this.#look(probe, onSilence), betweenLooksMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async during<T>(response: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#heardAt = performance.now();
    try {
      const result = await response;
      this.#heardAt = performance.now();
      return result;
    } catch (error) {
      if (isResponse(error)) this.#heardAt = performance.now();
      throw error;
    } finally {
      this.#waiting--;
    }
  }

  async #look(probe: WatchOptions['probe'], onSilence: WatchOptions['onSilence']): Promise<void> {
    const askedAt = performance.now();
    if (this.#isProbing || this.#waiting === 0 || askedAt - this.#heardAt < quietMs) return;
    this.#isProbing = true;
    try {
      await within(probe(), probeMs);
      this.#heardAt = performance.now();
    } catch (error) {
      if (isResponse(error)) this.#heardAt = performance.now();
      // This process may have been frozen itself: then the responses were only waiting to be read.
      if (this.#heardAt < askedAt && this.#waiting > 0)
        onSilence(new Error('PostgreSQL does not respond', { cause: error }));
    } finally {
      this.#isProbing = false;
    }
  }
}

/** PostgreSQL itself has reported the error. */
const isResponse = (error: unknown): boolean => error instanceof pg.DatabaseError;
