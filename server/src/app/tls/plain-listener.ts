/** The unencrypted port: serves ACME challenges, and redirects everything else to https. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AppContext } from '../../core/context/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { Certificates } from './certificates.ts';

const challengePath = /^\/\.well-known\/acme-challenge\/([A-Za-z0-9_-]{1,256})$/;
const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const timeoutMs = 10_000;

type Needs = Pick<AppContext, 'config' | 'log' | 'organizations'>;

export interface PlainListener {
  close(): Promise<void>;
}

export async function openPlainListener(
  app: Needs,
  certificates: Certificates,
  port: number,
): Promise<PlainListener> {
  const options = { headersTimeout: timeoutMs, requestTimeout: timeoutMs, keepAliveTimeout: 1000 };
  const server = createServer(options, (request, response) => respond(app, certificates, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusal(port, error))).listen(port, app.config.host, resolve);
  });
  server.on('error', (error) => app.log.warn({ err: error }, 'a connection could not be accepted'));
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusal(port: number, error: NodeJS.ErrnoException): Error {
  const remedy =
    error.code === 'EACCES'
      ? 'Give the service the right to ports below 1024, or forward port 80 to another http_port.'
      : 'Stop the program that uses it, or forward port 80 to another http_port.';
  return new StartRefused(`http_port ${port} cannot be used: ${error.message}. ${remedy}`, { cause: error });
}

function respond(
  app: Needs,
  certificates: Certificates,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = request.url ?? '';
  const say = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => {
    const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
    response.writeHead(status, { ...type, ...headers }).end(text);
  };
  const token = challengePath.exec(path)?.[1];
  if (token !== undefined) {
    const answer = certificates.keyAuthorization(token);
    say(answer === undefined ? 404 : 200, answer ?? 'No such challenge.\n');
    return;
  }
  const host = knownHost(app, request.headers.host);
  if (host === undefined || !path.startsWith('/')) say(404, 'This server has no such address.\n');
  else if (certificates.has(host)) say(308, '', { location: `https://${host}${securePort(app)}${path}` });
  else
    say(503, 'The certificate of this server is being obtained. Try again in a minute.\n', {
      'retry-after': '30',
    });
}

/** Never redirects to a host that only the request names. */
function knownHost({ organizations }: Needs, header = ''): string | undefined {
  const name = hostForm.exec(header.toLowerCase())?.[1]?.replace(/\.$/, '');
  if (name === undefined) return undefined;
  try {
    organizations.byHost(name);
    return name;
  } catch {
    return undefined;
  }
}

function securePort({ config: { baseUrl = '' } }: Needs): string {
  const { port } = new URL(baseUrl);
  return port === '' ? '' : `:${port}`;
}
