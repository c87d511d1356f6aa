/**
 * Interim responses (100, 103) come before a response, as many as the other side likes, and no client of Node limits them. Each is work
 * for the event loop, so a service that sends them without end would hold it. Imported by what makes requests; from then on it holds for
 * each request of the process, whichever library makes it.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { ClientHttp2Stream } from 'node:http2';

/** Services send one or two. */
const mostInterim = 20;

const endAfterTooMany = (end: (error: Error) => void) => {
  let count = 0;
  return () => {
    if (++count > mostInterim) end(new Error(`More than ${mostInterim} interim responses were sent.`));
  };
};

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  request.on(
    'information',
    endAfterTooMany((error) => request.destroy(error)),
  );
});

subscribe('http2.client.stream.created', (message) => {
  const { stream } = message as { stream: ClientHttp2Stream };
  // What has arrived for a stream that is closed would still be read.
  stream.on(
    'headers',
    endAfterTooMany((error) => stream.session?.destroy(error)),
  );
});
