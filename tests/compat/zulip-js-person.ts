/** Someone who uses the library: calls it by name, and collects what `callOnEachEvent` gives. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from 'zulip-js';
import type { Json, JsonValue } from '../support/client.ts';
import type { ThreadRequest, ThreadResponse } from './zulip-js-thread.ts';

/** All that anyone has called, by name. */
export const called = new Set<string>();

export class Person {
  /** What the library signed in with, after asking for it with the password; absent when that failed. */
  readonly apiKey: string | undefined;
  readonly #thread: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Json>>();
  readonly #events: JsonValue[] = [];
  #received: PromiseWithResolvers<void> = Promise.withResolvers();
  #calls = 0;

  private constructor(thread: Worker, apiKey: string | undefined) {
    this.#thread = thread;
    this.apiKey = apiKey;
    thread.on('message', (message: ThreadResponse) => this.#take(message));
  }

  static async signIn(config: Config): Promise<Person> {
    const thread = new Worker(new URL('./zulip-js-thread.ts', import.meta.url), { workerData: config });
    const [ready] = (await once(thread, 'message')) as [{ response: string | undefined }];
    return new Person(thread, ready.response);
  }

  #take(message: ThreadResponse): void {
    if ('event' in message) {
      this.#events.push(message.event);
      this.#received.resolve();
      this.#received = Promise.withResolvers();
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.response as Json);
  }

  /** Calls a function of the library: `messages.send`. */
  call(name: string, ...args: unknown[]): Promise<Json> {
    called.add(name);
    const id = ++this.#calls;
    const waiting = Promise.withResolvers<Json>();
    this.#waiting.set(id, waiting);
    this.#ask({ id, path: name.split('.'), args });
    return waiting.promise;
  }

  #ask(asked: ThreadRequest): void {
    this.#thread.postMessage(asked);
  }

  /** Begins to collect events; of all types if none are named. */
  listen(eventTypes?: string[]): void {
    called.add('callOnEachEvent');
    this.#ask({ id: 0, path: ['callOnEachEvent'], args: eventTypes ? [eventTypes] : [] });
  }

  /** The first event that fits, when it is there. */
  async receives(fits: (event: JsonValue) => boolean): Promise<JsonValue> {
    for (;;) {
      const found: JsonValue = this.#events.find(fits);
      if (found !== undefined) return found;
      await this.#received.promise;
    }
  }

  get events(): readonly JsonValue[] {
    return this.#events;
  }

  async leave(): Promise<void> {
    await this.#thread.terminate();
  }
}
