/**
 * Events for metrics and traces. Without listeners nothing is measured; a listener is called when a piece
 * of work has ended.
 */
import type { CurrentRequest, TraceContext } from './current-request.ts';

interface Timing {
  /** Relative to `performance.timeOrigin`. */
  startedAt: number;
  ms: number;
  error?: unknown;
}

interface RequestWork extends Timing {
  kind: 'request';
  request: CurrentRequest;
  method: string;
  /** The operation ID; `other` outside the API, `unknown` for unknown paths. */
  operation: string;
  status: number;
}

/** Actions committed together. */
interface WriteGroupWork extends Timing {
  kind: 'write-group';
  actions: number;
  /** Part of `ms`: the time of the commit, including the flush to disk. */
  commitMs: number;
  /** The requests on whose behalf it was done, if known. */
  requests: readonly CurrentRequest[];
}

interface JobWork extends Timing {
  kind: 'job';
  job: string;
  attempt: number;
}

interface UploadWork extends Timing {
  kind: 'upload';
  bytes: number;
}

export type Work = RequestWork | WriteGroupWork | JobWork | UploadWork;

export interface Listener {
  ended?(work: Work): void;
  /** A query took this many milliseconds. */
  query?(ms: number): void;
  /** Creates the trace context of a new request, if it is to be recorded. @param parent The header `traceparent` of a trusted proxy. */
  beginTrace?(parent: string | undefined): TraceContext | undefined;
}

export class Telemetry {
  readonly #listeners = new Set<Listener>();

  /** Whether there are listeners: otherwise nothing needs to be measured. */
  get isOn(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that removes the listener. */
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
