/**
 * Fetches emails from a mailbox by IMAP (RFC 9051), on one node at a time. Posted and permanently rejected emails are
 * marked as seen, rejected ones as flagged, too. After a temporary failure an email stays unseen, and is read again in the next round.
 */
import { readFile, mkdir, open, rm } from 'node:fs/promises';
import type { ImapFlow } from 'imapflow';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { EmailRefused } from '../../features/notifications/index.ts';
import { passwordIn } from '../../lib/mail/encryption.ts';
import { withholding } from '../../lib/net/withholding.ts';
import { parseReply } from '../../lib/mail/email-reply.ts';
import { type MailboxSettings, inTime, listUnseen, withMailbox } from '../../lib/mail/mailbox-client.ts';
import { emailKey } from '../../lib/text.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { PoisonedMail, AutomaticMail, takeMail } from './take-mail.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;
/** An email of the largest size comes in this time over any connection that is of use. */
const oneEmailMs = 10 * 60_000;
/** The rest follows in the next round, to let other work run in between. */
const mostAtOnce = 50;

export interface Mailbox {
  /** Checks for new emails now. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

export function openMailbox(app: AppContext): Mailbox {
  const { imapUrl = '', imapStartTls, imapPollSeconds } = app.config;
  let isClosed = false;
  let lastTried = 0;
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const poll = () =>
    (round = round.then(() =>
      app.nodes
        .lead('mailbox', () =>
          app.external.watch('mailbox', () =>
            fetchNew({ imapUrl, imapStartTls }, async (client, uids) => {
              for (const uid of inTurn(uids, lastTried)) {
                if (isClosed) return;
                lastTried = uid;
                await tryOne(app, client, uid);
              }
            }),
          ),
        )
        .catch((error: unknown) => logFailure(app.log, error, 'fetching emails by IMAP failed')),
    ));
  const schedule = () => {
    timer = setTimeout(
      () => void poll().finally(() => !isClosed && schedule()),
      imapPollSeconds * 1000,
    ).unref();
  };
  schedule();
  return {
    poll,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** The emails of one round. It continues after the last one tried: the first ones may fail in every round. */
function inTurn(uids: readonly number[], lastTried: number): number[] {
  const [before, behind] = [uids.filter((uid) => uid <= lastTried), uids.filter((uid) => uid > lastTried)];
  return [...behind, ...before].slice(0, mostAtOnce);
}

const fetchNew = (
  settings: MailboxSettings,
  takeSome: (client: ImapFlow, unseen: readonly number[]) => Promise<void>,
): Promise<void> => withMailbox(settings, async (client) => takeSome(client, await listUnseen(client)));

/** An email that fails must not keep those behind it waiting: it stays unseen, and is read again in the next round. */
async function tryOne(app: AppContext, client: ImapFlow, uid: number): Promise<void> {
  try {
    const take = () => inTime(client, takeOne(app, client, uid), oneEmailMs);
    await withholding([passwordIn(app.config.imapUrl ?? '')], take);
  } catch (error) {
    if (!client.usable) throw error;
    logFailure(app.log, error, `email ${uid} of the mailbox could not be taken`);
  }
}

async function takeOne(app: AppContext, client: ImapFlow, uid: number): Promise<void> {
  const largest = app.config.smtpReceiverMaxMib * mebibyte;
  const found = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!found) return;
  const mark = (flags: string[]) => client.messageFlagsAdd(String(uid), flags, { uid: true });
  const refuseAsTooLarge = async (bytes: number | undefined) => {
    app.log.warn({ uid, bytes }, 'an email in the mailbox is too large');
    await mark(['\\Seen', '\\Flagged']);
  };
  if ((found.size ?? 0) > largest) {
    await refuseAsTooLarge(found.size);
    return;
  }
  // It may be longer than it said, even without end.
  const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: largest + 1 });
  if (!content) return;
  try {
    const posted = await withReceivedFile(app, content, largest, async ({ path, isComplete }) =>
      isComplete ? take(app, path) : undefined,
    );
    if (posted === undefined) {
      await refuseAsTooLarge(undefined);
      return;
    }
    app.log.debug({ uid, message: posted }, 'an email was fetched by IMAP');
    await mark(['\\Seen']);
  } catch (error) {
    if (!(error instanceof EmailRefused)) throw error;
    if (error.refusal === 'later') return;
    app.log.info({ uid, refusal: error.refusal }, 'an email in the mailbox was refused');
    await mark(['\\Seen', '\\Flagged']);
  }
}

async function take(app: AppContext, path: string): Promise<number> {
  try {
    return await takeMail(app, path);
  } catch (error) {
    const isSilent = error instanceof AutomaticMail || error instanceof PoisonedMail;
    if (error instanceof EmailRefused && error.refusal !== 'later' && !isSilent)
      await notifySender(app, path, error);
    throw error;
  }
}

/**
 * Explains a rejection by email. Only sent to addresses of accounts: "From" is not verified, and others would get emails about
 * something that they did not send.
 */
async function notifySender(app: AppContext, path: string, { message }: EmailRefused): Promise<void> {
  const received = await parseReply(await readFile(path));
  if (received.writer !== 'person') return;
  for (const { id: orgId } of app.organizations.names) {
    const cache = await app.organizations.cache(orgId);
    const user = cache.users.find('deliveryEmail', emailKey(received.from));
    if (!user?.isActive || user.isBot) continue;
    const subject = textsOfPerson(cache, user)('mailIn.refused');
    const email = { to: user.deliveryEmail, subject, text: `${message}\n` };
    await app.db.write(orgId, 'system', (tx) => enqueue(tx, sendEmail, email));
    return;
  }
}

// Holds an email in a file of the data folder while it is processed.

interface ReceivedFile {
  path: string;
  /** Whether the file contains all of it. */
  isComplete: boolean;
}

/**
 * @param largestBytes The rest is read and discarded.
 * @returns the result of `use` for the file.
 */
export async function withReceivedFile<T>(
  { config }: AppContext,
  chunks: AsyncIterable<Buffer>,
  largestBytes: number,
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = join(config.data, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const file = await open(path, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes <= largestBytes) await file.write(chunk);
      }
    } finally {
      await file.close();
    }
    return await use({ path, isComplete: bytes <= largestBytes });
  } finally {
    await rm(path, { force: true });
  }
}
