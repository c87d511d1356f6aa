/** Receives a body with files within a time limit; stops when the client disconnects. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../lib/errors.ts';
import { toError } from '../../lib/thrown.ts';

const longestSilenceMs = 30_000;

export class Reception {
  readonly #abort = new AbortController();
  readonly #request: IncomingMessage;
  readonly #silence: NodeJS.Timeout;
  readonly #failed = Promise.withResolvers<never>();

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.#silence = setTimeout(this.#endEarly, longestSilenceMs);
    this.#failed.promise.catch(() => undefined);
    request.socket.once('close', this.#closed);
  }

  /** Aborted when the reception fails: writes to disk depend on it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Called for each chunk: a `data` listener would take chunks from a later reader. */
  noteData(): void {
    this.#silence.refresh();
  }

  /** The chunks of a body that is not destroyed if the reception fails: that would also destroy the response. */
  async *chunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([this.#failed.promise, iterator.next()]);
      if (next.done === true) return;
      this.noteData();
      yield next.value;
    }
  }

  /** Fails the reception; only the first error counts. */
  readonly fail = (error: Error): void => {
    if (this.signal.aborted) return;
    this.#abort.abort(error);
    this.#failed.reject(error);
  };

  /** Settles with `work`, and rejects as soon as the reception has failed. */
  async during<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([this.#failed.promise, work]);
    } catch (error) {
      this.fail(toError(error));
      throw error;
    } finally {
      clearTimeout(this.#silence);
      this.#request.socket.off('close', this.#closed);
    }
  }

  readonly #endEarly = (): void => this.fail(new EndedEarlyError());

  readonly #closed = (): void => {
    if (!this.#request.complete) this.#endEarly();
  };
}

/** The client is silent or disconnected: the connection is closed after the response. */
export class EndedEarlyError extends ApiError {
  constructor() {
    super('requests.ended-early');
  }
}
