/** Some proxies add the port to the address of a client: each of its connections would be counted as another network. */
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.%]+)\])(?::\d{1,5})?$/i;

/** The address itself; a text that is none stays as it is, since the one before it was sent by the client. */
function withoutPort(given: string): string {
  const text = given.trim();
  const [, four, six] = withPort.exec(text) ?? [];
  const address = four ?? six ?? '';
  return isIP(address) === 0 ? text : address;
}

/** Called before the client’s address is read. */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  // Node joins several of these headers with commas.
  if (typeof given === 'string') headers['x-forwarded-for'] = given.split(',').map(withoutPort).join(', ');
}
