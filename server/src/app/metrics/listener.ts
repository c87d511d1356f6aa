/** Serves GET /metrics on a separate port, which users cannot reach. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from '../../lib/metrics/metrics.ts';
import type { App } from '../open-app.ts';
import { within } from '../../lib/within.ts';
import { lagPart, queuesPart } from './events.ts';
import type { MakePart, MetricsPart } from './part.ts';
import { memoryPart } from './memory.ts';
import { processPart } from './process.ts';
import { backupsPart, certificatesPart, jobsPart, servicesPart, sizesPart, storagePart } from './storage.ts';
import { workPart } from './work.ts';

const parts: Readonly<Record<string, MakePart>> = {
  work: workPart,
  process: processPart,
  memory: memoryPart,
  storage: storagePart,
  services: servicesPart,
  queues: queuesPart,
  lag: lagPart,
  jobs: jobsPart,
  backups: backupsPart,
  certificates: certificatesPart,
  sizes: sizesPart,
};

/** If the database does not respond, only its own metrics are missing. */
const timeoutMs = 3000;

export interface Metrics {
  url: string;
  close(): Promise<void>;
}

/** @param port 0 for any free port. */
export async function openMetrics(app: App, host: string, port: number): Promise<Metrics> {
  const scrape = new Scrape(app);
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET')
      respond(response, 404, 'Only GET /metrics.\n');
    else void scrape.text().then((text) => respond(response, 200, text));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    scrape.close();
    throw error;
  }
  server.on('error', (error) => {
    app.log.warn({ err: error }, 'a connection for the metrics could not be accepted');
  });
  // It listens on a port, not on a socket.
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(actual)}/metrics`,
    async close() {
      scrape.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The metrics as text, for use without Prometheus; counters begin at 0 without the listener. */
export async function scrapeOnce(app: App): Promise<string> {
  const { metricsHost, metricsPort } = app.config;
  if (metricsPort) {
    const host = metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost;
    const signal = AbortSignal.timeout(2 * timeoutMs);
    // A command on a stopped server has no listener.
    const response = await fetch(`http://${host}:${String(metricsPort)}/metrics`, { signal }).catch(
      () => null,
    );
    if (response?.ok) return response.text();
  }
  const scrape = new Scrape(app);
  try {
    return await scrape.text();
  } finally {
    scrape.close();
  }
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

class Scrape {
  readonly #registry = new Registry();
  readonly #parts: readonly (readonly [string, MetricsPart])[];
  readonly #ends: readonly (() => void)[];
  readonly #failures;
  #running: Promise<string> | undefined;

  constructor(app: App) {
    const help = 'Scrapes in which these metrics could not be collected.';
    this.#failures = this.#registry.counter('heddle_scrape_failures_total', help, ['part']);
    this.#parts = Object.entries(parts).map(([name, make]) => {
      this.#failures.add(0, name);
      return [name, make(this.#registry, app)] as const;
    });
    this.#ends = this.#parts.flatMap(([, { listener }]) =>
      listener ? [app.telemetry.listen(listener)] : [],
    );
  }

  /** Concurrent scrapes share one collection. */
  text(): Promise<string> {
    return (this.#running ??= this.#collect().finally(() => (this.#running = undefined)));
  }

  async #collect(): Promise<string> {
    const collecting = this.#parts.map(async ([name, part]) => {
      try {
        await within(part.collect?.(), timeoutMs);
      } catch {
        this.#failures.add(1, name);
      }
    });
    await Promise.all(collecting);
    return this.#registry.text();
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const [, part] of this.#parts) part.close?.();
  }
}
