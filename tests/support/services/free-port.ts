import { createServer } from 'node:net';

/**
 * A port of this machine that nobody listens on at the moment. It is none of those that the system gives away by itself:
 * anyone who comes back to it after a while would find someone else there. Nor is it 10080, to which browsers and `fetch` refuse to connect.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_100 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free.');
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
