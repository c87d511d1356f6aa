/** Receives a body with files, within a time limit; stops when the sender disconnects. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../lib/errors.ts';

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

  /** Aborted when the reception ends in failure: streams that write to disk hang on it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** To be called for each chunk: a `data` listener of our own would take it from a reader that comes later. */
  noteData(): void {
    this.#silence.refresh();
  }

  /** The chunks of a body that is not destroyed when the reception fails: destroying it would take the response along. */
  async *chunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([this.#failed.promise, iterator.next()]);
      if (next.done === true) return;
      this.noteData();
      yield next.value;
    }
  }

  /** Fails it; the first reason counts. */
  readonly fail = (error: Error): void => {
    if (this.signal.aborted) return;
    this.#abort.abort(error);
    this.#failed.reject(error);
  };

  /** Resolves as `work` does, and rejects as soon as the reception has failed. */
  async during<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([this.#failed.promise, work]);
    } catch (error) {
      this.fail(error as Error);
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

/** The sender is silent or gone: the connection is closed behind the response. */
export class EndedEarlyError extends ApiError {
  constructor() {
    super('requests.ended-early');
  }
}
