/**
 * Whether a storage location is writable: the single source of that state.
 *
 *   ok -> degraded          a fault was reported: writes are refused, reads continue where they can
 *   degraded -> checking    `Recovery` looks whether the fault has gone
 *   checking -> ok          it has, and the data was checked
 *   checking -> degraded    it has not
 *   any -> damaged          a degraded state that only a restart on sound data ends
 */
import type { Logger } from 'pino';
import { StorageFault, type FaultKind } from './faults.ts';
import { errorMessage } from '../thrown.ts';

export type Condition =
  | { state: 'ok' }
  /** `since` is in milliseconds since 1970. */
  | { state: 'degraded' | 'checking'; fault: StorageFault; since: number };

export type StorageSubject = 'database' | 'files';

/** Transient errors of one request, which have no significance for the next one. */
const passing: ReadonlySet<FaultKind> = new Set(['busy']);

export class StorageHealth {
  readonly subject: StorageSubject;
  readonly #log: Logger;
  readonly #listeners = new Set<() => void>();
  #condition: Condition = { state: 'ok' };
  /** Why the storage fails, as it was logged last. */
  #logged: string | undefined;

  constructor(subject: StorageSubject, log: Logger) {
    this.subject = subject;
    this.#log = log;
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** Why writes fail now; `undefined` if they do not. */
  get fault(): StorageFault | undefined {
    return this.#condition.state === 'ok' ? undefined : this.#condition.fault;
  }

  /** Called when the state changes between ok and not ok, and when the fault changes. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  report(fault: StorageFault): void {
    if (passing.has(fault.kind)) return;
    const before = this.#condition;
    if (before.state === 'ok') this.#logged = getText(fault);
    if (before.state === 'ok') this.#log.error(this.#describe(fault), 'storage failed; writes are refused');
    else {
      if (before.fault.kind === 'damaged') return;
      if (before.fault.kind !== fault.kind)
        this.#log.error(this.#describe(fault), 'storage failed in another way; writes are still refused');
    }
    const since = before.state === 'ok' ? Date.now() : before.since;
    this.#condition = { state: 'degraded', fault, since };
    if (before.state === 'ok' || before.fault.kind !== fault.kind) this.#notify();
  }

  /** Logs a fault of a single request, such as a file that does not fit on the disk, unless it has become a state. */
  logPassing(fault: StorageFault): void {
    if (this.#condition.state === 'ok') this.#log.warn(this.#describe(fault), 'a write failed');
  }

  beginCheck(): void {
    const { state } = this.#condition;
    if (state === 'degraded') this.#condition = { ...this.#condition, state: 'checking' };
  }

  /** @param error Why the storage has not recovered, which may be another reason than at first: the password may have changed since. */
  failCheck(error: unknown): void {
    if (error instanceof StorageFault) this.report(error);
    const text = getText(error);
    if (text !== undefined && text !== this.#logged)
      this.#log.warn({ storage: this.subject, error: text }, 'the check of the storage failed');
    this.#logged = text;
    if (this.#condition.state === 'checking') this.#condition = { ...this.#condition, state: 'degraded' };
  }

  /** @returns whether it is ok now: a fault that was reported during the check is not ignored. */
  endCheck(): boolean {
    const before = this.#condition;
    if (before.state !== 'checking') return false;
    this.#condition = { state: 'ok' };
    const seconds = Math.round((Date.now() - before.since) / 100) / 10;
    const fields = { storage: this.subject, reason: before.fault.kind, seconds };
    this.#log.info(fields, 'storage recovered; writes are accepted again');
    this.#notify();
    return true;
  }

  #describe(fault: StorageFault): Record<string, unknown> {
    return { storage: this.subject, reason: fault.kind, error: getText(fault), remedy: fault.remedy };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What the system or the database says; of a fault, its cause. */
function getText(error: unknown): string | undefined {
  const cause = error instanceof StorageFault ? error.cause : error;
  return cause instanceof Error ? errorMessage(cause) : undefined;
}

/** Logs a failure of background work, unless it is already logged as a fault. */
export function logFailure(log: Logger, error: unknown, message: string): void {
  const isKnown = error instanceof StorageFault;
  log[isKnown ? 'debug' : 'error']({ err: error }, message);
}
