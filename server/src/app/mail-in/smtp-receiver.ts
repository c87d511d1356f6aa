/**
 * An SMTP server (RFC 5321) for emails to channels and replies to notifications only: it relays nothing, and
 * rejects unknown recipients at RCPT. An acknowledged email is committed; a rejected one is returned to the sender with
 * the reason.
 */
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { AppContext } from '../../core/context/index.ts';
import { EmailRefused, type Refusal } from '../../features/notifications/index.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { withReceivedFile } from './mailbox.ts';
import { AutomaticMail, checkRecipient, takeMail } from './take-mail.ts';
import { errorMessage } from '../../lib/thrown.ts';

export interface MailReceiver {
  port: number;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const mostConnections = 50;
const mostConnectionsPerAddress = 10;
/** Timeout of an idle connection. */
const silenceMs = 60_000;
/** Timeout of a whole connection. */
const longestMs = 600_000;
/** Makes guessing addresses require new connections. */
const mostUnknownRecipients = 5;
/** By network address; the emails to one organization have another limit. */
const mailRules = [
  { seconds: 60, count: 120 },
  { seconds: 3600, count: 2000 },
];

/** @throws StartRefused for a certificate that cannot be read */
export async function openSmtpReceiver(app: AppContext): Promise<MailReceiver> {
  const { SMTPServer: Server } = await import('smtp-server');
  const { smtpReceiverPort = 0, smtpReceiverHost, smtpReceiverMaxMib, baseUrl } = app.config;
  const sessions = new Sessions();
  const certificate = readCertificate(app);
  const server: SMTPServer = new Server({
    ...(certificate ?? { hideSTARTTLS: true }),
    name: new URL(baseUrl ?? 'http://localhost').hostname,
    banner: 'Heddle',
    size: smtpReceiverMaxMib * mebibyte,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: mostConnections,
    maxAllowedUnauthenticatedCommands: 100,
    // A rejection concerns one recipient: mail servers send to the others separately.
    maxRecipients: 1,
    socketTimeout: silenceMs,
    closeTimeout: 1000,
    onConnect: (session, done) => done(sessions.begin(session, () => endConnection(server, session))),
    onClose: (session) => sessions.end(session),
    onRcptTo: (address, session, done) =>
      void settle(done, () => acceptRecipient(app, sessions, address, session)),
    onData: (stream, session, done) =>
      void settle(done, () => acceptMail(app, sessions, stream, session)).then((code) => {
        if (code === 421) endConnection(server, session);
      }),
  });
  server.on('error', (error) => app.log.debug({ err: error }, 'an SMTP connection failed'));
  const listener = await listen(server, smtpReceiverPort, smtpReceiverHost);
  const renewal = certificate && watchCertificate(app, server);
  // It listens on a port, not on a socket.
  const { port } = listener as AddressInfo;
  app.log.info({ port, tls: certificate !== undefined }, 'receiving emails by SMTP');
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(renewal);
        server.close(() => resolve());
      }),
  };
}

function listen(server: SMTPServer, port: number, host: string): Promise<string | AddressInfo | null> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, host, () => {
      server.off('error', reject);
      resolve(listener.address());
    });
  });
}

interface SmtpClient {
  network: string;
  unknownRecipients: number;
  timer: NodeJS.Timeout;
}

/** The connected clients, within limits. */
class Sessions {
  readonly #known = new Map<string, SmtpClient>();
  readonly #mails = new RateLimiter(mailRules);

