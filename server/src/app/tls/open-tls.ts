/** Sets up TLS of the server itself. Loaded only if configured. */
import type { ServerOptions } from 'node:https';
import type { Server } from 'node:tls';
import { defineService, type AppContext } from '../../core/context/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { AcmeCertificates, certifiedHosts } from './acme-certificates.ts';
import type { ServedCertificate } from './certificate-store.ts';
import type { Certificates } from './certificates.ts';
import { FileCertificate } from './file-certificate.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const checkMs = 60_000;
const usualHttpPort = 80;

export interface Tls {
  /** Options of the listening server. */
  options: ServerOptions;
  /** Called once the server listens: obtains missing certificates and renews them. */
  begin(server: Server): void;
  close(): Promise<void>;
}

/** @throws StartRefused */
function makeCertificates(app: AppContext): Certificates {
  const { config } = app;
  if (config.acmeEmail === undefined) return new FileCertificate(app);
  if (certifiedHosts(config, []).length === 0)
    throw new StartRefused(
      'acme_email needs a base_url with a domain name: certificate authorities certify no addresses or local names.',
    );
  return new AcmeCertificates(app);
}

export const tlsCertificates = defineService((app: AppContext): Certificates => makeCertificates(app));

/** @throws StartRefused for unusable certificate files. @throws Error if the port cannot be listened on. */
export async function openTls(app: AppContext): Promise<Tls> {
  const certificates = tlsCertificates(app);
  const { acmeEmail, httpPort = acmeEmail === undefined ? undefined : usualHttpPort } = app.config;
  const plain: PlainListener | undefined =
    httpPort === undefined ? undefined : await openPlainListener(app, certificates, httpPort);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let shown: ServedCertificate | undefined;
  // Clients without SNI, for example those that use an IP address, get the certificate of `base_url`.
  const showMain = (server: Server) => {
    const { main } = certificates;
    if (main && main !== shown) server.setSecureContext({ cert: main.certificate, key: main.key });
    shown = main;
  };
  const check = async (server: Server): Promise<void> => {
    showMain(server);
    await certificates.runDue();
    if (isClosed) return;
    showMain(server);
    timer = setTimeout(() => void check(server), checkMs).unref();
  };
  return {
    options: { SNICallback: (host, done) => done(null, certificates.contextFor(host)) },
    begin: (server) => void check(server),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await certificates.stop();
      await plain?.close();
    },
  };
}

// The unencrypted port: serves ACME challenges, and redirects everything else to https.

const challengePath = /^\/\.well-known\/acme-challenge\/([A-Za-z0-9_-]{1,256})$/;
const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const timeoutMs = 10_000;

type Needs = Pick<AppContext, 'config' | 'log' | 'organizations'>;

interface PlainListener {
  close(): Promise<void>;
}

async function openPlainListener(
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
