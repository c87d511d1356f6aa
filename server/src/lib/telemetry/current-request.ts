/** Which request a piece of work is done for, wherever the code that does it is called from. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A span as the W3C trace context names it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentId?: string | undefined;
}

export interface CurrentRequest {
  /** The request ID that the response carries. */
  id: string;
  /** The operation ID; undefined beside the API. */
  operation: string | undefined;
  /** Queries that were run for it, those of the writer included. */
  queries: number;
  queryMs: number;
  /** Where traces are recorded. */
  trace?: TraceContext | undefined;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest | undefined>();
