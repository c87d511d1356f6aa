/** Opens the mailbox from which emails are fetched, and explains refusals in the words of its server. */
import type { Socket } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { StartTls } from '../config/config-mail.ts';
import { chooseStartTls, parseMailUrl, passwordIn } from './encryption.ts';
import { withholding } from '../net/withholding.ts';
import { fieldsIn, textIn } from '../objects.ts';
import { errorMessage } from '../thrown.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The list of unseen emails may be long; emails themselves come in parts of 64 KB. */
const limits = {
  maxLineLength: 4 * 1024 ** 2,
  maxLiteralSize: 1024 ** 2,
  maxResponseSize: 5 * 1024 ** 2,
  maxResponseTokens: 10_000,
};

/**
 * All that answers a command which asks for no email. Each of many short lines is within the limits above, and the library parses
 * them without letting others in between.
 */
const mostAnswer = { bytes: 5 * 1024 ** 2, lines: 2000 };

/** A server that keeps sending is never silent, so silence alone does not end it. */
const answerMs = 30_000;

export interface MailboxSettings {
  imapUrl: string;
  imapStartTls: StartTls;
}

/** By whether STARTTLS is needed. */
const encryption = {
  on: { doSTARTTLS: true },
  offered: { tls: { rejectUnauthorized: false } },
  off: { doSTARTTLS: false },
} as const;

/** Errors within `use` that do not leave it need `withholding` of their own. */
export const withMailbox = <T>(
  settings: MailboxSettings,
  use: (client: ImapFlow) => Promise<T>,
): Promise<T> => withholding([passwordIn(settings.imapUrl)], () => openMailbox(settings, use));

async function openMailbox<T>(
  { imapUrl, imapStartTls }: MailboxSettings,
  use: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { ImapFlow: Client } = await import('imapflow');
  const server = parseMailUrl(imapUrl);
  const { host, port, isSecure, login } = server;
  const client: ImapFlow = new Client({
    ...timeouts,
    ...limits,
    host,
    port: port ?? (isSecure ? 993 : 143),
    secure: isSecure,
    ...(isSecure ? {} : encryption[chooseStartTls(imapStartTls, server)]),
    ...(login && { auth: login }),
    logger: false,
    disableAutoIdle: true,
  });
  // Errors are also thrown by the operation that caused them.
  client.on('error', () => undefined);
  const folder = decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX';
  try {
    await explained('The mail server refused the sign-in', inTime(client, client.connect()));
    const lock = await explained(
      `The folder ${folder} cannot be opened`,
      inTime(
        client,
        boundAnswer(client, () => client.getMailboxLock(folder)),
      ),
    );
    try {
      return await use(client);
    } finally {
      lock.release();
    }
  } finally {
    if (client.usable) await client.logout().catch(() => client.close());
    else client.close();
  }
}

/** UIDs of the emails that are not marked as seen. */
export const listUnseen = async (client: ImapFlow): Promise<readonly number[]> =>
  (await inTime(
    client,
    boundAnswer(client, () => client.search({ seen: false }, { uid: true })),
  )) || [];

const lineEnd = 0x0a;

/** What the library declares private. */
interface Internals {
  socket?: Socket;
}

/** A server that sends too much ends the connection, and with it the command. */
async function boundAnswer<T>(client: ImapFlow, ask: () => Promise<T>): Promise<T> {
  const { socket } = client as unknown as Internals;
  let [bytes, lines] = [0, 0];
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines++;
    if (bytes > mostAnswer.bytes || lines > mostAnswer.lines)
      socket?.destroy(new RangeError('The mail server sends too much.'));
  };
  socket?.on('data', count);
  try {
    return await ask();
  } finally {
    socket?.off('data', count);
  }
}

/** What is not done by then fails, with the connection. */
export async function inTime<T>(client: ImapFlow, work: Promise<T>, ms = answerMs): Promise<T> {
  const timer = setTimeout(() => client.close(), ms);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** What the server answered; the message of the library says only that a command failed. */
async function explained<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { responseText, serverResponseCode } = fieldsIn(error);
    const said = [textIn(serverResponseCode), textIn(responseText)]
      .filter((each) => each !== undefined)
      .join(': ');
    throw new Error(said === '' ? errorMessage(error) : `${what}: ${said}`, { cause: error });
  }
}
