import type { Writable } from 'node:stream';
import { EndedEarlyError } from './request/reception.ts';
import { whenClosed } from './response/when-closed.ts';

/** Aborted once the client has disconnected: nobody needs what is still read. */
export function untilLeft(response: Writable): AbortSignal {
  const leaving = new AbortController();
  // A connection that is kept closes each of its responses too.
  whenClosed(response, () => {
    if (!response.writableFinished) leaving.abort(new EndedEarlyError());
  });
  return leaving.signal;
}
