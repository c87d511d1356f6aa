import type { Writable } from 'node:stream';

/**
 * Calls back once a response has ended or its client has disconnected, also if that was before. `finished` of Node does the same for
 * four times the memory, which counts for polls that wait.
 */
export function whenClosed(response: Writable, callback: () => void): void {
  if (response.closed) process.nextTick(callback);
  else response.once('close', callback);
}
