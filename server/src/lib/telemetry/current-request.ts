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

/** Where an act comes from, for the audit log. */
export interface RequestOrigin {
  source: 'web' | 'api' | 'command';
  /** Of the network; undefined for commands. */
  address?: string | undefined;
  /** Name of the client program, or the command. */
  client: string;
  /** Who is signed in, also where the server itself writes on their behalf. */
  userId?: number | undefined;
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
  /** Undefined until the caller is known. */
  origin?: RequestOrigin | undefined;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest | undefined>();
