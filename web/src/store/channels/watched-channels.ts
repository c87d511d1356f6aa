/** The channels as they are read while only those of the person are loaded. */
import type { Channel } from '../../../../wire/channels.ts';
import type { Channels } from '../base/channel-state.ts';

/**
 * A reader of a channel that is missing, or of all of them, needs the others. So nothing that shows channels has to
 * know that they are loaded later.
 */
export class WatchedChannels extends Map<number, Channel> {
  readonly #inner: Channels;
  readonly #onWanted: () => void;

  constructor(inner: Channels, onWanted: () => void) {
    super();
    this.#inner = inner;
    this.#onWanted = onWanted;
  }

  override get(id: number): Channel | undefined {
    const channel = this.#inner.get(id);
    if (channel === undefined) this.#onWanted();
    return channel;
  }

  override has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  override set(id: number, channel: Channel): this {
    this.#inner.set(id, channel);
    return this;
  }

  override delete(id: number): boolean {
    return this.#inner.delete(id);
  }

  override clear(): void {
    this.#inner.clear();
  }

  override get size(): number {
    return this.#all.size;
  }

  override keys() {
    return this.#all.keys();
  }

  override values() {
    return this.#all.values();
  }

  override entries() {
    return this.#all.entries();
  }

  override [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }

  override forEach(each: (channel: Channel, id: number, map: Channels) => void): void {
    this.#all.forEach(each);
  }

  get #all(): Channels {
    this.#onWanted();
    return this.#inner;
  }
}