  begin({ id, remoteAddress }: SMTPServerSession, endIt: () => void): Error | null {
    const network = limitedNetwork(remoteAddress);
    const others = [...this.#known.values()].filter((one) => one.network === network);
    if (others.length >= mostConnectionsPerAddress)
      return reply(421, '4.7.0', 'Too many connections from your address');
    this.#known.set(id, { network, unknownRecipients: 0, timer: setTimeout(endIt, longestMs).unref() });
    return null;
  }

  end({ id }: SMTPServerSession): void {
    clearTimeout(this.#known.get(id)?.timer);
    this.#known.delete(id);
  }

  /** @throws an SMTP reply after too many. */
  countUnknown({ id }: SMTPServerSession): void {
    const known = this.#known.get(id);
    if (known && ++known.unknownRecipients > mostUnknownRecipients)
      throw reply(421, '4.7.0', 'Too many unknown recipients');
  }

  /** @throws an SMTP reply after too many. */
  countMail({ remoteAddress }: SMTPServerSession): void {
    const { isAllowed } = this.#mails.use(limitedNetwork(remoteAddress), performance.now());
    if (!isAllowed) throw reply(451, '4.7.1', 'Too many emails from your address; try again later');
  }
}

function endConnection({ connections }: SMTPServer, session: SMTPServerSession): void {
  for (const connection of connections) if (connection.id === session.id) connection.close();
}

async function acceptRecipient(
  app: AppContext,
  sessions: Sessions,
  { address }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<void> {
  try {
    await checkRecipient(app, address);
  } catch (error) {
    if (error instanceof EmailRefused) sessions.countUnknown(session);
    throw error;
  }
}

async function acceptMail(
  app: AppContext,
  sessions: Sessions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  const [recipient] = rcptTo;
  const largest = app.config.smtpReceiverMaxMib * mebibyte;
  await withReceivedFile(app, upTo(2 * largest, stream), largest, async ({ path, isComplete }) => {
    if (!isComplete) throw reply(552, '5.3.4', `An email may have ${app.config.smtpReceiverMaxMib} MiB`);
    sessions.countMail(session);
    // Nobody may reply to these (RFC 5321, 4.5.5), even if their headers do not say so.
    if (mailFrom && mailFrom.address === '') throw new AutomaticMail();
    const posted = await takeMail(app, path, recipient?.address ?? '');
    app.log.debug({ message: posted }, 'an email was received by SMTP');
  });
}

/** Limits the bytes: a client that exceeds them by far is disconnected without a reply. */
async function* upTo(bytes: number, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of stream) {
    received += chunk.length;
    if (received > bytes) throw reply(421, '5.3.4', 'The email is far too large');
    yield chunk;
  }
}

const refusals: Readonly<Record<Refusal, readonly [code: number, status: string]>> = {
  nobody: [550, '5.1.1'],
  notAllowed: [550, '5.7.1'],
  unreadable: [554, '5.6.0'],
  later: [451, '4.7.1'],
};

type SmtpReply = Error & { responseCode: number };

const isSmtpReply = (error: unknown): error is SmtpReply =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

/** Lines of SMTP are short and ASCII. */
function reply(code: number, status: string, text: string): SmtpReply {
  const plain = text
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^ -~]+/g, ' ')
    .slice(0, 400);
  return Object.assign(new Error(`${status} ${plain}`), { responseCode: code });
}

/** Any failure but a rejection is temporary: the sender keeps the email and sends it again. */
async function settle(done: (error?: Error | null) => void, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    done();
    return 250;
  } catch (error) {
    const refused = getReply(error);
    done(refused);
    return refused.responseCode;
  }
}

function getReply(error: unknown): SmtpReply {
  if (error instanceof EmailRefused) return reply(...refusals[error.refusal], error.message);
  if (isSmtpReply(error)) return error;
  return reply(451, '4.3.0', 'The server cannot take the email now');
}

interface Certificate {
  cert: string;
  key: string;
}

function certificatePaths({ config }: AppContext): [cert: string, key: string] | undefined {
  const { smtpReceiverCert, smtpReceiverKey, tlsCert, tlsKey } = config;
  const [cert, key] =
    smtpReceiverCert === undefined ? [tlsCert, tlsKey] : [smtpReceiverCert, smtpReceiverKey];
  return cert === undefined || key === undefined ? undefined : [cert, key];
}

function readCertificate(app: AppContext): Certificate | undefined {
  const paths = certificatePaths(app);
  if (!paths) return undefined;
  try {
    return { cert: readFileSync(paths[0], 'utf8'), key: readFileSync(paths[1], 'utf8') };
  } catch (error) {
    throw new StartRefused(`The certificate of the SMTP receiver cannot be read: ${errorMessage(error)}`);
  }
}

const certificateCheckMs = 3600_000;

/** Reloads the certificate when one of its files is replaced: the key may follow only after a check. */
function watchCertificate(app: AppContext, server: SMTPServer): NodeJS.Timeout {
  const getTimes = () =>
    certificatePaths(app)
      ?.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs)
      .join();
  let changedAt = getTimes();
  const check = () => {
    const now = getTimes();
    if (now === changedAt) return;
    changedAt = now;
    try {
      server.updateSecureContext(readCertificate(app) ?? {});
    } catch (error) {
      app.log.error({ err: error }, 'the changed certificate of the SMTP receiver cannot be used');
    }
  };
  return setInterval(check, certificateCheckMs).unref();
}
