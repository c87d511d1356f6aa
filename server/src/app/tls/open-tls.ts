/** Sets up TLS of the server itself. Loaded only if configured. */
import type { ServerOptions } from 'node:https';
import type { Server } from 'node:tls';
import { defineService, type AppContext } from '../../core/context/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { AcmeCertificates } from './acme-certificates.ts';
import type { ServedCertificate } from './certificate-store.ts';
import type { Certificates } from './certificates.ts';
import { FileCertificate } from './file-certificate.ts';
import { certifiedHosts } from './host-names.ts';
import { openPlainListener, type PlainListener } from './plain-listener.ts';

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
