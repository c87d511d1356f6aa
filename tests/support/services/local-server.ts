import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { TestContext } from 'node:test';

/** A server of someone else, on this machine until the test ends. */
export async function localServer(
  t: TestContext,
  response: RequestListener,
): Promise<{ url: string; port: number }> {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port };
}
