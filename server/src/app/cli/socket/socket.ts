/** The server of the command socket: POST /admin/<command> with JSON, accessible to the owner of the data folder only. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { App } from '../../open-app.ts';
import { imports } from '../../../transfer/import/running.ts';
import { findConfinement } from '../../../lib/children/confinement.ts';
import { heddleVersion } from '../../../lib/version.ts';
import { runAdmin } from '../admin.ts';
import { responseMark, socketPath, takesSocket, askRunningServer } from './socket-client.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { shownToUsers } from '../command-error.ts';
import { parseForeignJson } from '../../../lib/json-depth.ts';

export interface AdminSocket {
  close(): Promise<void>;
}

/** @throws StartRefused if a server responds on the socket. A server that was killed leaves a socket that does not respond. */
export async function refuseSecondServer(dataDir: string): Promise<void> {
  if ((await askRunningServer(dataDir, 'status', {})) !== undefined)
    throw new StartRefused(`Another server is using the data folder ${dataDir}.`);
}

/** Requires an open database: its lock proves that an existing socket is left over. */
export async function openAdminSocket(app: App): Promise<AdminSocket> {
  const path = socketPath(app.config.data);
  rmSync(path, { force: true });
  const isSocket = takesSocket(path);
  const token = isSocket ? null : randomBytes(24).toString('base64url');
  const server = createServer((request, response) => void handleCommand(app, token, request, response));
  await (token === null ? listenAt(server, path) : listenOnPort(server, path, token));
  // A connection could not be accepted, for lack of file descriptors or memory.
  server.on('error', (error) => app.log.warn({ err: error }, 'a command connection could not be accepted'));
  return {
    async close() {
      // The command that started an import waits for its end on this connection; a later run continues it.
      imports(app).stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      removeSocket(path, app);
    },
  };
}

/** A folder that has become read-only must not keep the server from closing the rest: the next start removes what is left over. */
function removeSocket(path: string, { log }: App): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    log.warn({ err: error }, 'the command socket could not be removed');
  }
}

async function listenAt(server: Server, path: string): Promise<void> {
  // With this mask only the owner can access the socket from the moment it exists.
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await listening(server);
}

async function listenOnPort(server: Server, path: string, token: string): Promise<void> {
  server.listen(0, '127.0.0.1');
  await listening(server);
  // It listens on a port, not on a socket.
  const { port } = server.address() as AddressInfo;
  writeFileSync(path, JSON.stringify({ port, token }), { mode: 0o600, flag: 'wx' });
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
}

async function handleCommand(
  app: App,
  token: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, body: object) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
    response.writeHead(status, { ...headers, [responseMark]: '1' }).end(text);
  };
  const command = /^\/admin\/([a-z-]+)$/.exec(request.url ?? '')?.[1];
  if (!isLetIn(token, request)) {
    reply(401, { error: 'Invalid or missing token.' });
    return;
  }
  if (request.method !== 'POST' || command === undefined) {
    reply(404, { error: 'Not found' });
    return;
  }
  try {
    const options: unknown = parseForeignJson(await readBody(request));
    const value = command === 'status' ? await getStatus(app) : await runAdmin(app, command, options);
    reply(200, { value });
  } catch (error) {
    const text = shownToUsers(error);
    if (text === undefined) app.log.error({ err: error, command }, 'a command failed');
    reply(400, { error: text ?? 'The command failed; see the server log.' });
  }
}

function isLetIn(token: string | null, { headers }: IncomingMessage): boolean {
  if (token === null) return true;
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const mostBytes = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const received: AsyncIterable<Buffer> = request;
  for await (const part of received) {
    size += part.length;
    // The rest is read and dropped: a client that is still sending when its connection ends misses the response.
    if (size <= mostBytes) parts.push(part);
  }
  if (size > mostBytes) throw new CommandError(`The options are too large (limit: ${mostBytes} bytes).`);
  return Buffer.concat(parts).toString('utf8');
}

/** `confinement`: of embedded bots, which depends on how this process was started. */
const getStatus = async ({ external }: App): Promise<object> => ({
  version: heddleVersion,
  confinement: (await findConfinement()).name,
  failures: external
    .list()
    .flatMap(({ name, isOk, lastFailure }) => (lastFailure ? { name, isOk, ...lastFailure } : [])),
});
