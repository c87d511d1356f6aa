/** Sends spans in batches by OTLP over HTTP. On failure they are dropped: traces never delay the work that they describe. */
import type { Logger } from 'pino';
import { type Span, toAttributes } from './spans.ts';
import type { TraceSettings } from './settings.ts';
import { errorCode, errorMessage, wrappedError } from '../../lib/thrown.ts';

const mostWaiting = 4096;
const mostAtOnce = 512;
const everyMs = 5000;
const timeoutMs = 10_000;
const betweenWarningsMs = 60_000;

export class SpanExporter {
  readonly #settings: TraceSettings;
  readonly #log: Logger;
  #waiting: Span[] = [];
  #dropped = 0;
  #sending: Promise<void> = Promise.resolve();
  #warnedAt = -betweenWarningsMs;
  readonly #timer: NodeJS.Timeout;

  constructor(settings: TraceSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  add(span: Span): void {
    if (this.#waiting.length >= mostWaiting) this.#dropped++;
    else this.#waiting.push(span);
    if (this.#waiting.length === mostAtOnce) void this.flush();
  }

  /** Never rejects. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce);
      const reason = await this.#send(batch);
      if (reason === undefined) continue;
      this.#dropped += batch.length;
      this.#warn(reason);
      return;
    }
  }

  /** @returns the reason for a failure. */
  async #send(spans: readonly Span[]): Promise<string | undefined> {
    const { url, headers, resource } = this.#settings;
    const scopeSpans = [{ scope: { name: 'heddle' }, spans }];
    const body = JSON.stringify({
      resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }],
    });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${String(response.status)}`;
    } catch (error) {
      return errorCode(wrappedError(error)) ?? errorMessage(error);
    }
  }

  #warn(reason: string): void {
    const now = performance.now();
    if (now - this.#warnedAt < betweenWarningsMs) return;
    this.#warnedAt = now;
    this.#log.warn({ reason, dropped: this.#dropped }, 'sending traces failed');
    this.#dropped = 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
