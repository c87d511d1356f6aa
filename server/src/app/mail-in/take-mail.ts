/** Processes a received email: a reply or an email to a channel becomes a message, everything else is rejected. */
import { readFile } from 'node:fs/promises';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { checkChannelAddress, postToChannel } from '../../features/channel-email/index.ts';
import { EmailRefused, checkReplyAddress, postReply } from '../../features/notifications/index.ts';
import { getSender } from '../../lib/mail/compose.ts';
import { isTaken, parseReply } from '../../lib/mail/email-reply.ts';
import { looksLikeChannelAddress } from '../../lib/mail/channel-address.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import { createHash } from 'node:crypto';
import { mayRun } from '../../core/jobs/index.ts';

/** An automatic answer or one of our own notices, which could start an endless loop; to a conversation, any automatic email. */
export class AutomaticMail extends EmailRefused {
  constructor() {
    super('notAllowed', 'Automatic replies are not accepted, and conversations take only what people write.');
  }
}

/** @throws EmailRefused for an address that accepts no email. */
export async function checkRecipient(app: AppContext, address: string): Promise<void> {
  if (looksLikeChannelAddress(address)) await checkChannelAddress(app, address);
  else checkReplyAddress(app, app.config.mailReplies ?? '', address);
}

/** An email is in memory while it is parsed. */
const reading = defineService(() => new KeyedMutex());

/**
 * Posts the email as a message. It is committed when this resolves, so that the sender need not keep the email.
 * @param path A file with the email, which its caller deletes.
 * @param to The recipient of the envelope; without it, those of the headers.
 * @returns the id of the message; the same one if the email is received again.
 * @throws EmailRefused
 */
export async function takeMail(app: AppContext, path: string, to?: string): Promise<number> {
  const unlock = await reading(app).lock(['mail']);
  try {
    const raw = await readFile(path);
    return await withMailMark(app, raw, () => postMail(app, raw, to));
  } finally {
    unlock();
  }
}

async function postMail(app: AppContext, raw: Buffer, to?: string): Promise<number> {
  const email = await parseReply(raw, to, getSender(app.config).address);
  const addresses = to === undefined ? email.addresses : [to];
  const channel = addresses.find(looksLikeChannelAddress);
  if (!isTaken(email.writer, { isForChannel: channel !== undefined })) throw new AutomaticMail();
  return channel === undefined
    ? postReply(app, app.config.mailReplies ?? '', { ...email, addresses })
    : postToChannel(app, channel, raw);
}

// Refuses an email that ends the process while it is read: its sender, or the mailbox, would bring it again and again.

/** Its sender gets no notice by us, for which it would have to be read. */
export class PoisonedMail extends EmailRefused {
  constructor() {
    super('unreadable', 'This email cannot be read.');
  }
}

/** @throws PoisonedMail if the process has ended three times while this email was read */
export async function withMailMark<T>(app: AppContext, raw: Buffer, work: () => Promise<T>): Promise<T> {
  const key = `email ${createHash('sha256').update(raw).digest('base64url')}`;
  if (!(await mayRun(app, key, 'it read an email'))) throw new PoisonedMail();
  return app.runningWork.run(key, work);
}
