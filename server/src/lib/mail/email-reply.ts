/** Parses a received email as a reply. */
import { createHash } from 'node:crypto';
import { readMail, type IncomingMail } from './mime.ts';
import { writtenText } from './written-text.ts';

export interface EmailReply {
  /** Possible recipients; the envelope recipient comes first. */
  addresses: readonly string[];
  /** The unverified sender. */
  from: string;
  /** The text, after quoted text and the signature were removed; may be empty. */
  text: string;
  attachments: number;
  /** The same if the email is delivered again. */
  id: string;
}

export interface ReceivedMail extends EmailReply {
  writer: MailWriter;
}

/**
 * Who wrote an email: a person; a program that informs people, or a mailing list; a program that answers each email, so that answering
 * it could go on forever; or this server.
 */
export type MailWriter = 'person' | 'program' | 'responder' | 'ourselves';

/** Code units; longer texts are truncated, like every message. */
const longestText = 50_000;
const mostAddresses = 50;

const receivers = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];

/**
 * @param to The envelope recipient.
 * @param ownAddress The sender of this server's emails.
 */
export async function parseReply(raw: Uint8Array, to?: string, ownAddress?: string): Promise<ReceivedMail> {
  const mail = await readMail(raw);
  return {
    addresses: recipientAddresses(mail, to),
    from: mail.headers('from').flatMap(addressesIn).at(-1) ?? '',
    text: writtenText(mail).slice(0, longestText),
    attachments: mail.attachments,
    id: mailId(mail, raw),
    writer: findWriter(mail, ownAddress),
  };
}

/** The same if the email is delivered again. */
export const mailId = ({ headers }: IncomingMail, raw: Uint8Array): string =>
  headers('message-id')[0] ?? createHash('sha256').update(raw).digest('base64url');

function recipientAddresses({ headers }: IncomingMail, to?: string): string[] {
  const named = receivers.flatMap((name) => headers(name).flatMap(addressesIn));
  return [...(to === undefined ? [] : [to]), ...named].slice(0, mostAddresses);
}

/** Linear, even for long words without an address. */
const addressesIn = (header: string): string[] =>
  header.split(/[\s<>,;:"'()]/).filter((word) => /.@./.test(word));

/** Channels take what programs and lists send, conversations only what people write. */
export const isTaken = (writer: MailWriter, { isForChannel }: { isForChannel: boolean }): boolean =>
  writer === 'person' || (isForChannel && writer === 'program');

/** The word of `Precedence` by which programs mark their answers; other words mark lists, which people want to read. */
const answering = 'auto_reply';
const informing = new Set(['bulk', 'junk', 'list']);

function findWriter({ headers }: IncomingMail, ownAddress: string | undefined): MailWriter {
  const word = (name: string) => headers(name)[0]?.split(';')[0]?.trim().toLowerCase();
  if (ownAddress !== undefined && headers('x-loop').includes(ownAddress)) return 'ourselves';
  const submitted = word('auto-submitted') ?? 'no';
  const precedence = word('precedence') ?? '';
  if (
    submitted === 'auto-replied' ||
    precedence === answering ||
    headers('x-autoreply').length + headers('x-autorespond').length > 0 ||
    word('return-path') === '<>' ||
    word('content-type') === 'multipart/report'
  )
    return 'responder';
  return submitted !== 'no' || informing.has(precedence) ? 'program' : 'person';
}
