import type { Writable } from 'node:stream';
import { EndedEarlyError } from './request/reception.ts';
import { whenClosed } from './response/when-closed.ts';

/** Aborted once the client has disconnected: nobody needs what is still read. */
export function untilLeft(response: Writable): AbortSignal {
  const leaving = new AbortController();
  whenClosed(response, () => leaving.abort(new EndedEarlyError()));
  return leaving.signal;
}
