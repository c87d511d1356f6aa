import type { AddressInfo } from 'node:net';

/** The port on which a server of a test listens. */
export function getPort(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
