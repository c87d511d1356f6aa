/**
 * What proxies say of where a request came from is made a list of addresses. Some add the port: each connection of a client would be
 * counted as another network. Others send texts such as `unknown`, or pass on what the client wrote.
 */
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.%]+)\])(?::\d{1,5})?$/i;

/** `undefined` for a text that is no address. */
function withoutPort(given: string): string | undefined {
  const text = given.trim();
  const [, four, six] = withPort.exec(text) ?? [];
  return [four, six, text].find((one) => one !== undefined && isIP(one) !== 0);
}

/**
 * Called before the client’s address is read, which is then an address whatever was sent. What precedes a text that is none was not written
 * by the proxy that knew it.
 */
export function keepForwardedAddresses({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  // Node joins several of these headers with commas.
  const addresses = String(given).split(',').map(withoutPort);
  const known = addresses.slice(addresses.lastIndexOf(undefined) + 1);
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ');
  else delete headers['x-forwarded-for'];
}
