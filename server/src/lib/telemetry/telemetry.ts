/**
 * What metrics and traces learn of the work that is done. Without listeners nothing is measured; a listener gets each piece
 * of work when it has ended.
 */
import type { CurrentRequest, TraceContext } from './current-request.ts';

interface Timing {
  /** By `performance.now()`. */
  startedAt: number;
  ms: number;
  error?: unknown;
}

export interface RequestWork extends Timing {
  kind: 'request';
  request: CurrentRequest;
  method: string;
  /** The operation ID; `other` beside the API, `unknown` where nothing is served. */
  operation: string;
  status: number;
}

/** Actions that were committed together. */
export interface WriteGroupWork extends Timing {
  kind: 'write-group';
  actions: number;
  /** Of `ms`, the time that the commit took: the flush to the disk. */
  commitMs: number;
  /** On whose behalf, where that is known. */
  requests: readonly CurrentRequest[];
}

export interface JobWork extends Timing {
  kind: 'job';
  job: string;
  attempt: number;
}

export interface UploadWork extends Timing {
  kind: 'upload';
  bytes: number;
}

export type Work = RequestWork | WriteGroupWork | JobWork | UploadWork;

export interface Listener {
  ended?(work: Work): void;
  /** One query took so many milliseconds. */
  query?(ms: number): void;
  /** Names the span of a request that begins, if it is to be recorded. @param parent The header `traceparent` of a trusted proxy. */
  beginTrace?(parent: string | undefined): TraceContext | undefined;
}

export class Telemetry {
  readonly #listeners = new Set<Listener>();

  /** Whether anyone listens: without that, nothing needs to be measured. */
  get isOn(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  ended(work: Work): void {
    for (const listener of this.#listeners) listener.ended?.(work);
  }

  query(ms: number): void {
    for (const listener of this.#listeners) listener.query?.(ms);
  }

  beginTrace(parent: string | undefined): TraceContext | undefined {
    for (const listener of this.#listeners) if (listener.beginTrace) return listener.beginTrace(parent);
    return undefined;
  }
}
