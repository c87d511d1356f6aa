/** The request on whose behalf the current code runs. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A span as the W3C trace context names it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentId?: string | undefined;
}

/** The origin of an act, for the audit log. */
export interface RequestOrigin {
  source: 'web' | 'api' | 'command';
  /** Network address; undefined for commands. */
  address?: string | undefined;
  /** Name of the client program, or of the command. */
  client: string;
  /** The signed-in user, also where the server itself writes on their behalf. */
  userId?: number | undefined;
}

export interface CurrentRequest {
  /** The request ID in the response. */
  id: string;
  /** The operation ID; undefined outside the API. */
  operation: string | undefined;
  /** Number of queries, including those of the writer. */
  queries: number;
  queryMs: number;
  /** Set if traces are recorded. */
  trace?: TraceContext | undefined;
  /** Undefined until the caller is authenticated. */
  origin?: RequestOrigin | undefined;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest | undefined>();
