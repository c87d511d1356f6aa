/** Typing notifications: sent at once, repeated while typing continues, and when it stops. */
import type { Client } from '../../connection/client.ts';
import { narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { ask } from '../request/outcome.ts';

export type TypingOptions = {
  sync: (to: Destination, op: 'start' | 'stop') => void;
  /** Milliseconds between two notifications of the same kind, and of inactivity after which typing has stopped. */
  again: number;
  silence: number;
  now: () => number;
  /** Calls back later, unless the returned function is called first. */
  later: (call: () => void, milliseconds: number) => () => void;
};

export class TypingNotices {
  readonly #options: TypingOptions;
  #current: { to: Destination; publishedAt: number } | undefined;
  #cancel: () => void = () => undefined;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  wrote(to: Destination): void {
    const { sync, again, silence, now, later } = this.#options;
    if (this.#current !== undefined && narrowKey(this.#current.to) !== narrowKey(to)) this.stopped();
    if (this.#current === undefined || now() - this.#current.publishedAt >= again) {
      this.#current = { to, publishedAt: now() };
      sync(to, 'start');
    }
    this.#cancel();
    this.#cancel = later(() => this.stopped(), silence);
  }

  /** The text was sent, discarded or left. */
  stopped(): void {
    this.#cancel();
    if (this.#current === undefined) return;
    this.#options.sync(this.#current.to, 'stop');
    this.#current = undefined;
  }
}

/** Sends only if the user shares typing notifications. Failures are ignored. */
export function sendTyping({ api, live }: Client, to: Destination, op: 'start' | 'stop'): void {
  const { settings } = live.peek().personal;
  const isShown =
    to.kind === 'direct'
      ? settings.send_private_typing_notifications === true && to.userIds.length > 0
      : settings.send_stream_typing_notifications === true;
  if (!isShown) return;
  const place =
    to.kind === 'direct'
      ? { type: 'direct', to: [...to.userIds] }
      : { type: 'channel', stream_id: to.channelId, topic: to.topic };
  void ask(api.post('/typing', { op, ...place }, { isOptional: true }));
}
