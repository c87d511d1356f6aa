/** Opens the mailbox from which emails are fetched, and explains refusals in the words of its server. */
import type { ImapFlow } from 'imapflow';
import { fieldsIn, textIn } from '../objects.ts';
import { errorMessage } from '../thrown.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** @throws Error without the exchange, which contains the password */
export async function withMailbox<T>(imapUrl: string, use: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { ImapFlow: Client } = await import('imapflow');
  const url = new URL(imapUrl);
  const isSecure = url.protocol === 'imaps:';
  const client: ImapFlow = new Client({
    ...timeouts,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 993 : 143)),
    secure: isSecure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
  });
  // Errors are also thrown by the operation that caused them.
  client.on('error', () => undefined);
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  try {
    await explained('The mail server refused the sign-in', client.connect());
    const lock = await explained(`The folder ${folder} cannot be opened`, client.getMailboxLock(folder));
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
