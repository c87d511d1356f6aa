/** Long work in slices, between which the server does what else waits. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const sliceMs = 10;

export class Slices {
  #begun = performance.now();

  /** Called often; pauses once a slice is over. */
  async pause(): Promise<void> {
    if (performance.now() - this.#begun < sliceMs) return;
    await yieldToEventLoop();
    this.#begun = performance.now();
  }
}
