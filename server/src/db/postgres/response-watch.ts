/**
 * Notices that PostgreSQL responds to nothing although no connection was lost, as when its processes or its machine are frozen,
 * or a network drops packets. A slow statement is something else: meanwhile the server responds to another session.
 */
import pg from 'pg';

const betweenLooksMs = 500;
/** Without a response for as many looks, another session is asked. */
const looksBeforeProbe = 4;
/** Without a response for as many, PostgreSQL is silent. */
const looksBeforeSilence = 10;

export interface WatchOptions {
  /** Asks for a response in another session. */
  probe: () => Promise<void>;
  /** Called when that got none either, and again as long as statements wait. */
  onSilence: (error: Error) => void;
}

export class ResponseWatch {
  #waiting = 0;
  /**
   * How often it was looked since the last response. This counts looks, not seconds: between two of them the event loop has read
   * what has arrived, also in a process that was frozen itself, or gets too little of a processor.
   */
  #quietLooks = 0;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;

  start(options: WatchOptions): void {
    this.#timer = setInterval(() => this.#look(options), betweenLooksMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async during<T>(response: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#quietLooks = 0;
    try {
      const result = await response;
      this.#quietLooks = 0;
      return result;
    } catch (error) {
      this.#noteError(error);
      throw error;
    } finally {
      this.#waiting--;
    }
  }

  #look({ probe, onSilence }: WatchOptions): void {
    if (this.#waiting === 0) return;
    this.#quietLooks++;
    if (this.#quietLooks >= looksBeforeSilence) {
      this.#quietLooks = 0;
      onSilence(new Error('PostgreSQL does not respond'));
    } else if (this.#quietLooks >= looksBeforeProbe && !this.#isProbing) void this.#ask(probe);
  }

  async #ask(probe: WatchOptions['probe']): Promise<void> {
    this.#isProbing = true;
    try {
      await probe();
      this.#quietLooks = 0;
    } catch (error) {
      this.#noteError(error);
    } finally {
      this.#isProbing = false;
    }
  }

  #noteError(error: unknown): void {
    // PostgreSQL itself has reported it.
    if (error instanceof pg.DatabaseError) this.#quietLooks = 0;
  }
}
