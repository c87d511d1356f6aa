/**
 * Whether the services that this server uses respond: the single source of that state.
 *
 *   ok -> failed    a use of it failed; it is logged once, and looked after until it works
 *   failed -> ok    a use, or the probe that is repeated meanwhile, succeeded
 *
 * They do not make the server unready: messages are stored and delivered without them.
 */
import type { Logger } from 'pino';
import { FileGoneError, type FileStore } from '../files/store.ts';
import { errorMessage, wrappedError } from '../thrown.ts';

/** The names are those of the checks of `heddle doctor`. */
export type ExternalServiceName = 'files' | 'mail' | 'mailbox' | 'ldap' | 'nats' | 'push relay' | 'backups';

export interface ExternalServiceState {
  name: ExternalServiceName;
  isOk: boolean;
  /** Times are in milliseconds since 1970. */
  since: number;
  lastFailure: { at: number; reason: string } | undefined;
}

/** Resolves if the service works again. */
export type Probes = Partial<Record<ExternalServiceName, () => Promise<unknown>>>;

const probeMs = 10_000;

export class ExternalServices {
  readonly #log: Logger;
  readonly #states = new Map<ExternalServiceName, ExternalServiceState>();
  readonly #probes: Probes;
  readonly #timers = new Map<ExternalServiceName, NodeJS.Timeout>();
  readonly #pauseMs: number;

  /** @param probes Of those that nothing else repeats soon */
  constructor(log: Logger, probes: Probes = {}, pauseMs = probeMs) {
    this.#log = log;
    this.#probes = probes;
    this.#pauseMs = pauseMs;
  }

  /** Those that have been used. */
  list(): ExternalServiceState[] {
    return [...this.#states.values()];
  }

  worked(name: ExternalServiceName): void {
    const before = this.#states.get(name);
    if (before?.isOk === true) return;
    const now = Date.now();
    this.#states.set(name, { name, isOk: true, since: now, lastFailure: before?.lastFailure });
    this.#stopProbing(name);
    if (before)
      this.#log.info(
        { service: name, seconds: Math.round((now - before.since) / 1000) },
        'a service responds again',
      );
  }

  failed(name: ExternalServiceName, error: unknown): void {
    const before = this.#states.get(name);
    const now = Date.now();
    const reason = errorMessage(wrappedError(error));
    const since = before?.isOk === false ? before.since : now;
    this.#states.set(name, { name, isOk: false, since, lastFailure: { at: now, reason } });
    if (before?.isOk === false) return;
    this.#log.error({ service: name, reason }, 'a service does not respond');
    this.#probe(name);
  }

  /** Reports what becomes of the work. @param isAnswer Of errors that the service itself responded with, for this use alone */
  async watch<T>(
    name: ExternalServiceName,
    work: () => Promise<T>,
    isAnswer: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    try {
      const result = await work();
      this.worked(name);
      return result;
    } catch (error) {
      if (isAnswer(error)) this.worked(name);
      else this.failed(name, error);
      throw error;
    }
  }

  close(): void {
    for (const name of this.#timers.keys()) this.#stopProbing(name);
  }

  #probe(name: ExternalServiceName): void {
    const probe = this.#probes[name];
    if (!probe) return;
    const timer = setTimeout(() => {
      void this.watch(name, probe)
        .catch(() => undefined)
        // Unless it works, or has been closed meanwhile.
        .finally(() => this.#timers.get(name) === timer && this.#probe(name));
    }, this.#pauseMs).unref();
    this.#timers.set(name, timer);
  }

  #stopProbing(name: ExternalServiceName): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

/** The store, whose failures are reported. */
export function watchStore(store: FileStore, external: ExternalServices): FileStore {
  const watch = <T>(work: () => Promise<T>) =>
    external.watch('files', work, (error) => error instanceof FileGoneError);
  const { localPath } = store;
  return {
    put: (...given) => watch(() => store.put(...given)),
    read: (...given) => watch(() => store.read(...given)),
    getSize: (key) => watch(() => store.getSize(key)),
    remove: (key) => watch(() => store.remove(key)),
    ...(localPath && { localPath: localPath.bind(store) }),
  };
}
